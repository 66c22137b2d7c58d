import { EditorContent, type Editor as TipTap, useEditor } from '@tiptap/react';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { lazyExtra } from '../../../../lib/lazy-extra.ts';
import { getSettings } from '../../../../lib/settings.ts';
import { takeTyped } from '../../../../lib/type-ahead.ts';
import { toast } from '../../../../ui/toast.ts';
import type { ComposeMode } from '../../drafts/draft.ts';
import { takeFocusWish } from './composer-state.ts';
import { EditorTools } from './EditorTools.tsx';
import { cleanPaste } from './editor/clean-paste.ts';
import { EmojiSuggest } from './editor/EmojiSuggest.tsx';
import { MentionSuggest } from './editor/MentionSuggest.tsx';
import { filesOfPaste, isTooLong, longestPaste } from './editor/pasted.ts';
import { usePictures } from './editor/use-pictures.ts';
import { useVariableValues } from './editor/use-variable-values.ts';
import { VariableSuggest } from './editor/VariableSuggest.tsx';
import { writtenHtml } from './editor/written-html.ts';
import { editorExtensions } from './editor-extensions.ts';
import { registerEditor } from './editors.ts';
import { MacroSuggest } from './MacroSuggest.tsx';
import '../letter/letter.css';
import './composer.css';

const AiWork = lazyExtra(() => import('./ai/AiWork.tsx'));

interface EditorProps {
  uuid: string;
  mode: ComposeMode;
  /** What it begins with; later changes come from the editor itself. */
  html: string;
  asks: number;
  label: string;
  placeholder: string;
  problem: string | undefined;
  files: ReactNode;
  send: ReactNode;
  onChange: (html: string) => void;
  onFiles: (files: readonly File[]) => void;
  onSend: (isResolving: boolean) => void;
}

/** The text of a reply or note, its files, and the tools below. Loaded on demand: nobody should wait for it to read. */
export function Editor(props: EditorProps) {
  const { uuid, mode, html, asks, label, placeholder, problem, files, send } = props;
  const latest = useRef(props);
  latest.current = props;
  const shown = useRef<TipTap>(null);
  const pictures = usePictures(shown, uuid, mode);
  const values = useVariableValues(uuid);
  const currentValues = useRef(values);
  currentValues.current = values;
  const keys = useRef(new Set<(event: KeyboardEvent) => boolean>());
  const wasFocused = useRef(false);
  const editor: TipTap = useEditor({
    extensions: editorExtensions({
      placeholder,
      values: () => currentValues.current,
      hasMentions: mode === 'note',
    }),
    content: html,
    // Blanks at the ends of a line, and many in a row, were typed.
    parseOptions: { preserveWhitespace: true },
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        class: 'write letter',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        dir: 'auto',
        lang: getSettings()['app.lang'],
        spellcheck: 'true',
      },
      handleDOMEvents: { paste: (_view, event) => refusesLong(event) },
      transformPastedHTML: (pasted) => {
        const { html: clean, remote } = cleanPaste(pasted, pictures.addressOf);
        pictures.expect(remote);
        return clean;
      },
      handleKeyDown: (_view, event) =>
        [...keys.current].some((take) => take(event)) || sendsOn(event, latest.current.onSend),
      handlePaste: (_view, event) => take(filesOfPaste(event.clipboardData)),
      handleDrop: (view, event, _slice, isMoved) => {
        if (isMoved || !event.dataTransfer?.files.length) return false;
        // The conversation round it takes files, too; these stay here.
        event.stopPropagation();
        event.preventDefault();
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        return take([...event.dataTransfer.files], at);
      },
    },
    onFocus: () => {
      wasFocused.current = true;
    },
    onUpdate: ({ editor: changed }) => latest.current.onChange(writtenHtml(changed)),
  });
  shown.current = editor;

  /** Pictures go into the text where they were dropped or pasted, everything else is attached. */
  const take = (given: readonly File[], at: number = editor.state.selection.from): boolean => {
    if (given.length === 0) return false;
    const others = given.filter((file) => !isPicture(file));
    if (others.length > 0) latest.current.onFiles(others);
    pictures.insert(given.filter(isPicture), at);
    return true;
  };

  useEffect(() => {
    if (values && !editor.isDestroyed) editor.storage.variable.refresh();
  }, [editor, values]);
  useEffect(() => {
    // On a slow machine TipTap has thrown its first editor away before it was on screen; the next one comes with it.
    if (editor.isDestroyed) return;
    if (asks === 0 || !takeFocusWish(uuid, mode)) return;
    editor.commands.focus(editor.isFocused ? null : 'end');
    // TipTap focuses a frame later; a key that comes before it would be one of the page's.
    editor.view.focus();
    const typed = takeTyped();
    if (typed) editor.commands.insertContent({ type: 'text', text: typed });
  }, [editor, asks, uuid, mode]);
  useEffect(
    () =>
      registerEditor(uuid, mode, (inserted) => {
        // At the caret, or at the end as long as nobody has put it anywhere.
        editor.commands.focus(wasFocused.current ? null : 'end');
        if (inserted) editor.view.pasteHTML(inserted);
      }),
    [editor, uuid, mode],
  );

  return (
    <>
      <EditorContent editor={editor} className="write-scroll scroll" />
      <VariableSuggest editor={editor} keys={keys} />
      <EmojiSuggest editor={editor} keys={keys} />
      {mode === 'note' && <MentionSuggest editor={editor} keys={keys} />}
      <MacroSuggest editor={editor} uuid={uuid} mode={mode} keys={keys} />
      {problem && (
        <p className="error write-error" role="alert">
          <TriangleAlert aria-hidden />
          {problem}
        </p>
      )}
      <Suspense>
        <AiWork editor={editor} uuid={uuid} mode={mode} />
      </Suspense>
      {files}
      <div className="tools">
        <EditorTools
          editor={editor}
          uuid={uuid}
          mode={mode}
          onFiles={latest.current.onFiles}
          onPictures={(given) => take(given)}
        />
        <span className="send">{send}</span>
      </div>
    </>
  );
}

/** Ctrl or Cmd with Enter sends; with Shift it also resolves. */
function sendsOn(event: KeyboardEvent, onSend: (isResolving: boolean) => void): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return false;
  onSend(event.shiftKey);
  return true;
}

/** More than anybody has written would hold the page up and fit into no draft. */
function refusesLong(event: ClipboardEvent): boolean {
  if (!isTooLong(event.clipboardData)) return false;
  event.preventDefault();
  toast.error(t('composer.paste_too_long', { size: String(longestPaste) }), { id: 'paste-too-long' });
  return true;
}

function isPicture(file: File): boolean {
  return /^image\/(?:png|jpe?g|gif|webp)$/i.test(file.type);
}
