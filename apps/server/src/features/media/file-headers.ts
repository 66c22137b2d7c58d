import { isShownInline } from './content-type.ts';

/** A part of a file, both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** `attachment` or `inline` with the name in both forms: plain ASCII for old programs, RFC 5987 for all others. */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Headers that keep a stranger's file from acting: its type is not guessed, and as a document it may do nothing. */
export function safetyHeaders(contentType: string): Record<string, string> {
  // A sandboxed document has no plugins, and browsers show PDF by one; PDF gets no access to the site either way.
  const policy =
    contentType === 'application/pdf'
      ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
      : "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    // As the policy says, for browsers that know no policies: PDF stands in a frame of ours.
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    // Access may be withdrawn, so every use is asked for; an unchanged file answers 304.
    'cache-control': 'private, no-cache',
  };
}

/** Whether to show or to save: marked files and everything active are saved. */
export function dispositionOf(
  file: { content_type: string; is_marked: boolean },
  isDownload: boolean,
): 'inline' | 'attachment' {
  return !isDownload && !file.is_marked && isShownInline(file.content_type) ? 'inline' : 'attachment';
}

/**
 * The one range of a Range header, clipped to the file. Null for no header, several ranges and what cannot be read, all of
 * which are answered with the whole file (RFC 9110 14.2); 'unsatisfiable' for one that lies outside.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size) return 'unsatisfiable';
  return start > end ? null : { start, end };
}

/** Whether the client has this very file already (RFC 9110 13.2.2: the tag counts, without one the time). */
export function isUnchanged(
  headers: { 'if-none-match'?: string | undefined; 'if-modified-since'?: string | undefined },
  etag: string,
  modified: Date,
): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined)
    return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && Math.floor(modified.getTime() / 1000) * 1000 <= since;
}
