import type { ThreadEntry } from './thread-entries.ts';

/** Entries that are drawn or left out together while a long thread is scrolled. */
export interface EntryGroup {
  key: string;
  entries: readonly ThreadEntry[];
}

/** A page of older messages makes a group; what comes at the end fills the last one up to the other number. */
const groupSize = 30;
const fullGroup = 45;

/**
 * Entries in groups. One that stood in a group before stays in it, so that nothing is built anew as the thread grows at
 * either end; a day goes with the entry behind it. Groups in which nothing has changed are the same objects.
 */
export function groupEntries(before: readonly EntryGroup[], entries: readonly ThreadEntry[]): EntryGroup[] {
  const places = new Map<string, number>();
  before.forEach((group, at) => {
    for (const { kind, key } of group.entries) if (kind !== 'day') places.set(key, at);
  });
  const groups: { key: string; at: number; entries: ThreadEntry[] }[] = [];
  const head: ThreadEntry[] = [];
  let days: ThreadEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'day') {
      days.push(entry);
      continue;
    }
    const at = places.get(entry.key);
    const current = groups.at(-1);
    const known = at === undefined || at <= (current?.at ?? -1) ? undefined : before[at];
    if (known && at !== undefined) groups.push({ key: known.key, at, entries: [...days, entry] });
    else if (!current) head.push(...days, entry);
    else if (at === undefined && current.entries.length >= fullGroup)
      groups.push({ key: entry.key, at: current.at, entries: [...days, entry] });
    else current.entries.push(...days, entry);
    days = [];
  }
  (groups.at(-1)?.entries ?? head).push(...days);
  return [...headGroups(head), ...groups.map((group) => kept(before[group.at], group))];
}

/** What stands before everything that stood there before, in groups from its end. */
function headGroups(entries: readonly ThreadEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  for (let end = entries.length; end > 0; ) {
    let start = Math.max(0, end - groupSize);
    while (start > 0 && entries[start - 1]?.kind === 'day') start -= 1;
    const part = entries.slice(start, end);
    groups.unshift({ key: (part.find(({ kind }) => kind !== 'day') ?? part[0])!.key, entries: part });
    end = start;
  }
  return groups;
}

function kept(old: EntryGroup | undefined, group: EntryGroup): EntryGroup {
  const isSame =
    old?.key === group.key &&
    old.entries.length === group.entries.length &&
    old.entries.every((entry, at) => shows(entry, group.entries[at]!));
  return isSame ? old : { key: group.key, entries: group.entries };
}

/** Whether two entries are drawn the same. */
function shows(a: ThreadEntry, b: ThreadEntry): boolean {
  if (a.key !== b.key) return false;
  if (a.kind === 'message') return b.kind === 'message' && a.message === b.message;
  if (a.kind === 'day') return b.kind === 'day';
  return (
    b.kind === 'events' && a.events.length === b.events.length && a.events.every((one, at) => one === b.events[at])
  );
}

const messageRoom = 84;
const lineRoom = 24;
const lineLength = 80;
const mostLines = 12;
const lineOfEvents = 32;

/** About how high a group will be, in px, before anybody has seen it. */
export function guessGroupHeight({ entries }: EntryGroup): number {
  const heightOf = (entry: ThreadEntry) =>
    entry.kind === 'message'
      ? messageRoom + lineRoom * Math.min(mostLines, Math.ceil(entry.message.text_content.length / lineLength))
      : lineOfEvents;
  return entries.reduce((sum, entry) => sum + heightOf(entry), 0);
}
