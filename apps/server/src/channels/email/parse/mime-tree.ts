import { readHeaderBlock } from './header-block.ts';
import { describePart, isMultipart, type MimePart } from './mime-part.ts';

/** Limits of behaviour 1.6: beyond them nothing is descended into, the rest stays one piece. */
export interface MimeLimits {
  parts: number;
  depth: number;
}

export const mimeLimits: MimeLimits = { parts: 100, depth: 20 };

/** The tree of a mail, what was left unread because of the limits, and warnings (never mail content). */
export interface MimeTree {
  root: MimePart;
  /** Parts that were only looked at for their name and size. */
  skipped: SkippedPart[];
  warnings: string[];
}

export interface SkippedPart {
  part: MimePart;
  reason: 'too_many_parts' | 'nested_too_deep';
}

/**
 * Reads a whole mail into its MIME tree. Never throws: broken structure gives the tree that a patient reader would see.
 *
 * Own code rather than mailsplit, which fails at its limits where the rules skip, guesses no boundary, refuses delimiters
 * with blanks behind them, and reads asynchronously where the salvage must not (docs/decisions/0007-reading-mime.md).
 * A multipart without a single delimiter is read as text; message/rfc822 is a leaf (behaviour 1.6).
 */
export function readMimeTree(raw: Uint8Array, limits: MimeLimits = mimeLimits): MimeTree {
  const tree: MimeTree = { root: readPart(raw, 'text/plain', null), skipped: [], warnings: [] };
  const fallbackCharset = tree.root.charset;
  let partCount = 0;

  const descend = (part: MimePart, depth: number): void => {
    for (const name of part.header.cut_fields) tree.warnings.push(`header field ${name} is too long and was cut`);
    if (!isMultipart(part)) return;
    const { ranges, boundary } = splitMultipart(part.body, part.boundary);
    if (ranges.length === 0) {
      tree.warnings.push(`${part.content_type} without parts is read as text`);
      part.content_type = 'text/plain';
      return;
    }
    if (boundary !== part.boundary) tree.warnings.push('multipart boundary was guessed');
    const childType = part.content_type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
    for (const range of ranges) {
      const child = readChild(range, childType, fallbackCharset);
      partCount++;
      const isTooDeep = depth + 1 > limits.depth && isMultipart(child);
      if (partCount > limits.parts || isTooDeep) {
        tree.skipped.push({ part: child, reason: isTooDeep ? 'nested_too_deep' : 'too_many_parts' });
        if (tree.skipped.length >= limits.parts) {
          tree.warnings.push('more parts than can be listed');
          return;
        }
        continue;
      }
      part.children.push(child);
      descend(child, depth + 1);
      if (tree.skipped.length >= limits.parts) return;
    }
  };

  descend(tree.root, 0);
  return tree;
}

function readPart(bytes: Uint8Array, defaultType: string, fallbackCharset: string | null): MimePart {
  const header = readHeaderBlock(bytes, 0, bytes.length, fallbackCharset);
  return describePart(header, bytes.subarray(header.body_start), defaultType);
}

/** A part whose content began without the blank line reads as header only: then all of it is content. */
function readChild(bytes: Uint8Array, defaultType: string, fallbackCharset: string | null): MimePart {
  const part = readPart(bytes, defaultType, fallbackCharset);
  const hasForeignField = part.header.fields.some((field) => !/^(?:content-|x-|mime-version$)/.test(field.name));
  if (hasForeignField && part.body.every((byte) => byte <= 0x20)) part.body = bytes;
  return part;
}

/** The byte ranges between delimiters; the line break before a delimiter belongs to it (RFC 2046 5.1.1). */
function splitMultipart(body: Uint8Array, declared: string | null): { ranges: Uint8Array[]; boundary: string | null } {
  if (declared !== null) {
    const ranges = splitAt(body, declared);
    if (ranges.length > 0) return { ranges, boundary: declared };
  }
  const guessed = guessBoundary(body);
  return guessed === null ? { ranges: [], boundary: declared } : { ranges: splitAt(body, guessed), boundary: guessed };
}

/** Bounds memory when a hostile mail consists of delimiters only; far above the part limit. */
const mostRanges = 1000;

function splitAt(body: Uint8Array, boundary: string): Uint8Array[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const marker = Buffer.from(`--${boundary}`, 'utf8');
  const ranges: Uint8Array[] = [];
  let partStart = -1;
  let position = 0;
  while (ranges.length < mostRanges) {
    const at = bytes.indexOf(marker, position);
    if (at < 0) break;
    const delimiter = readDelimiter(bytes, at, marker.length);
    if (delimiter === null) {
      position = at + 1;
      continue;
    }
    if (partStart >= 0) ranges.push(bytes.subarray(partStart, Math.max(partStart, beforeLineBreak(bytes, at))));
    position = delimiter.next;
    partStart = delimiter.closes ? -1 : delimiter.next;
    if (delimiter.closes) break;
  }
  if (partStart >= 0 && partStart < bytes.length) ranges.push(bytes.subarray(partStart));
  return ranges;
}

/** A delimiter is a whole line: the boundary, `--` when it closes, nothing else but blanks (one may prefix another). */
function readDelimiter(bytes: Buffer, at: number, length: number): { closes: boolean; next: number } | null {
  if (at > 0 && bytes[at - 1] !== 0x0a && bytes[at - 1] !== 0x0d) return null;
  let i = at + length;
  const closes = bytes[i] === 0x2d && bytes[i + 1] === 0x2d;
  if (closes) i += 2;
  while (bytes[i] === 0x20 || bytes[i] === 0x09) i++;
  if (i >= bytes.length) return { closes, next: bytes.length };
  if (bytes[i] === 0x0d) return { closes, next: bytes[i + 1] === 0x0a ? i + 2 : i + 1 };
  return bytes[i] === 0x0a ? { closes, next: i + 1 } : null;
}

function beforeLineBreak(bytes: Buffer, at: number): number {
  let end = at;
  if (end > 0 && bytes[end - 1] === 0x0a) end--;
  if (end > 0 && bytes[end - 1] === 0x0d) end--;
  return end;
}

const guessWindow = 16 * 1024;

/** The declared boundary is missing or wrong: a first dashed line that a header field follows is the real one. */
function guessBoundary(body: Uint8Array): string | null {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, guessWindow)).toString('latin1');
  const match = /(?:^|[\r\n])--([^\s-][^\r\n]{0,199}|-[^\r\n]{1,199})[ \t]*\r?\n(?:content-[a-z-]+[ \t]*:)/i.exec(head);
  return match === null ? null : Buffer.from(match[1]!.trimEnd(), 'latin1').toString('utf8');
}
