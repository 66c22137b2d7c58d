import type { ComposeMode } from '../../../drafts/draft.ts';
import { openComposer } from '../composer-state.ts';

/** What shall be done in the text of a reply or note. */
export type AiWish = { kind: 'suggest' } | { kind: 'rewrite'; prompt_key: string; title: string };

let waiting: { uuid: string; mode: ComposeMode; wish: AiWish } | undefined;
const listeners = new Set<() => void>();
const writing = new Set<string>();

/** Has it done by the editor that shows this text, as soon as that stands. */
export function wishForAi(uuid: string, mode: ComposeMode, wish: AiWish): void {
  waiting = { uuid, mode, wish };
  for (const listener of listeners) listener();
}

/** Has a reply suggested: in the composer, which opens for it. */
export function suggestReply(uuid: string): void {
  openComposer(uuid, 'reply');
  wishForAi(uuid, 'reply', { kind: 'suggest' });
}

/** What is to be done in this text now; once per wish. */
export function takeAiWish(uuid: string, mode: ComposeMode): AiWish | undefined {
  if (waiting?.uuid !== uuid || waiting.mode !== mode) return undefined;
  const { wish } = waiting;
  waiting = undefined;
  return wish;
}

/** Hears of wishes; answers how to stop. */
export function onAiWish(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Somebody has gone elsewhere: what was wished for there is not done later. */
export function dropAiWish(): void {
  waiting = undefined;
}

/** Says whether the editor shows a text that has not landed yet: what would be sent is not what stands there. */
export function setAiWriting(uuid: string, mode: ComposeMode, isWriting: boolean): void {
  if (isWriting) writing.add(`${uuid}.${mode}`);
  else writing.delete(`${uuid}.${mode}`);
}

/** Whether a text is on its way into the editor. */
export function isAiWriting(uuid: string, mode: ComposeMode): boolean {
  return writing.has(`${uuid}.${mode}`);
}
