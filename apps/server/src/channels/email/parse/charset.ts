import iconv from 'iconv-lite';

/**
 * Decodes the bytes of a mail by their charset label: never throws, never returns NUL or broken UTF-16 (behaviour 1.6).
 *
 * Labels are read as the WHATWG encoding standard does, because mail agrees with browsers on them (ISO-8859-1 means
 * windows-1252, gb2312 means gbk). iconv-lite adds UTF-7 and UTF-16 of unknown byte order; HZ and ISO-2022-KR, which
 * neither has, are turned into the charset beneath them here.
 * A label that the bytes contradict is not believed: valid UTF-8 beats Latin-1, and broken UTF-8 becomes windows-1252.
 */
export function decodeCharset(bytes: Uint8Array, label: string | null): string {
  return cleanText(decodeLabelled(bytes, normaliseLabel(label)));
}

/** Removes what PostgreSQL refuses to store: NUL, and halves of surrogate pairs (behaviour 1.6, encoding). */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** True when the bytes are strictly valid UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const labelAliases: Record<string, string> = {
  'ansi_x3.4-1968': 'us-ascii',
  'iso646-us': 'us-ascii',
  ascii: 'us-ascii',
  hz: 'hz-gb-2312',
  'unicode-1-1-utf-7': 'utf-7',
  'x-unicode-1-1-utf-7': 'utf-7',
  csiso2022kr: 'iso-2022-kr',
  utf8mb4: 'utf-8',
  utf8mb3: 'utf-8',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  'x-windows-949': 'euc-kr',
  cp932: 'shift_jis',
  cp936: 'gbk',
  ms936: 'gbk',
  cp950: 'big5',
  'x-mac-roman': 'macintosh',
  'utf-16le': 'utf-16',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-2022-jp-3': 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
};

function normaliseLabel(label: string | null): string {
  const lower = (label ?? '')
    .toLowerCase()
    .replaceAll(/["'\s]/g, '')
    .replace(/^charset=/, '')
    .replace(/\*.*$/, '');
  const known = labelAliases[lower];
  if (known !== undefined) return known;
  return lower
    .replace(/^(?:win(?:dows)?|cp|x-cp)[-_]?(125\d|874)$/, 'windows-$1')
    .replace(/^iso[-_]?8859[-_]?(\d+)(.*)$/, 'iso-8859-$1$2');
}

function decodeLabelled(bytes: Uint8Array, label: string): string {
  if (label === 'hz-gb-2312') return decodeHz(bytes);
  if (label === 'iso-2022-kr') return decodeIso2022Kr(bytes);
  if (label === 'utf-7' && !hasHighByte(bytes)) return iconv.decode(bytes, 'utf-7');
  if (label === 'utf-16') return iconv.decode(bytes, 'utf-16');
  const decoder = openDecoder(label);
  if (decoder === null || decoder.encoding === 'utf-8') return decodeUnlabelled(bytes);
  const text = decoder.decode(bytes);
  const isLatin = decoder.encoding === 'windows-1252' || decoder.encoding === 'iso-8859-15';
  if ((isLatin && hasHighByte(bytes)) || text.includes('\uFFFD')) {
    if (isUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes);
  }
  return text;
}

function openDecoder(label: string): TextDecoder | null {
  if (label === '' || label === 'us-ascii') return null;
  try {
    const decoder = new TextDecoder(label);
    return decoder.encoding === 'replacement' ? null : decoder;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** No usable label: UTF-8, else windows-1252 (behaviour 1.6). Escape sequences give ISO-2022-JP away. */
function decodeUnlabelled(bytes: Uint8Array): string {
  if (isUtf8(bytes)) {
    const isJis =
      bytes.includes(0x1b) && ['\x1b$B', '\x1b$@'].some((designation) => latin1(bytes).includes(designation));
    return new TextDecoder(isJis ? 'iso-2022-jp' : 'utf-8').decode(bytes);
  }
  const lossy = new TextDecoder('utf-8').decode(bytes);
  // One truncated character in a long UTF-8 mail must not turn the rest into windows-1252.
  const broken = countMatches(lossy, /\uFFFD/g);
  const whole = countMatches(lossy, /\P{ASCII}/gu) - broken;
  return whole > broken ? lossy : new TextDecoder('windows-1252').decode(bytes);
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function hasHighByte(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte > 0x7f);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** RFC 1843: `~{` opens two-byte GB 2312 in seven bits, `~}` or the line end closes it, `~~` is a tilde. */
function decodeHz(bytes: Uint8Array): string {
  const gbk = latin1(bytes).replaceAll(/~([~\n}])|~\{(.*?)(?:~\}|$)/gm, (_whole, escaped?: string, run = '') =>
    escaped === '~' ? '~' : withHighBits(run),
  );
  return new TextDecoder('gbk').decode(Buffer.from(gbk, 'latin1'));
}

/** RFC 1557: a designation `ESC $ ) C`, then SO opens two-byte KS X 1001, SI or the line end closes it. */
function decodeIso2022Kr(bytes: Uint8Array): string {
  const [start, ...runs] = latin1(bytes).replaceAll('\x1b$)C', '').split('\x0e');
  const eucKr = runs.map((run) => {
    const [double, ...single] = run.split('\x0f');
    return [double!.replace(/^.*/, withHighBits), ...single].join('');
  });
  return new TextDecoder('euc-kr').decode(Buffer.from([start!.replaceAll('\x0f', ''), ...eucKr].join(''), 'latin1'));
}

function withHighBits(run: string): string {
  return run.replaceAll(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) | 0x80));
}
