import libmime from 'libmime';
import { cleanText, decodeCharset } from './charset.ts';

/** Decodes the RFC 2047 encoded words of a header value; what cannot be decoded stays as text. */
export function decodeEncodedWords(value: string): string {
  return value.includes('=?') ? cleanText(wordReader.decodeWords(value)) : value;
}

/** libmime's reader of words and parameters, with what real mail needs beyond it: charsets as `decodeCharset` reads them. */
class WordReader extends libmime.Libmime {
  override decodeWords(value: string): string {
    return super.decodeWords(value.replace(dottedLabel, underscored).replace(neighbours, padded));
  }

  override decodeWord(charset: string, encoding: libmime.MimeWordEncoding, text: string): string {
    if (/b/i.test(encoding) && /[^A-Za-z0-9+/=\s_-]/.test(text)) return `=?${charset}?${encoding}?${text}?=`;
    // The charset "binary" hands out the decoded bytes as they are, one character each.
    return decodeCharset(Buffer.from(super.decodeWord('binary', encoding, text), 'latin1'), charset);
  }
}

export const wordReader = new WordReader();

/** libmime leaves words alone whose label holds a dot or colon (ANSI_X3.4-1968, ISO_8859-2:1987). */
const dottedLabel = /=\?[\w.:*-]{1,60}(?=\?[bq]\?)/gi;

function underscored(label: string): string {
  return label.replace(/:\d{4}$/, '').replaceAll(/[.:]/g, '_');
}

/** libmime joins the text of neighbouring base64 words: one that lacks its padding would shift the next. */
const neighbours = /(=\?[^?]+\?b\?)([^?=]*)(?=\?=\s*=\?[^?]+\?b\?([^?]*)\?=)/gi;

function padded(whole: string, _start: string, text: string, next: string): string {
  const isCutInQuantum = (text.length + next.length) % 4 === 0;
  return text.length % 4 === 0 || isCutInQuantum ? whole : `${whole}=`;
}
