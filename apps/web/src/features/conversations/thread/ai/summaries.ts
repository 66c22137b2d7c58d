import { useSyncExternalStore } from 'react';
import type { AiAnswer } from '../../../ai/index.ts';

/** A conversation summed up, and the moment that it was summed up at. */
export interface Summary {
  answer: AiAnswer;
  at: Date;
  /** Somebody has stopped it: more would have come. */
  isStopped: boolean;
}

let open: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
/** Made on this page: going back to a conversation asks nobody anew. */
const kept = new Map<string, Summary>();
const mostKept = 50;

/** Whether the summary of a conversation is to be shown. */
export function useIsSummaryOpen(uuid: string): boolean {
  return useSyncExternalStore(subscribe, () => open.has(uuid));
}

/** Shows the summary of a conversation, or puts it away. */
export function showSummary(uuid: string, isShown = true): void {
  const next = new Set(open);
  if (isShown) next.add(uuid);
  else next.delete(uuid);
  open = next;
  for (const listener of listeners) listener();
}

/** The summary that was made last; undefined when there is none yet. */
export function keptSummary(uuid: string): Summary | undefined {
  return kept.get(uuid);
}

/** Keeps a summary; undefined forgets it. */
export function keepSummary(uuid: string, summary: Summary | undefined): void {
  kept.delete(uuid);
  if (summary) kept.set(uuid, summary);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
