import type { ImapFlow } from 'imapflow';
import type { SkippedAttachment } from '../../channel.ts';
import { fetchReducedSource } from './imap-reduced-source.ts';
import { searchUids } from './imap-search.ts';

/** A mail on the server, known by its number only. */
export interface MailListing {
  uid: number;
  /** Bytes as the server counts them. */
  size: number;
  /** When the server took the mail in, as ISO time. */
  internal_date: string | null;
}

/** What a mail lacks that was not fetched whole. */
export interface Truncation {
  /** Size of the whole mail in bytes. */
  size: number;
  reason: 'message_too_large' | 'unreadable_on_server';
  skipped: SkippedAttachment[];
}

export interface FetchedSource {
  raw: Buffer;
  truncated: Truncation | null;
}

/** UIDs named in one command; exactly these, never a range around them (behaviour 1.2). */
export const uidsAtOnce = 100;

/** Size and date of the given mails, ascending, read to the end before anything else is asked. Mails that are gone are left out. */
export async function listMails(client: ImapFlow, uids: number[]): Promise<MailListing[]> {
  const listed = new Map<number, MailListing>();
  for (const mail of await client.fetchAll(uids.join(','), { size: true, internalDate: true }, { uid: true })) {
    const date = mail.internalDate === undefined ? null : new Date(mail.internalDate);
    const internal_date = date === null || Number.isNaN(date.getTime()) ? null : date.toISOString();
    listed.set(mail.uid, { uid: mail.uid, size: mail.size ?? 0, internal_date });
  }
  const missing = uids.filter((uid) => !listed.has(uid));
  const present = missing.length === 0 ? [] : await searchUids(client, { uid: missing.join(',') });
  const unlisted = present.filter((uid) => missing.includes(uid)).map((uid) => ({ uid, size: 0, internal_date: null }));
  return [...listed.values(), ...unlisted].filter((mail) => uids.includes(mail.uid)).sort((a, b) => a.uid - b.uid);
}

/** The whole source of one mail; null when the mail is gone. Throws when it is there and cannot be read. */
export async function fetchWhole(client: ImapFlow, uid: number): Promise<FetchedSource | null> {
  const mail = await client.fetchOne(String(uid), { source: true }, { uid: true });
  const raw = mail ? mail.source : undefined;
  if (raw && raw.length > 0) return { raw, truncated: null };
  if (await isGone(client, uid)) return null;
  throw new Error(`The server does not hand over the mail with number ${uid}`);
}

/** Header and text of one mail (see fetchReducedSource); null when the mail is gone. */
export async function fetchReduced(
  client: ImapFlow,
  mail: MailListing,
  reason: Truncation['reason'],
): Promise<FetchedSource | null> {
  const reduced = await fetchReducedSource(client, mail.uid, reason);
  if (reduced) return { raw: reduced.raw, truncated: { size: mail.size, reason, skipped: reduced.skipped } };
  if (await isGone(client, mail.uid)) return null;
  throw new Error(`The server does not hand over the header of the mail with number ${mail.uid}`);
}

async function isGone(client: ImapFlow, uid: number): Promise<boolean> {
  return !(await searchUids(client, { uid: String(uid) })).includes(uid);
}
