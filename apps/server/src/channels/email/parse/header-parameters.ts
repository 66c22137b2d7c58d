import { decodeCharset } from './charset.ts';
import { decodeEncodedWords } from './encoded-words.ts';

/** A structured header value such as Content-Type: the lower-cased value and its decoded parameters. */
export interface ParameterValue {
  value: string;
  parameters: Map<string, string>;
}

/**
 * Reads `value; name=value; …` with quoted strings, RFC 2231 continuations and charsets, and the RFC 2047 words that many
 * senders put into parameters instead. Extended values (`name*`) win over plain ones; of repeated plain ones the first.
 */
export function parseParameters(header: string): ParameterValue {
  const sections = splitSections(header);
  const plain = new Map<string, string>();
  const extended = new Map<string, Segment[]>();
  for (const section of sections.slice(1)) {
    const equals = section.indexOf('=');
    if (equals < 0) continue;
    const name = section.slice(0, equals).trim().toLowerCase();
    const value = unquote(section.slice(equals + 1).trim());
    const match = /^(.+?)(?:\*(\d{1,4}))?(\*)?$/.exec(name);
    if (match === null) continue;
    if (match[2] === undefined && match[3] === undefined) {
      if (!plain.has(name)) plain.set(name, decodeEncodedWords(value));
    } else {
      const segments = extended.get(match[1]!) ?? [];
      segments.push({ index: Number(match[2] ?? 0), is_encoded: match[3] !== undefined, value });
      extended.set(match[1]!, segments);
    }
  }
  for (const [name, segments] of extended) plain.set(name, joinSegments(segments));
  return { value: sections[0]!.trim().toLowerCase(), parameters: plain };
}

interface Segment {
  index: number;
  is_encoded: boolean;
  value: string;
}

/** Splits at semicolons outside quotes; a quote that never closes counts as text. */
function splitSections(header: string): string[] {
  const sections: string[] = [];
  let from = 0;
  let position = 0;
  while (position < header.length) {
    const char = header[position];
    if (char === ';') {
      sections.push(header.slice(from, position));
      from = position + 1;
    } else if (char === '"') {
      position = closingQuote(header, position);
    }
    position++;
  }
  sections.push(header.slice(from));
  return sections;
}

function closingQuote(header: string, open: number): number {
  for (let i = open + 1; i < header.length; i++) {
    if (header[i] === '\\') i++;
    else if (header[i] === '"') return i;
  }
  return open;
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value.replace(/\s+\(.*\)$/, '');
  const close = closingQuote(value, 0);
  return value.slice(1, close === 0 ? value.length : close).replaceAll(/\\(.)/g, '$1');
}

/** Joins RFC 2231 segments in numeric order; the first encoded one names the charset of all. */
function joinSegments(segments: Segment[]): string {
  const ordered = segments.toSorted((a, b) => a.index - b.index);
  let charset: string | null = null;
  const pieces = ordered.map((segment, position) => {
    if (!segment.is_encoded) return Buffer.from(segment.value, 'utf8');
    const tagged = position === 0 ? /^([^']*)'[^']*'(.*)$/s.exec(segment.value) : null;
    if (tagged !== null) charset = tagged[1] === '' ? null : tagged[1]!;
    return percentBytes(tagged === null ? segment.value : tagged[2]!);
  });
  const isEncoded = ordered.some((segment) => segment.is_encoded);
  const text = decodeCharset(Buffer.concat(pieces), charset);
  return isEncoded ? text : decodeEncodedWords(text);
}

function percentBytes(value: string): Uint8Array {
  const out: number[] = [];
  const source = Buffer.from(value, 'utf8');
  for (let i = 0; i < source.length; i++) {
    const hex = source[i] === 0x25 ? source.toString('latin1', i + 1, i + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      out.push(Number.parseInt(hex, 16));
      i += 2;
    } else out.push(source[i]!);
  }
  return Uint8Array.from(out);
}
