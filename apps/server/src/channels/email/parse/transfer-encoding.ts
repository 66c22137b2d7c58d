import libbase64 from 'libbase64';
import libqp from 'libqp';

/**
 * Undoes a Content-Transfer-Encoding. Unknown names ("8", "7-bit", "foobar") are taken as identity; broken input gives
 * what can be read of it, never an error. The result may share memory with `body` when nothing had to be decoded.
 */
export function decodeTransferEncoding(body: Uint8Array, encoding: string): Uint8Array {
  const name = encoding
    .replaceAll(/\(.*?\)/g, '')
    .trim()
    .toLowerCase();
  if (name === 'base64') return decodeBase64(body);
  if (name === 'quoted-printable') return decodeQuotedPrintable(body);
  if (name === 'x-uuencode' || name === 'uuencode' || name === 'x-uue' || name === 'x-uu') return decodeUuencode(body);
  return body;
}

/**
 * Decodes quoted-printable (RFC 2045 6.7); an `=` that starts no valid escape is kept as text.
 *
 * In pieces, because libqp takes some twenty times the memory of its text: a large file would end the whole process.
 */
function decodeQuotedPrintable(body: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let start = 0, end = 0; start < body.length; start = end) {
    end = start + pieceLength(body.subarray(start, start + longestPiece + 1));
    pieces.push(libqp.decode(latin1(body.subarray(start, end)).replaceAll(keptBlanks, escapeBlanks)));
  }
  return Buffer.concat(pieces);
}

const longestPiece = 64 * 1024;

/** Cuts behind a line end, in a line without end before an escape. */
function pieceLength(bytes: Uint8Array): number {
  if (bytes.length <= longestPiece) return bytes.length;
  const lineEnd = bytes.lastIndexOf(0x0a);
  const cut = lineEnd >= 0 ? lineEnd + 1 : bytes.lastIndexOf(0x3d);
  return cut > 0 ? cut : bytes.length;
}

/** libqp drops blanks before its end of text, and looks for them in time quadratic in their number. */
const keptBlanks = /[\t ]{32,}|[\t ]+$/g;

function escapeBlanks(blanks: string): string {
  return blanks.replaceAll(' ', '=20').replaceAll('\t', '=09');
}

/** Decodes base64 made of one or several padded runs; text that is plainly not base64 comes back as it is. */
function decodeBase64(body: Uint8Array): Uint8Array {
  const ascii = latin1(body);
  return looksLikeBase64(ascii) ? libbase64.decode(ascii) : body;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

const base64SampleSize = 4096;

function looksLikeBase64(ascii: string): boolean {
  const sample = ascii.slice(0, base64SampleSize);
  const foreign = sample.match(/[^A-Za-z0-9+/=\s_-]/g)?.length ?? 0;
  const words = sample.trim().split(/[^\S\r\n]+/).length;
  return foreign * 20 < sample.length && words * 8 < sample.length + 8;
}

/** Own code, because no library of the family reads it. */
function decodeUuencode(body: Uint8Array): Uint8Array {
  const lines = latin1(body).split(/\r?\n/);
  const begin = lines.findIndex((line) => /^begin [0-7]{3,4} /.test(line));
  if (begin < 0) return body;
  const out: number[] = [];
  for (const line of lines.slice(begin + 1)) {
    const size = (line.charCodeAt(0) - 0x20) & 0x3f;
    if (line === '' || line === 'end' || size === 0) break;
    const start = out.length;
    for (let i = 1; i < line.length; i += 4) {
      const [a, b, c, d] = [0, 1, 2, 3].map((offset) => ((line.charCodeAt(i + offset) || 0x20) - 0x20) & 0x3f);
      out.push(((a! << 2) | (b! >> 4)) & 0xff, ((b! << 4) | (c! >> 2)) & 0xff, ((c! << 6) | d!) & 0xff);
    }
    out.length = Math.min(out.length, start + size);
  }
  return Uint8Array.from(out);
}
