import type { MediaItem } from '@bellhop/contract';
import { EditorContent, type Editor as TipTap, useEditor } from '@tiptap/react';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { takeTyped } from '../../../../lib/type-ahead.ts';
import type { ComposeMode } from '../../drafts/draft.ts';
import { takeFocusWish } from './composer-state.ts';
import { EditorTools } from './EditorTools.tsx';
import { editorExtensions } from './editor-extensions.ts';
import { registerEditor } from './editors.ts';
import { MacroSuggest } from './MacroSuggest.tsx';
import { filesOfPaste, withoutDeadPictures } from './pasted.ts';
import { placePictures, startUploads } from './uploads.ts';
import '../letter/letter.css';

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
  const places = useRef(new Map<string, number>());
  const keys = useRef(new Set<(event: KeyboardEvent) => boolean>());
  const wasFocused = useRef(false);
  const editor: TipTap = useEditor({
    extensions: editorExtensions(placeholder),
    content: html,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        class: 'write letter',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        dir: 'auto',
      },
      transformPastedHTML: withoutDeadPictures,
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
    onUpdate: ({ editor: changed }) => latest.current.onChange(changed.isEmpty ? '' : changed.getHTML()),
    onTransaction: ({ transaction }) => {
      for (const [id, at] of places.current) places.current.set(id, transaction.mapping.map(at));
    },
  });

  /** Pictures go into the text where they were dropped or pasted, everything else is attached. */
  const take = (given: readonly File[], at: number = editor.state.selection.from): boolean => {
    if (given.length === 0) return false;
    const pictures = given.filter(isPicture);
    latest.current.onFiles(given.filter((file) => !isPicture(file)));
    for (const id of startUploads(uuid, mode, pictures, { isInline: true })) places.current.set(id, at);
    return true;
  };

  useEffect(
    () => placePictures(uuid, mode, (picture, id) => insertPicture(editor, picture, places.current.get(id))),
    [editor, uuid, mode],
  );
  useEffect(() => {
    // On a slow machine TipTap has thrown its first editor away before it was on screen; the next one comes with it.
    if (editor.isDestroyed) return;
    if (asks === 0 || !takeFocusWish(uuid, mode)) return;
    editor.commands.focus(editor.isFocused ? null : 'end');
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
      <MacroSuggest editor={editor} uuid={uuid} mode={mode} keys={keys} />
      {problem && (
        <p className="error write-error" role="alert">
          <TriangleAlert aria-hidden />
          {problem}
        </p>
      )}
      {files}
      <div className="tools">
        <EditorTools editor={editor} onFiles={latest.current.onFiles} onPictures={(given) => take(given)} />
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

function insertPicture(editor: TipTap, { uuid, filename }: MediaItem, at: number | undefined): void {
  const end = editor.state.doc.content.size;
  editor
    .chain()
    .insertContentAt(Math.min(at ?? end, end), { type: 'image', attrs: { src: `/uploads/${uuid}`, alt: filename } })
    .run();
}

function isPicture(file: File): boolean {
  return /^image\/(?:png|jpe?g|gif|webp)$/i.test(file.type);
}
