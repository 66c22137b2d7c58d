import { decodeCharset, isUtf8 } from './charset.ts';
import { decodeEncodedWords } from './encoded-words.ts';
import { readHeaderBlock } from './header-block.ts';

/** Header fields in their order, decoded, and the whole source as text: UTF-8 when it is, else windows-1252. */
export function describeMail(raw: Uint8Array): { headers: { name: string; value: string }[]; source: string } {
  const { fields } = readHeaderBlock(raw, 0, raw.byteLength);
  const headers = fields.map(({ name, value }) => ({ name, value: decodeEncodedWords(value) }));
  return { headers, source: decodeCharset(raw, isUtf8(raw) ? 'utf-8' : null) };
}
