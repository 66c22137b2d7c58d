/**
 * One word of a text as search knows it. `text` is folded: without case, accents and vowel signs that are left out at will.
 * Offsets are code units of the text it came from; `position` counts words.
 */
export interface Word {
  text: string;
  start: number;
  end: number;
  position: number;
}

/** Longest word that is told apart; longer ones are known by their beginning. */
const longestWord = 64;

/** Scripts that put no blanks between words. Their text is taken in pairs of characters (settled question 14). */
const unbroken =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Bopomofo}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}\\p{scx=Tibetan}\\p{scx=Javanese}\\p{scx=Yi}';
const unbrokenStart = new RegExp(`^[${unbroken}]`, 'v');
const pieces = new RegExp(
  `[[\\p{L}\\p{N}]&&[${unbroken}]][[\\p{L}\\p{M}\\p{N}]&&[${unbroken}\\p{M}]]*|[[\\p{L}\\p{M}\\p{N}]--[[\\p{L}\\p{N}]&&[${unbroken}]]]+`,
  'gv',
);
const plain = /[0-9A-Za-z]+/g;
const notPlain = /[\u0080-\uffff]/;

/**
 * The words of a text in their order. Letters, marks and digits make words, everything else parts them. A run of a script without
 * blanks gives each pair of neighbouring characters, and its last character alone, so that any part of the run is found as a row
 * of pairs.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let position = 0;
  if (!notPlain.test(text)) {
    for (const { 0: piece, index } of text.matchAll(plain)) {
      words.push(wordAt(piece.toLowerCase(), index, index + piece.length, ++position));
    }
    return words;
  }
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    const folded = fold(piece);
    if (folded === '') continue;
    if (!unbrokenStart.test(piece)) {
      words.push(wordAt(folded, index, index + piece.length, ++position));
      continue;
    }
    const characters = [...folded];
    const places = placesOf(piece, characters.length);
    for (const [i, character] of characters.entries()) {
      const next = characters[i + 1];
      const last = places[Math.min(i + 1, places.length - 1)]!;
      words.push({
        text: next === undefined ? character : character + next,
        start: index + places[i]!.start,
        end: index + (next === undefined ? places[i]!.end : last.end),
        position: ++position,
      });
    }
  }
  return words;
}

/** Whether a word comes from a script without blanks, in which beginnings of words mean nothing. */
export function isPair(word: string): boolean {
  return unbrokenStart.test(word);
}

const marks =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ŧ: 't',
  ς: 'σ',
};
const letter = /[ßæœøđðħıłþŧς]/g;
const noWord = /[^\p{L}\p{M}\p{N}]+/gu;

/** A word as it is compared: compatibility forms, case and accents undone, letters that few keyboards have written out. */
export function fold(word: string): string {
  if (!notPlain.test(word)) return word.toLowerCase();
  return word
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .replace(letter, (one) => letters[one]!)
    .normalize('NFC')
    .replace(noWord, '');
}

function wordAt(folded: string, start: number, end: number, position: number): Word {
  return { text: cut(folded), start, end, position };
}

function cut(word: string): string {
  if (word.length <= longestWord) return word;
  return word.slice(0, longestWord).replace(/[\ud800-\udbff]$/, '');
}

/** Where each of `count` characters lies in a piece; when folding changed their number, each stands for the whole. */
function placesOf(piece: string, count: number): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  let start = 0;
  for (const character of piece) {
    places.push({ start, end: start + character.length });
    start += character.length;
  }
  return places.length === count ? places : Array.from({ length: count }, () => ({ start: 0, end: piece.length }));
}
