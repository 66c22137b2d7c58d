import { decodeEncodedWords } from './encoded-words.ts';
import { firstHeader, type HeaderBlock } from './header-block.ts';
import { parseParameters } from './header-parameters.ts';

/** One node of a mail's MIME tree. `body` is a view into the raw mail, still in its transfer encoding. */
export interface MimePart {
  header: HeaderBlock;
  /** Lower-cased type/subtype; text/plain when absent or malformed. */
  content_type: string;
  /** Whether a well-formed Content-Type stood in the header. */
  is_typed: boolean;
  charset: string | null;
  boundary: string | null;
  report_type: string | null;
  /** `start` of multipart/related, without brackets. */
  start: string | null;
  is_flowed: boolean;
  deletes_flow_space: boolean;
  /** null when no Content-Disposition stands; an unknown one counts as attachment (RFC 2183 2.8). */
  disposition: 'inline' | 'attachment' | null;
  /** Name as the sender wrote it, decoded but not yet cleaned, or null. */
  filename: string | null;
  /** Content-ID without brackets and blanks, or null. */
  content_id: string | null;
  encoding: string;
  body: Uint8Array;
  children: MimePart[];
}

/** Describes a part by its header; `defaultType` is what the enclosing multipart assumes (message/rfc822 in a digest). */
export function describePart(header: HeaderBlock, body: Uint8Array, defaultType: string): MimePart {
  const typeHeader = firstHeader(header, 'content-type');
  const type = parseParameters(typeHeader ?? '');
  const disposition = parseParameters(firstHeader(header, 'content-disposition') ?? '');
  const contentType = readType(type.value, typeHeader === null ? defaultType : 'text/plain');
  return {
    header,
    content_type: contentType,
    is_typed: contentType === type.value,
    charset: type.parameters.get('charset') ?? null,
    boundary: type.parameters.get('boundary')?.trimEnd() || null,
    report_type: type.parameters.get('report-type')?.toLowerCase() ?? null,
    start: stripBrackets(type.parameters.get('start') ?? ''),
    is_flowed: type.parameters.get('format')?.toLowerCase() === 'flowed',
    deletes_flow_space: type.parameters.get('delsp')?.toLowerCase() === 'yes',
    disposition: readDisposition(disposition.value),
    filename:
      disposition.parameters.get('filename') ||
      type.parameters.get('name') ||
      locationName(firstHeader(header, 'content-location')),
    content_id: stripBrackets(decodeEncodedWords(firstHeader(header, 'content-id') ?? '')),
    encoding: firstHeader(header, 'content-transfer-encoding') ?? '',
    body,
    children: [],
  };
}

/** True for multipart/* nodes. */
export function isMultipart(part: MimePart): boolean {
  return part.content_type.startsWith('multipart/');
}

function readType(value: string, fallback: string): string {
  const match = /^([\w!#$&^+.-]+)\s*\/\s*([\w!#$&^+.-]+)/.exec(value);
  return match === null ? fallback : `${match[1]}/${match[2]}`;
}

function readDisposition(value: string): MimePart['disposition'] {
  if (value === '') return null;
  return /^["']?inline\b/.test(value) ? 'inline' : 'attachment';
}

function stripBrackets(value: string): string | null {
  return value.replaceAll(/[<>\s]/g, '') || null;
}

/** Some senders name a file only in Content-Location; a web address names a page, not a file. */
function locationName(location: string | null): string | null {
  if (location === null || /^[a-z][a-z0-9+.-]*:/i.test(location)) return null;
  const name = decodeEncodedWords(location).trim();
  return /\.[A-Za-z0-9]{1,8}$/.test(name) ? name : null;
}
