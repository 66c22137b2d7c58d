import type { Macro } from '@bellhop/contract';

/** Macros that a suggestion may be made of. */
const most = 5;
const longestContent = 2_000;

/** A macro with its words, as the provider gets it. */
export interface ChosenMacro {
  id: number;
  name: string;
  text: string;
}

/**
 * The macros that have most words in common with what was asked, rare words counting for more; none that has not at least two of them, or one
 * of its name.
 */
export function chooseMacros(macros: readonly ChosenMacro[], asked: string): ChosenMacro[] {
  const wanted = wordsOf(asked);
  const read = macros.map((macro) => ({
    macro,
    words: wordsOf(`${macro.name} ${macro.text}`),
    name: wordsOf(macro.name),
  }));
  const holders = new Map<string, number>();
  for (const { words } of read) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  const weight = (word: string) => 1 / holders.get(word)!;
  return read
    .map(({ macro, words, name }) => {
      const shared = [...words].filter((word) => wanted.has(word));
      const isNear = shared.length >= 2 || shared.some((word) => name.has(word));
      return { macro, score: isNear ? shared.reduce((sum, word) => sum + weight(word), 0) / Math.sqrt(words.size) : 0 };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.macro.id - other.macro.id)
    .slice(0, most)
    .map(({ macro }) => ({ ...macro, text: macro.text.slice(0, longestContent) }));
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words of four letters and more, in one case and without accents; shorter ones where a script needs few. */
function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  const plain = text.slice(0, 20_000).toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  for (const { segment, isWordLike } of segmenter.segment(plain)) {
    if (isWordLike && (segment.length >= 4 || (segment.length >= 2 && /[^\p{Script=Latin}\p{N}]/u.test(segment))))
      words.add(segment);
  }
  return words;
}

/** Those with words to send, in their plain form. */
export function writtenMacros(macros: readonly Macro[], toText: (html: string) => string): ChosenMacro[] {
  return macros
    .filter(({ message_content }) => message_content !== '')
    .map(({ id, name, message_content }) => ({ id, name, text: toText(message_content) }))
    .filter(({ text }) => text !== '');
}
