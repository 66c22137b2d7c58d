import { useSyncExternalStore } from 'react';
import { dropTyped, startTypeAhead } from '../../../../lib/type-ahead.ts';
import { type ComposeMode, composeModes, isEmptyDraft } from '../../drafts/draft.ts';
import { drafts } from '../../drafts.ts';
import { hasEditor } from './editors.ts';

/** Whether the composer of a conversation is open, and for what. `asks` counts the wishes to write. */
export interface ComposerState {
  mode: ComposeMode;
  isOpen: boolean;
  asks: number;
  /** Somebody has opened or folded it; what comes by itself leaves it so. */
  isChosen: boolean;
  /** Status that the next send gives the conversation, where an undone one gave it; else null. */
  status: string | null;
}

/** Whose text shall have the focus as soon as it stands. */
let wish: string | undefined;

const listeners = new Set<() => void>();
const states = new Map<string, ComposerState>();

/** The composer of a conversation, as it was left; at first open when a draft waits in it. */
export function useComposerState(uuid: string): ComposerState {
  return useSyncExternalStore(subscribe, () => stateOf(uuid));
}

/** What a conversation's composer is open for, or would be. */
export function currentMode(uuid: string): ComposeMode {
  return stateOf(uuid).mode;
}

/** Opens the composer and asks for the focus; what is typed until the text stands is kept for it. */
export function openComposer(uuid: string, mode: ComposeMode): void {
  wish = `${uuid}.${mode}`;
  if (!hasEditor(uuid, mode)) startTypeAhead();
  put(uuid, { ...stateOf(uuid), mode, isOpen: true, isChosen: true, asks: stateOf(uuid).asks + 1 });
}

/** Has the next send give the conversation this status. */
export function setSendStatus(uuid: string, status: string | null): void {
  put(uuid, { ...stateOf(uuid), status });
}

/** Opens the composer again for a text that came back, and leaves the focus where it is. */
export function reopenComposer(uuid: string, mode: ComposeMode): void {
  put(uuid, { ...stateOf(uuid), mode, isOpen: true });
}

/** Opens the composer for a draft that came, unless somebody has opened it for something, or folded it. */
export function openForDraft(uuid: string, mode: ComposeMode): void {
  const { isOpen, isChosen } = stateOf(uuid);
  if (!isOpen && !isChosen) reopenComposer(uuid, mode);
}

/** Whether this text is to have the focus now; true once per wish. */
export function takeFocusWish(uuid: string, mode: ComposeMode): boolean {
  if (wish !== `${uuid}.${mode}`) return false;
  wish = undefined;
  return true;
}

/** Somebody has gone elsewhere: a text that comes late must not take the focus from there. */
export function dropFocusWish(): void {
  wish = undefined;
  dropTyped();
}

/** Folds the composer to its line; what is written stays. */
export function closeComposer(uuid: string): void {
  put(uuid, { ...stateOf(uuid), isOpen: false, isChosen: true });
}

function stateOf(uuid: string): ComposerState {
  let state = states.get(uuid);
  if (!state) {
    const mode = drafts().hasDraftIn(uuid, 'reply') || !drafts().hasDraftIn(uuid, 'note') ? 'reply' : 'note';
    state = { mode, isOpen: isWritten(uuid), asks: 0, isChosen: false, status: null };
    states.set(uuid, state);
  }
  return state;
}

/** Something stands on this device already; what only the server has comes after it. */
function isWritten(uuid: string): boolean {
  return composeModes.some((mode) => !isEmptyDraft(drafts().read(uuid, mode)));
}

function put(uuid: string, state: ComposerState): void {
  states.set(uuid, state);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
