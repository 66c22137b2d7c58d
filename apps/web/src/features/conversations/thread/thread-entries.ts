import type { Message } from '@bellhop/contract';
import type { InfiniteData } from '@tanstack/react-query';
import type { MessagePage } from '../conversations.api.ts';

/** The loaded pages of a thread; how they were asked for does not matter here. */
export type ThreadData = Pick<InfiniteData<MessagePage>, 'pages'>;

/** What stands in the thread: a letter, or a run of activities. */
export type ThreadEntry =
  | { kind: 'message'; key: string; message: Message }
  | { kind: 'events'; key: string; events: readonly Message[] };

/** The loaded entries, oldest first, each once: pages overlap when something came between two fetches (wire B 3.2). */
export function messagesOf(data: ThreadData): Message[] {
  const seen = new Map<string, Message>();
  for (const page of data.pages) {
    for (const message of page.results) if (!seen.has(message.uuid)) seen.set(message.uuid, message);
  }
  // The server's order breaks ties within one moment; turned round, the sort keeps it.
  return [...seen.values()].reverse().sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
}

/**
 * Messages one by one, activities that follow each other together. A run is named by its last one, which stays when older
 * ones are loaded; the run at the end grows and is named by its place.
 */
export function entriesOf(messages: readonly Message[]): ThreadEntry[] {
  const entries: ThreadEntry[] = [];
  for (const message of messages) {
    const last = entries.at(-1);
    if (message.type !== 'activity') entries.push({ kind: 'message', key: message.uuid, message });
    else if (last?.kind === 'events')
      entries[entries.length - 1] = { ...last, key: message.uuid, events: [...last.events, message] };
    else entries.push({ kind: 'events', key: message.uuid, events: [message] });
  }
  const end = entries.at(-1);
  if (end?.kind === 'events') entries[entries.length - 1] = { ...end, key: 'end' };
  return entries;
}

/** How many entries the server still holds beyond those loaded. */
export function earlierCount(data: ThreadData): number {
  const loaded = new Set(data.pages.flatMap((page) => page.results.map((message) => message.uuid))).size;
  return Math.max(0, (data.pages[0]?.total ?? 0) - loaded);
}
