import type { ComposeMode } from '../../drafts/draft.ts';
import { drafts } from '../../drafts.ts';

type Insert = (html: string) => void;

const onScreen = new Map<string, Insert>();

/** Says how HTML gets to the caret of an editor while that is on screen; answers how to end it. */
export function registerEditor(uuid: string, mode: ComposeMode, insert: Insert): () => void {
  const key = keyOf(uuid, mode);
  onScreen.set(key, insert);
  return () => {
    if (onScreen.get(key) === insert) onScreen.delete(key);
  };
}

/** Whether the text of a reply or note stands on screen, ready to be written in. */
export function hasEditor(uuid: string, mode: ComposeMode): boolean {
  return onScreen.has(keyOf(uuid, mode));
}

/** Puts HTML at the caret, or behind what is written while no editor shows it. Answers whether an editor took it. */
export function insertHtml(uuid: string, mode: ComposeMode, html: string): boolean {
  const insert = onScreen.get(keyOf(uuid, mode));
  if (insert) insert(html);
  else drafts().replace(uuid, mode, { html: drafts().read(uuid, mode).html + html });
  return insert !== undefined;
}

function keyOf(uuid: string, mode: ComposeMode): string {
  return `${uuid}.${mode}`;
}
