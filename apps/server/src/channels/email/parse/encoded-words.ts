import { cleanText, decodeCharset } from './charset.ts';
import { decodeQuotedPrintable } from './transfer-encoding.ts';

/**
 * Decodes the RFC 2047 encoded words of a header value; everything else stays as it is.
 *
 * The bytes of neighbouring words of one charset are joined before decoding, because senders split in the middle of a
 * character. Blanks between neighbouring words vanish, a word that cannot be decoded stays as text, and a
 * word inside the result is not decoded again.
 */
export function decodeEncodedWords(value: string): string {
  if (!value.includes('=?')) return value;
  let out = '';
  let position = 0;
  let run: WordRun | null = null;
  for (const match of value.matchAll(encodedWord)) {
    const [whole, label, encoding, text] = match as unknown as [string, string, string, string];
    const isBase64 = encoding.toLowerCase() === 'b';
    if (isBase64 && !/^[A-Za-z0-9+/=\s_-]*$/.test(text)) continue;
    const between = value.slice(position, match.index);
    const charset = label.toLowerCase().replace(/\*.*$/, '');
    if (run !== null && (run.charset !== charset || between.trim() !== '')) {
      out += closeRun(run);
      run = null;
    }
    if (run === null && (between.trim() !== '' || position === 0)) out += between;
    run ??= { charset, pieces: [], base64: '' };
    if (isBase64) addBase64(run, text.replaceAll(/\s/g, ''));
    else addQuoted(run, text);
    position = match.index + whole.length;
  }
  if (run !== null) out += closeRun(run);
  return cleanText(out + value.slice(position));
}

/** Lengths are bounded so that a header full of `=?` costs linear time; Q text may illegally hold blanks. */
const encodedWord = /=\?([\w.:*-]{1,60})\?([bq])\?([^?\r\n]{0,65536})\?=/gi;

interface WordRun {
  charset: string;
  pieces: Uint8Array[];
  /** Base64 text whose last quantum may go on in the next word. */
  base64: string;
}

function addBase64(run: WordRun, text: string): void {
  const goesOn = run.base64.length % 4 !== 0 && (run.base64.length + text.length) % 4 === 0;
  if (!goesOn) flushBase64(run);
  run.base64 += text;
  if (text.endsWith('=')) flushBase64(run);
}

function addQuoted(run: WordRun, text: string): void {
  flushBase64(run);
  run.pieces.push(decodeQuotedPrintable(Buffer.from(text.replaceAll('_', ' '), 'utf8')));
}

function flushBase64(run: WordRun): void {
  if (run.base64 !== '') run.pieces.push(Buffer.from(run.base64, 'base64'));
  run.base64 = '';
}

function closeRun(run: WordRun): string {
  flushBase64(run);
  return decodeCharset(Buffer.concat(run.pieces), run.charset);
}
