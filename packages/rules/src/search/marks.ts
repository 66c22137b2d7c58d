import { isPair, type Word, wordsOf } from './words.ts';

/** Words that follow each other in a hit; with `is_prefix` the last one may go on. */
export interface Phrase {
  words: readonly string[];
  is_prefix: boolean;
}

/** What a text's `[start, end)` marks are made of, in code units. */
export type MarkList = [start: number, end: number][];

/** The phrase that a typed text means; null when it holds no word. */
export function phraseOf(text: string, isPrefix: boolean): Phrase | null {
  const found = wordsOf(text);
  if (found.length === 0) return null;
  const words = found.map((word) => word.text);
  const [last, before] = [found.at(-1)!, found.at(-2)];
  if (!isPair(last.text)) return { words, is_prefix: isPrefix };
  // A run's last character alone is the end of a longer run as well as the beginning of a pair: after a pair it says nothing new.
  const isEndOfRun = before !== undefined && isPair(before.text) && before.end > last.start;
  return isEndOfRun ? { words: words.slice(0, -1), is_prefix: false } : { words, is_prefix: true };
}

/** Where a text shows the phrases: in order, merged where they meet. */
export function markPhrases(text: string, phrases: readonly Phrase[]): MarkList {
  const words = wordsOf(text);
  const marks: MarkList = [];
  for (const [index, word] of words.entries()) {
    for (const phrase of phrases) {
      if (!beginsAt(words, index, phrase)) continue;
      marks.push([word.start, Math.max(...words.slice(index, index + phrase.words.length).map((one) => one.end))]);
    }
  }
  return merged(marks);
}

function beginsAt(words: readonly Word[], index: number, { words: wanted, is_prefix }: Phrase): boolean {
  return wanted.every((text, offset) => {
    const word = words[index + offset]?.text;
    if (word === undefined) return false;
    return is_prefix && offset === wanted.length - 1 ? word.startsWith(text) : word === text;
  });
}

function merged(marks: MarkList): MarkList {
  const result: MarkList = [];
  for (const [start, end] of marks.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

/** How far before the first hit an excerpt begins, in code units. */
const lead = 40;
const gap = '…';

/**
 * The part of a text round its first hit, at most `most` code units with the signs that show where it was cut; blanks are drawn
 * together. Without a hit it is the beginning.
 */
export function excerpt(text: string, phrases: readonly Phrase[], most: number): { text: string; marks: MarkList } {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const hit = firstHit(line, phrases);
  const start = line.length <= most || hit <= lead ? 0 : wordStart(line, hit - lead, hit);
  const head = start > 0 ? gap : '';
  const rest = line.slice(start);
  const room = most - head.length;
  const shown = rest.length <= room ? rest : `${whole(rest.slice(0, room - gap.length))}${gap}`;
  const result = head + shown;
  return { text: result, marks: markPhrases(result, phrases) };
}

/** Read at once when the first hit is looked for: most hits lie early in long texts. */
const stretch = 4_000;
/** Longest hit that may begin in one stretch and end in the next. */
const overlap = 400;

/** Where the first hit begins; 0 when there is none. */
function firstHit(line: string, phrases: readonly Phrase[]): number {
  if (phrases.length === 0) return 0;
  for (let from = 0; from < line.length; from += stretch) {
    const begin = from === 0 ? 0 : wordStart(line, from, line.length);
    const mark = markPhrases(line.slice(begin, from + stretch + overlap), phrases)[0];
    if (mark) return begin + mark[0];
  }
  return 0;
}

/** The first beginning of a word from `from` on, but not beyond `to`, and never the second half of a character. */
function wordStart(line: string, from: number, to: number): number {
  const blank = line.indexOf(' ', from);
  const start = blank >= 0 && blank < to ? blank + 1 : from;
  return /[\udc00-\udfff]/.test(line[start] ?? '') ? start + 1 : start;
}

/** Without the half of a character, or the marks without their letter, that a cut may leave at the end. */
function whole(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '').trimEnd();
}
