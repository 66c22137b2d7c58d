import type { Editor } from '@tiptap/react';

/** A sign that asks for something, and what follows it up to the caret. */
export interface Trigger {
  /** Place of the sign in the document. */
  from: number;
  to: number;
  query: string;
}

const farBack = 60;

/**
 * What the caret stands behind, when that ends in `pattern`, whose first group is the sign with its query and whose second is the
 * query alone. Nothing in code, where signs are signs.
 */
export function triggerAt(editor: Editor, pattern: RegExp): Trigger | undefined {
  const { $from, empty } = editor.state.selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code || editor.isActive('code')) return undefined;
  const at = $from.parentOffset;
  const before = $from.parent.textBetween(Math.max(0, at - farBack), at, undefined, '\ufffc');
  const [, whole, query] = pattern.exec(before) ?? [];
  if (whole === undefined) return undefined;
  return { from: $from.pos - whole.length, to: $from.pos, query: query ?? '' };
}
