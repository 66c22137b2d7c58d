/** Longest value of a References field in octets: the limit of one line (RFC 5322 2.1.1), so that even an unfolding relay keeps it. */
const longestReferences = 997 - 'References: '.length;
const mostReferences = 20;

/**
 * In-Reply-To and References of an outgoing mail, without brackets; both empty for the first mail of a thread
 * (behaviour 2.4). Of a long thread the first id stays, for clients that group by it, and the newest ones.
 * `references` come oldest first; the mail's own id and unusable ones are dropped.
 */
export function threadHeaders(message: { external_id: string; in_reply_to: string | null; references: string[] }): {
  in_reply_to: string | null;
  references: string[];
} {
  const own = cleanId(message.external_id);
  const usable = (id: string): boolean => id !== '' && id !== own && writtenLength(id) <= longestReferences;
  const ids = [...new Set(message.references.map(cleanId))].filter(usable);
  const inReplyTo = cleanId(message.in_reply_to ?? '');
  return { in_reply_to: usable(inReplyTo) ? inReplyTo : null, references: withinLimit(ids) };
}

/** A Message-ID without brackets, blanks and control characters: none of them can stand inside `<…>`. */
export function cleanId(id: string): string {
  return id.replace(/[\s<>\p{Cc}]+/gu, '');
}

function withinLimit(ids: string[]): string[] {
  const [first, ...later] = ids;
  if (first === undefined) return [];
  const newest: string[] = [];
  let length = writtenLength(first);
  for (const id of later.reverse()) {
    length += 1 + writtenLength(id);
    if (length > longestReferences || newest.length + 1 >= mostReferences) break;
    newest.unshift(id);
  }
  return [first, ...newest];
}

function writtenLength(id: string): number {
  return Buffer.byteLength(id) + '<>'.length;
}
