import type { ImapFlow, SearchObject } from 'imapflow';

/**
 * UIDs that fit the query, ascending. ESEARCH is used where the server offers it, because its answer is short; plain SEARCH
 * where it is absent and where it fails (behaviour 1.2). Throws when plain SEARCH fails, too.
 */
export async function searchUids(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = (await searchExtended(client, query)) ?? (await client.search(query, { uid: true }));
  if (found === false || found === undefined) throw new Error('The server could not search the mailbox');
  return [...new Set(found as number[])].sort((a, b) => a - b);
}

/** More mails than that in one answer are no new mails any more. */
const mostUids = 1_000_000;

async function searchExtended(client: ImapFlow, query: SearchObject): Promise<number[] | null> {
  if (!client.capabilities.has('ESEARCH')) return null;
  const answer: unknown = await client.search(query, { uid: true, returnOptions: ['ALL'] });
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null;
  const set = 'all' in answer && typeof answer.all === 'string' ? answer.all : '';
  return expandSequenceSet(set);
}

/** `4,7:9` is 4, 7, 8, 9; an empty set is empty. Null when the set cannot be read. */
export function expandSequenceSet(set: string): number[] | null {
  const uids: number[] = [];
  for (const part of set.split(',').filter((piece) => piece !== '')) {
    const [, from, to] = /^(\d+)(?::(\d+))?$/.exec(part.trim()) ?? [];
    if (from === undefined) return null;
    const ends = [Number(from), Number(to ?? from)].sort((a, b) => a - b) as [number, number];
    if (uids.length + ends[1] - ends[0] >= mostUids) return null;
    for (let uid = ends[0]; uid <= ends[1]; uid += 1) uids.push(uid);
  }
  return uids;
}
