import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';
import { isNestedTooDeep } from './html-depth.ts';
import { escapeHtml } from './html-escape.ts';

/**
 * Replaces image addresses: `replace` gets each `src` of an `<img>` with its entities decoded and answers the new address,
 * or null to leave it. Only the matched attributes change, byte for byte the rest of the HTML stays; nothing is
 * replaced inside text, comments, scripts or styles (behaviour 1.7: by parsing, never by string replacement).
 * HTML nested deeper than any honest one comes back unchanged.
 */
export function rewriteImageSources(html: string, replace: (source: string) => string | null): string {
  if (isNestedTooDeep(html)) return html;
  const edits: { start: number; end: number; text: string }[] = [];
  let tag = '';
  const parser: Parser = new Parser({
    onopentagname(name) {
      tag = name;
    },
    onattribute(name, value) {
      if (tag !== 'img' || name !== 'src') return;
      const source = replace(value);
      if (source === null) return;
      edits.push({ start: parser.startIndex, end: parser.endIndex, text: `src="${escapeHtml(source)}"` });
    },
  });
  parser.end(html);
  let out = '';
  let position = 0;
  for (const edit of edits) {
    out += html.slice(position, edit.start) + edit.text;
    position = edit.end;
  }
  return out + html.slice(position);
}

/** The content id that a `cid:` address names, ready to be compared with stored ones, or null for other addresses. */
export function contentIdOfSource(source: string): string | null {
  const match = /^\s*cid:(.+)$/is.exec(source);
  if (match === null) return null;
  return normaliseContentId(percentDecode(match[1]!));
}

/**
 * The form in which content ids are stored and compared (behaviour 1.6 and 1.7): without brackets and blanks; as written,
 * except that generated UUIDs are lower-cased, for mail clients change their case; over 255 characters hashed.
 * null when nothing is left.
 */
export function normaliseContentId(raw: string): string | null {
  const id = raw.replaceAll(/[<>\s\p{Cc}]/gu, '');
  if (id === '') return null;
  if (generatedId.test(id)) return id.toLowerCase();
  return id.length <= longestContentId ? id : `sha256-${createHash('sha256').update(id).digest('hex')}`;
}

const longestContentId = 255;
const generatedId = /^(?:[a-z]+-)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // A percent sign that escapes nothing belongs to the id itself.
    if (error instanceof URIError) return text;
    throw error;
  }
}
