import type { Editor } from '@tiptap/react';

/** `;` or `/` at a word's start and what follows it up to the caret. */
export interface MacroTrigger {
  /** Place of the sign in the document. */
  from: number;
  to: number;
  query: string;
}

/** Names have blanks, too, but a query does not begin with one: "this; that" is a sentence. */
const pattern = /(?:^|\s)([;/]((?:[^\s;/][^;/]{0,39})?))$/u;
const farBack = 60;

/** What the caret stands behind, when that asks for a macro (settled question 39). */
export function macroTriggerAt(editor: Editor): MacroTrigger | undefined {
  const { $from, empty } = editor.state.selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code || editor.isActive('code')) return undefined;
  const at = $from.parentOffset;
  const before = $from.parent.textBetween(Math.max(0, at - farBack), at, undefined, '\ufffc');
  const [, whole, query] = pattern.exec(before) ?? [];
  if (whole === undefined) return undefined;
  return { from: $from.pos - whole.length, to: $from.pos, query: query ?? '' };
}
