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

/** Decodes quoted-printable (RFC 2045 6.7); an `=` that starts no valid escape is kept as text. */
export function decodeQuotedPrintable(body: Uint8Array): Uint8Array {
  const out = new Uint8Array(body.length);
  let length = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!;
    if (byte !== 0x3d) {
      out[length++] = byte;
      continue;
    }
    const high = hexValue(body[i + 1]);
    const low = hexValue(body[i + 2]);
    if (high >= 0 && low >= 0) {
      out[length++] = high * 16 + low;
      i += 2;
      continue;
    }
    const lineEnd = softBreakEnd(body, i + 1);
    if (lineEnd > 0) i = lineEnd - 1;
    else out[length++] = byte;
  }
  return out.subarray(0, length);
}

/** Decodes base64 made of one or several padded runs; text that is plainly not base64 comes back as it is. */
export function decodeBase64(body: Uint8Array): Uint8Array {
  const ascii = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  if (!looksLikeBase64(ascii)) return body;
  const padding = ascii.indexOf('=');
  if (padding < 0 || /^[=\s]*$/.test(ascii.slice(padding))) return Buffer.from(ascii, 'base64');
  // A run that ends in padding is complete: the decoder would stop there and drop the runs that follow.
  const runs = ascii.replaceAll(/\s+/g, '').split(/(?<==)(?=[^=])/);
  return Buffer.concat(runs.map((run) => Buffer.from(run, 'base64')));
}

const base64SampleSize = 4096;

function looksLikeBase64(ascii: string): boolean {
  const sample = ascii.slice(0, base64SampleSize);
  const foreign = sample.match(/[^A-Za-z0-9+/=\s_-]/g)?.length ?? 0;
  const words = sample.trim().split(/[^\S\r\n]+/).length;
  return foreign * 20 < sample.length && words * 8 < sample.length + 8;
}

/** Position after a soft line break that may have trailing blanks before it, or -1. */
function softBreakEnd(body: Uint8Array, from: number): number {
  let i = from;
  while (body[i] === 0x20 || body[i] === 0x09) i++;
  if (i >= body.length) return i;
  if (body[i] === 0x0d) return body[i + 1] === 0x0a ? i + 2 : i + 1;
  return body[i] === 0x0a ? i + 1 : -1;
}

function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  if (byte >= 0x41 && byte <= 0x46) return byte - 0x37;
  if (byte >= 0x61 && byte <= 0x66) return byte - 0x57;
  return -1;
}

function decodeUuencode(body: Uint8Array): Uint8Array {
  const lines = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1').split(/\r?\n/);
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
