import type { EmojiEntry } from './emoji-entry.ts';

/** Emoji whose names or further words have a word that begins with each word of the query, the nearest first. */
export function searchEmoji(entries: readonly EmojiEntry[], query: string): readonly EmojiEntry[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [];
  const whole = wanted.join(' ');
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted, whole) }))
    .filter(({ rank }) => rank < none)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** The emoji that a short name stands for, as it is written between two colons. */
export function emojiNamed(entries: readonly EmojiEntry[], shortName: string): EmojiEntry | undefined {
  const wanted = shortName.toLowerCase();
  return entries.find(({ names }) => names.slice(1).includes(wanted));
}

const none = 5;

/** Below 2 for the beginning of a name, the less of it is left the nearer; 2 for its words, 3 for further words. */
function rankOf({ names, tags }: EmojiEntry, wanted: readonly string[], whole: string): number {
  const said = names.map((name) => wordsOf(name));
  const begun = said.map((words) => words.join(' ')).filter((name) => name.startsWith(whole));
  if (begun.length > 0) return 1 - whole.length / Math.min(...begun.map((name) => name.length));
  if (holds(said.flat(), wanted)) return 2;
  return holds([...said.flat(), ...tags.flatMap(wordsOf)], wanted) ? 3 : none;
}

function holds(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((one) => words.some((word) => word.startsWith(one)));
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}+-]+/u)
    .filter(Boolean);
}
