import { createHash } from 'node:crypto';

/** Longest id kept as it is (characters); longer ones are hashed so that they fit a unique index. */
const longestId = 512;
/** References kept: the first, which names the thread, and the newest. */
const mostIds = 100;

/**
 * The id inside a Message-ID header, without brackets, or null when there is none (behaviour 1.3).
 *
 * Tolerant on purpose: ids with two `@`, odd characters or no brackets at all are real. The same reading is applied
 * to Message-ID, In-Reply-To and References, so that an odd id still matches itself.
 */
export function readMessageId(header: string | null): string | null {
  if (header === null) return null;
  const bracketed = /<([^<>]*)>/.exec(header)?.[1];
  return normaliseId(bracketed ?? header.replaceAll(/[<>]/g, ' ').trim().split(/\s+/)[0]!);
}

/**
 * All ids of In-Reply-To or References headers, in order, without brackets, repeats or empties. In-Reply-To may hold
 * several ids and free text (RFC 5322 3.6.4): bracketed tokens count, and only without any the bare words with an `@`.
 */
export function readMessageIds(headers: string[]): string[] {
  const found = new Set<string>();
  for (const header of headers) {
    const bracketed = [...header.matchAll(/<([^<>]*)>/g)].map((match) => match[1]!);
    const tokens = bracketed.length > 0 ? bracketed : header.split(/[\s,;<>]+/).filter((word) => word.includes('@'));
    for (const token of tokens) {
      const id = normaliseId(token);
      if (id !== null) found.add(id);
    }
  }
  const ids = [...found];
  return ids.length <= mostIds ? ids : [ids[0]!, ...ids.slice(ids.length - mostIds + 1)];
}

function normaliseId(raw: string): string | null {
  const id = raw.replaceAll(/[\s\p{Cc}]/gu, '');
  if (id === '') return null;
  return id.length <= longestId ? id : `sha256-${createHash('sha256').update(id).digest('hex')}`;
}
