import { beginsHeaderBlock, isFromLine } from './header-block.ts';

/** A stretch of a plain text mail. `isFolded` ones wait behind "…". */
export interface TextPart {
  kind: 'text' | 'quote' | 'signature';
  text: string;
  isFolded: boolean;
}

/** Separators behind which a mail program puts the mail that is answered. Forwards have others: they are the message. */
export const originalMessage =
  /^-{2,}\s*(original message|original-nachricht|ursprüngliche nachricht|message d'origine|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|wiadomość oryginalna|исходное сообщение|元のメッセージ|原始邮件)\s*-{2,}$/i;
const outlookLine = /^_{10,}$/;
const headerLine = /^\*?\p{L}[\p{L} ]{0,12}\*?\s?[::]\s?\S/u;

/** Longest signature, in lines: a `-- ` further up is part of the text. */
const longestSignature = 20;
const longestAttribution = 300;
const blanksInQuote = 4;

/**
 * A plain text mail in parts: quoted history (`>` lines with their "… wrote:" line, or what follows an "original
 * message" separator) and a signature after `-- ` are folded when they stand at the end or the beginning. Quotes that
 * are answered piece by piece stay open. Nothing is folded when nothing would be left to read.
 */
export function splitPlainText(text: string): TextPart[] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  const tail = tailStart(lines);
  const parts = partsOf(lines.slice(0, tail));
  if (tail < lines.length) parts.push(part('quote', lines.slice(tail), true));
  foldSignature(parts);
  foldOuterQuotes(parts);
  const shown = parts.filter(({ text: own }) => own.trim() !== '');
  const hasRest = shown.some(({ isFolded }) => !isFolded);
  return hasRest ? shown : shown.map((one) => ({ ...one, isFolded: false }));
}

function part(kind: TextPart['kind'], lines: readonly string[], isFolded = false): TextPart {
  return { kind, text: lines.join('\n'), isFolded };
}

/** Where an unmarked original begins; the number of lines when there is none. */
function tailStart(lines: readonly string[]): number {
  const at = lines.findIndex((line, index) => {
    if (originalMessage.test(line.trim())) return true;
    if (isFromLine(line) && beginsHeaderBlock(lines.slice(index, index + 16))) return true;
    if (!outlookLine.test(line.trim())) return false;
    return lines.slice(index + 1, index + 4).filter((next) => headerLine.test(next.trim())).length >= 2;
  });
  return at < 0 ? lines.length : at;
}

/** Text and quotes in turn; a line that introduces a quote belongs to it. */
function partsOf(lines: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let start = 0;
  while (start < lines.length) {
    const isQuote = isQuoted(lines[start]!);
    let end = start + 1;
    while (end < lines.length && belongsToRun(lines, end, isQuote)) end += 1;
    const text = parts.at(-1);
    const run = lines.slice(start, end);
    const intro = isQuote && text?.kind === 'text' ? takeAttribution(text) : [];
    parts.push(part(isQuote ? 'quote' : 'text', [...intro, ...run]));
    start = end;
  }
  return parts;
}

/** A few blank lines between two quoted lines belong to the quote. */
function belongsToRun(lines: readonly string[], index: number, isQuote: boolean): boolean {
  if (isQuoted(lines[index]!)) return isQuote;
  if (!isQuote) return true;
  for (let at = index; at < Math.min(index + blanksInQuote, lines.length); at += 1) {
    if (lines[at]!.trim() !== '') return isQuoted(lines[at]!);
  }
  return false;
}

function isQuoted(line: string): boolean {
  return /^\s?[>＞]/.test(line);
}

/**
 * Takes "On 3 March 2026 at 9:05, Ana Reed <ana@x.example> wrote:" from the end of a text: one to three lines, the last
 * ending in a colon, with a date, a time or an address in them. So it works in every language.
 */
function takeAttribution(text: TextPart): string[] {
  const lines = text.text.split('\n');
  let end = lines.length;
  while (end > 0 && lines[end - 1]!.trim() === '') end -= 1;
  if (lines.length - end > 1 || !/[::]\s*$/.test(lines[end - 1] ?? '')) return [];
  for (let count = 1; count <= 3 && count <= end; count += 1) {
    const taken = lines.slice(end - count, end);
    if (taken[0]!.trim() === '') return [];
    const joined = taken.join(' ');
    if (joined.length > longestAttribution) return [];
    const isWhole = /@|\d{4}|\d{1,2}[:.h]\d{2}/.test(joined);
    const before = lines[end - count - 1];
    if (isWhole && (before === undefined || before.trim() === '')) {
      text.text = lines.slice(0, end - count).join('\n');
      return lines.slice(end - count);
    }
  }
  return [];
}

/** The signature stands after the last `-- ` of the last text (RFC 3676; some servers cut the blank). */
function foldSignature(parts: TextPart[]): void {
  const at = parts.findLastIndex(({ kind, text }) => kind === 'text' && text.trim() !== '');
  const last = parts[at];
  if (!last) return;
  const lines = last.text.split('\n');
  const dashes = lines.findLastIndex((line) => /^--\s?$/.test(line));
  if (dashes < 0 || lines.length - dashes > longestSignature) return;
  last.text = lines.slice(0, dashes).join('\n');
  parts.splice(at + 1, 0, part('signature', lines.slice(dashes), true));
}

/** Folds the quote at the end, or the only one when it stands at the beginning; quotes answered piece by piece stay. */
function foldOuterQuotes(parts: readonly TextPart[]): void {
  const solid = parts.filter(({ kind, text }) => kind !== 'signature' && text.trim() !== '');
  const quotes = solid.filter(({ kind }) => kind === 'quote');
  const last = solid.at(-1);
  if (last?.kind === 'quote') last.isFolded = true;
  else if (quotes.length === 1 && solid[0] === quotes[0]) quotes[0]!.isFolded = true;
}
