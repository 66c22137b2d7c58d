import { type Editor, useEditorState } from '@tiptap/react';
import { Bold, Code, Image, Italic, List, ListOrdered, Paperclip, TextQuote, Zap } from 'lucide-react';
import { type ReactNode, Suspense, useRef } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { lazyExtra } from '../../../../lib/lazy-extra.ts';
import { openPalette } from '../../../../lib/palette-level.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import type { ComposeMode } from '../../drafts/draft.ts';
import { EmojiTool } from './editor/EmojiTool.tsx';
import { FullScreenTool } from './editor/FullScreenTool.tsx';
import { MoreFormats } from './editor/MoreFormats.tsx';
import { LinkTool } from './LinkTool.tsx';
import { TableTool } from './TableTool.tsx';

const AiTool = lazyExtra(() => import('./ai/AiTool.tsx'));

interface EditorToolsProps {
  editor: Editor;
  uuid: string;
  mode: ComposeMode;
  onFiles: (files: readonly File[]) => void;
  onPictures: (files: readonly File[]) => void;
}

/** How the text looks, and what goes with it. */
export function EditorTools({ editor, uuid, mode, onFiles, onPictures }: EditorToolsProps) {
  return (
    <>
      <TextTools editor={editor} />
      <span className="gap" />
      <span className="attach-tools">
        <EmojiTool editor={editor} />
        <Tool
          label={t('macro.insert')}
          icon={<Zap aria-hidden />}
          onClick={() => openPalette('apply-macro-to-existing-conversation')}
        />
        <FileTool label={t('composer.attach')} icon={<Paperclip aria-hidden />} onFiles={onFiles} />
        <FileTool
          label={t('composer.picture')}
          accept="image/png,image/jpeg,image/gif,image/webp"
          icon={<Image aria-hidden />}
          onFiles={onPictures}
        />
        <FullScreenTool uuid={uuid} />
        <Suspense>
          <AiTool editor={editor} uuid={uuid} mode={mode} />
        </Suspense>
      </span>
    </>
  );
}

/** How the text looks. */
export function TextTools({ editor }: { editor: Editor }) {
  const is = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      bulletList: current.isActive('bulletList'),
      orderedList: current.isActive('orderedList'),
      blockquote: current.isActive('blockquote'),
      code: current.isActive('code'),
    }),
  });
  const run = () => editor.chain().focus();
  return (
    <div className="tool-row" role="toolbar" aria-label={t('composer.tools')}>
      <Tool
        label={t('composer.bold')}
        keys="mod+b"
        isOn={is.bold}
        icon={<Bold aria-hidden />}
        onClick={() => run().toggleBold().run()}
      />
      <Tool
        label={t('composer.italic')}
        keys="mod+i"
        isOn={is.italic}
        icon={<Italic aria-hidden />}
        onClick={() => run().toggleItalic().run()}
      />
      <Tool
        label={t('composer.bullets')}
        isOn={is.bulletList}
        icon={<List aria-hidden />}
        onClick={() => run().toggleBulletList().run()}
      />
      <Tool
        label={t('composer.numbers')}
        isOn={is.orderedList}
        icon={<ListOrdered aria-hidden />}
        onClick={() => run().toggleOrderedList().run()}
      />
      <Tool
        label={t('composer.quote')}
        isOn={is.blockquote}
        icon={<TextQuote className="flips" aria-hidden />}
        onClick={() => run().toggleBlockquote().run()}
      />
      <Tool
        label={t('composer.code')}
        isOn={is.code}
        icon={<Code aria-hidden />}
        onClick={() => run().toggleCode().run()}
      />
      <LinkTool editor={editor} />
      <TableTool editor={editor} />
      <MoreFormats editor={editor} />
    </div>
  );
}

interface ToolProps {
  label: string;
  keys?: string;
  icon: ReactNode;
  isOn?: boolean;
  onClick: () => void;
}

function Tool({ label, keys, icon, isOn, onClick }: ToolProps) {
  return (
    <IconButton
      size="s"
      side="top"
      label={label}
      {...(keys ? { keys } : {})}
      icon={icon}
      aria-pressed={isOn}
      onClick={onClick}
    />
  );
}

interface FileToolProps {
  label: string;
  icon: ReactNode;
  accept?: string;
  onFiles: (files: readonly File[]) => void;
}

function FileTool({ label, icon, accept, onFiles }: FileToolProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tool label={label} icon={icon} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
