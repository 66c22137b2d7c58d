import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Writes a text where the cursor is, in place of what is chosen. */
export type InsertText = (text: string) => void;

interface CodeEditorProps {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  label: string;
  /** Id and descriptions out of the field that it stands in. */
  parts: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true } | undefined;
  onReady: (insert: InsertText, focus: () => void) => void;
}

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--accent)' },
  { tag: tags.attributeName, color: 'var(--text-2)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--text-3)', fontStyle: 'italic' },
]);

const look = EditorView.theme({
  '&': { color: 'var(--text-1)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--text-1)', minHeight: '320px' },
  '.cm-scroller': { maxHeight: '60vh', overflow: 'auto', borderRadius: 'inherit' },
  '.cm-gutters': { background: 'transparent', color: 'var(--text-3)', border: 'none' },
  '.cm-activeLine': { background: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '.cm-matchingBracket, .cm-nonmatchingBracket': { background: 'var(--selected) !important' },
  '.cm-cursor': { borderLeftColor: 'var(--text-1)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { background: 'var(--selected) !important' },
});

/** Braces of templates stand out of the HTML round them. */
const braces = new MatchDecorator({
  regexp: /\{\{[^{}]*\}\}/g,
  decoration: () => Decoration.mark({ class: 'code-braces' }),
});
const marked = ViewPlugin.define(
  (view) => ({
    decorations: braces.createDeco(view),
    update(change) {
      this.decorations = braces.updateDeco(change, this.decorations);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

/** HTML with its syntax in colours. Tab leaves it, as it does every field. */
export default function CodeEditor({ value, onChange, onBlur, label, parts, onReady }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const change = useEffectEvent(onChange);
  const blur = useEffectEvent(onBlur);
  const open = useEffectEvent((parent: HTMLElement) => {
    const editor = new EditorView({
      parent,
      state: EditorState.create({
        doc: value,
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          highlightActiveLine(),
          html(),
          syntaxHighlighting(colours),
          marked,
          look,
          EditorView.lineWrapping,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ id: parts?.id ?? '', 'aria-label': label, dir: 'ltr' }),
          EditorView.domEventHandlers({ blur: () => blur() }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change(update.state.doc.toString());
          }),
        ],
      }),
    });
    onReady(
      (text) => {
        editor.dispatch(editor.state.replaceSelection(text));
        editor.focus();
      },
      () => editor.focus(),
    );
    return editor;
  });

  useEffect(() => {
    if (!place.current) return;
    const editor = open(place.current);
    view.current = editor;
    return () => editor.destroy();
  }, []);

  // Somebody else's text was taken over.
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  const described = parts?.['aria-describedby'];
  const isInvalid = parts?.['aria-invalid'];
  useEffect(() => {
    const content = view.current?.contentDOM;
    if (described) content?.setAttribute('aria-describedby', described);
    else content?.removeAttribute('aria-describedby');
    if (isInvalid) content?.setAttribute('aria-invalid', 'true');
    else content?.removeAttribute('aria-invalid');
  }, [described, isInvalid]);

  return <div ref={place} className={isInvalid ? 'code-editor is-bad' : 'code-editor'} />;
}
