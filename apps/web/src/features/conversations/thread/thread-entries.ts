import type { Message } from '@bellhop/contract';
import type { InfiniteData } from '@tanstack/react-query';
import type { MessagePage } from '../conversations.api.ts';

/** The loaded pages of a thread; how they were asked for does not matter here. */
export type ThreadData = Pick<InfiniteData<MessagePage>, 'pages'>;

/** What stands in the thread: a day, a letter, or a run of activities. */
export type ThreadEntry =
  | { kind: 'day'; key: string; at: string }
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
 * Messages one by one, activities that follow each other together, and before the first of each calendar day that day. A
 * run is named by its first one: it grows at its end, and what has been unfolded stays so. While older ones may follow
 * before it, the first run is named by its last one instead.
 */
export function entriesOf(messages: readonly Message[], { hasOlder = false } = {}): ThreadEntry[] {
  const entries: ThreadEntry[] = [];
  let day = '';
  for (const message of messages) {
    const own = dayOf(message.created_at);
    if (own !== day) entries.push({ kind: 'day', key: `day-${own}`, at: message.created_at });
    day = own;
    const last = entries.at(-1);
    if (message.type !== 'activity') entries.push({ kind: 'message', key: message.uuid, message });
    else if (last?.kind === 'events') entries[entries.length - 1] = { ...last, events: [...last.events, message] };
    else entries.push({ kind: 'events', key: message.uuid, events: [message] });
  }
  const first = entries[1];
  if (hasOlder && first?.kind === 'events') entries[1] = { ...first, key: first.events.at(-1)!.uuid };
  return entries;
}

/** The entry in which a message stands. */
export function entryWith(entries: readonly ThreadEntry[], uuid: string): ThreadEntry | undefined {
  return entries.find((entry) =>
    entry.kind === 'events'
      ? entry.events.some((event) => event.uuid === uuid)
      : entry.kind === 'message' && entry.message.uuid === uuid,
  );
}

/** The calendar day of a moment on this device. */
function dayOf(at: string): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** How many entries the server holds before those loaded; undefined where later ones are missing, too. */
export function earlierCount(data: ThreadData): number | undefined {
  if (data.pages[0]?.has_newer) return undefined;
  const loaded = new Set(data.pages.flatMap((page) => page.results.map((message) => message.uuid))).size;
  return Math.max(0, (data.pages[0]?.total ?? 0) - loaded);
}
