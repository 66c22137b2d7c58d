import { decodeCharset, isUtf8 } from './charset.ts';

/** One header field: lower-cased name; value unfolded and decoded to Unicode, encoded words still standing. */
export interface HeaderField {
  name: string;
  value: string;
}

/** The header of a mail or part: its fields in order, and where its body starts in the bytes that were read. */
export interface HeaderBlock {
  fields: HeaderField[];
  body_start: number;
  /** Lower-case names of fields that were longer than the limit and are cut. */
  cut_fields: string[];
}

/** Bytes kept of a single field, and fields kept of a block: far above honest mail, low enough to stay fast. */
export const headerLimits = { field_bytes: 64 * 1024, fields: 2000 };

/**
 * Reads the header fields at `start` of `bytes`, up to the blank line, `end`, or the first line that can only be body.
 *
 * Lenient as real mail demands: any of CR, LF and CRLF ends a line; an mbox "From " line is skipped; a line without
 * colon is skipped when more header follows it and begins the body when none does; over-long fields are cut.
 * Own code, because mailsplit's Headers take a block whose end and limits are settled already, which is most of the work.
 * Raw 8-bit values are UTF-8 when valid, else in the charset that this block's Content-Type names, else in
 * `fallbackCharset`, else windows-1252.
 */
export function readHeaderBlock(
  bytes: Uint8Array,
  start: number,
  end: number,
  fallbackCharset: string | null = null,
  limits = headerLimits,
): HeaderBlock {
  const raw: RawField[] = [];
  let current: RawField | null = null;
  let position = start;
  while (position < end) {
    const line = nextLine(bytes, position, end);
    if (line.end === line.start) {
      position = line.next;
      break;
    }
    const first = bytes[line.start];
    if (first === 0x20 || first === 0x09) {
      if (current !== null) current.lines.push(line);
    } else {
      const name = fieldName(bytes, line);
      if (name !== null) {
        current = { name, value_start: line.start + name.length, lines: [line] };
        if (raw.length < limits.fields) raw.push(current);
      } else if (!isMboxLine(bytes, line) && !moreHeaderFollows(bytes, line.next, end)) break;
    }
    position = line.next;
  }
  const charset = declaredCharset(bytes, raw) ?? fallbackCharset;
  const cutFields: string[] = [];
  const fields = raw.map((field) => {
    const value = joinLines(bytes, field, limits.field_bytes);
    if (value.is_cut) cutFields.push(field.name.toLowerCase());
    return {
      name: field.name.toLowerCase(),
      value: decodeCharset(value.bytes, isUtf8(value.bytes) ? null : charset).trim(),
    };
  });
  return { fields, body_start: Math.min(position, end), cut_fields: cutFields };
}

/** Value of the first field of that (lower-case) name that is not blank, or null. */
export function firstHeader(block: HeaderBlock, name: string): string | null {
  return block.fields.find((field) => field.name === name && field.value !== '')?.value ?? null;
}

/** Values of all fields of that (lower-case) name, blank ones too, in order. */
export function allHeaders(block: HeaderBlock, name: string): string[] {
  return block.fields.filter((field) => field.name === name).map((field) => field.value);
}

interface Line {
  start: number;
  end: number;
  next: number;
}

interface RawField {
  name: string;
  value_start: number;
  lines: Line[];
}

function nextLine(bytes: Uint8Array, start: number, limit: number): Line {
  for (let i = start; i < limit; i++) {
    const byte = bytes[i];
    if (byte === 0x0a) return { start, end: i, next: i + 1 };
    if (byte === 0x0d) return { start, end: i, next: i + 1 < limit && bytes[i + 1] === 0x0a ? i + 2 : i + 1 };
  }
  return { start, end: limit, next: limit };
}

const longestName = 256;

/** The bytes before the colon when they form a field name (RFC 5322 3.6.8), else null. */
function fieldName(bytes: Uint8Array, line: Line): string | null {
  const limit = Math.min(line.end, line.start + longestName);
  let i = line.start;
  while (i < limit && bytes[i]! > 0x20 && bytes[i]! < 0x7f && bytes[i] !== 0x3a) i++;
  const nameEnd = i;
  while (i < limit && (bytes[i] === 0x20 || bytes[i] === 0x09)) i++;
  if (nameEnd === line.start || bytes[i] !== 0x3a || i >= limit) return null;
  return Buffer.from(bytes.subarray(line.start, nameEnd)).toString('latin1');
}

function isMboxLine(bytes: Uint8Array, line: Line): boolean {
  const head = Buffer.from(bytes.subarray(line.start, Math.min(line.end, line.start + 6))).toString('latin1');
  return head.startsWith('From ') || head === '>From ';
}

/** A stray line belongs to the header only when the very next line is a field again. */
function moreHeaderFollows(bytes: Uint8Array, position: number, end: number): boolean {
  if (position >= end) return false;
  return fieldName(bytes, nextLine(bytes, position, end)) !== null;
}

function declaredCharset(bytes: Uint8Array, fields: RawField[]): string | null {
  const contentType = fields.find((field) => field.name.toLowerCase() === 'content-type');
  if (contentType === undefined) return null;
  const value = Buffer.from(joinLines(bytes, contentType, 4096).bytes).toString('latin1');
  return /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(value)?.[1] ?? null;
}

/** The value without name, colon and line breaks; the blank that starts a continuation line stays. */
function joinLines(bytes: Uint8Array, field: RawField, limit: number): { bytes: Uint8Array; is_cut: boolean } {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const [index, line] of field.lines.entries()) {
    const start = index === 0 ? bytes.indexOf(0x3a, field.value_start) + 1 : line.start;
    const piece = bytes.subarray(start, Math.min(line.end, start + limit - length));
    pieces.push(piece);
    length += piece.length;
    if (length >= limit) return { bytes: Buffer.concat(pieces), is_cut: true };
  }
  return { bytes: pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces), is_cut: false };
}
