import { setImmediate as breathe } from 'node:timers/promises';
import type { Macro } from '@bellhop/contract';
import { expandVariables, type VariableValues } from '@bellhop/rules';
import { sha256 } from '../../lib/crypto.ts';
import { htmlToText } from '../../lib/html-text.ts';

/** Macros that a suggestion may be made of. */
const most = 5;
const longestContent = 2_000;

/** A macro with its words, as the provider gets it. */
export interface ChosenMacro {
  id: number;
  name: string;
  text: string;
}

/** What is chosen by. */
export type WrittenMacro = Pick<Macro, 'id' | 'name' | 'message_content'>;

/**
 * The macros that have most words in common with what was asked, rare words counting for more; none that has not at least two of them, or one
 * of its name. What variables stand for is no word of a macro.
 */
export async function chooseMacros<M extends WrittenMacro>(macros: readonly M[], asked: string): Promise<M[]> {
  const wanted = wordsOf(asked);
  const holders = new Map<string, number>();
  const near: { macro: M; shared: string[]; size: number }[] = [];
  for (const [macro, { all, name }] of await wordsOfAll(macros)) {
    const shared = [...all].filter((word) => wanted.has(word));
    for (const word of shared) holders.set(word, (holders.get(word) ?? 0) + 1);
    const isNear = shared.length >= 2 || shared.some((word) => name.has(word));
    if (isNear) near.push({ macro, shared, size: all.size });
  }
  const scoreOf = (shared: readonly string[]) => shared.reduce((sum, word) => sum + 1 / holders.get(word)!, 0);
  return near
    .map(({ macro, shared, size }) => ({ macro, score: scoreOf(shared) / Math.sqrt(size) }))
    .sort((one, other) => other.score - one.score || one.macro.id - other.macro.id)
    .slice(0, most)
    .map(({ macro }) => macro);
}

/** Macros in plain form, with what their variables stand for. */
export function written(macros: readonly WrittenMacro[], values: VariableValues): ChosenMacro[] {
  return macros
    .map(({ id, name, message_content }) => {
      const text = htmlToText(expandVariables(message_content, values));
      return { id, name, text: text.slice(0, longestContent) };
    })
    .filter(({ text }) => text !== '');
}

interface MacroWords {
  /** Of name and text. */
  all: ReadonlySet<string>;
  name: ReadonlySet<string>;
}

/** By what they were read from: a macro that was changed is another one, in every process at once. */
const known = new Map<string, MacroWords>();
const kept = 2_000;
/** So many are read before others have their turn: some 200 µs each. */
const atOnce = 10;

/** Of those that say something. */
async function wordsOfAll<M extends WrittenMacro>(macros: readonly M[]): Promise<[M, MacroWords][]> {
  const found: [M, MacroWords][] = [];
  let fresh = 0;
  for (const macro of macros) {
    if (macro.message_content === '') continue;
    const key = sha256(JSON.stringify([macro.name, macro.message_content])).toString('base64');
    let words = known.get(key);
    if (!words) {
      if (++fresh % atOnce === 0) await breathe();
      words = readWords(macro);
      if (known.size >= kept) known.clear();
      known.set(key, words);
    }
    found.push([macro, words]);
  }
  return found;
}

const nobody = { first_name: '', last_name: '', email: '' };
const nothing: VariableValues = {
  conversation: { reference_number: '', subject: '', priority: '', uuid: '' },
  contact: nobody,
  recipient: nobody,
  author: nobody,
};

function readWords({ name, message_content }: WrittenMacro): MacroWords {
  const text = htmlToText(expandVariables(message_content, nothing));
  return { all: wordsOf(`${name} ${text}`), name: wordsOf(name) };
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
