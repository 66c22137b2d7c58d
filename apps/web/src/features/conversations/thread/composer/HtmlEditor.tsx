import { EditorContent, type Editor as TipTap, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { TextTools } from './EditorTools.tsx';
import { cleanPaste } from './editor/clean-paste.ts';
import { EmojiSuggest } from './editor/EmojiSuggest.tsx';
import { EmojiTool } from './editor/EmojiTool.tsx';
import { VariableSuggest } from './editor/VariableSuggest.tsx';
import { writtenHtml } from './editor/written-html.ts';
import { editorExtensions } from './editor-extensions.ts';
import '../letter/letter.css';
import './composer.css';

interface HtmlEditorProps {
  /** What it shows. */
  html: string;
  label: string;
  placeholder?: string;
  isInvalid?: boolean;
  /** What the field is described by. */
  describedBy?: string | undefined;
  onChange: (html: string) => void;
}

/**
 * Text for later: what a macro inserts, what a rule sends. The same writing as in a reply, variables and emoji included, without
 * files. Loaded on demand.
 */
export default function HtmlEditor({
  html,
  label,
  placeholder = '',
  isInvalid,
  describedBy,
  onChange,
}: HtmlEditorProps) {
  const latest = useRef(onChange);
  latest.current = onChange;
  /** What this editor has written itself; other text comes from outside, such as from a colleague. */
  const own = useRef(html);
  const keys = useRef(new Set<(event: KeyboardEvent) => boolean>());
  const editor: TipTap = useEditor({
    extensions: editorExtensions({ placeholder, values: () => undefined }),
    content: html,
    parseOptions: { preserveWhitespace: true },
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: () => ({
        class: 'write letter',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        dir: 'auto',
        spellcheck: 'true',
      }),
      // Files have no place here: what is pasted loses its embedded pictures.
      transformPastedHTML: (pasted) => cleanPaste(pasted, () => '').html.replace(/<img\b[^>]*\ssrc=""[^>]*>/g, ''),
      handleKeyDown: (_view, event) => [...keys.current].some((take) => take(event)),
    },
    onUpdate: ({ editor: changed }) => {
      own.current = writtenHtml(changed);
      latest.current(own.current);
    },
  });
  useEffect(() => {
    if (html === own.current || editor.isDestroyed) return;
    own.current = html;
    editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  return (
    <div
      className={isInvalid ? 'html-editor is-invalid' : 'html-editor'}
      {...(describedBy && { 'aria-describedby': describedBy })}
    >
      <EditorContent editor={editor} className="write-scroll scroll" />
      <VariableSuggest editor={editor} keys={keys} />
      <EmojiSuggest editor={editor} keys={keys} />
      <div className="tools">
        <TextTools editor={editor} />
        <EmojiTool editor={editor} />
      </div>
    </div>
  );
}
