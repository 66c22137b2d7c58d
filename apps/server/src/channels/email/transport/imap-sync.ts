import type { ImapFlow, MailboxObject, SearchObject } from 'imapflow';
import { describeMailError } from './describe-mail-error.ts';
import {
  type FetchedSource,
  fetchReduced,
  fetchWhole,
  listMails,
  type MailListing,
  type Truncation,
  uidsAtOnce,
} from './imap-fetch.ts';
import { searchUids } from './imap-search.ts';
import type { StuckMail } from './imap-stuck-mail.ts';

/** Up to where a mailbox was read: all mails with a UID up to `last_uid` were delivered or are of no interest. */
export interface ImapCursor {
  uidvalidity: number;
  last_uid: number;
}

/** A mail as it lies on the server. `raw` is whole unless `truncated` says what is missing. */
export interface ReceivedMail {
  raw: Buffer;
  uid: number;
  uidvalidity: number;
  /** ISO time, null when the server does not say. */
  internal_date: string | null;
  truncated: Truncation | null;
}

/** A mail that the server lists and does not hand over, tried again and again. */
export interface UnreadableMail {
  uid: number;
  uidvalidity: number;
  size: number;
  internal_date: string | null;
  /** In plain words. */
  reason: string;
}

export interface SyncTarget {
  /** Mails of a mailbox that is read for the first time, or that was renumbered, are taken from this long ago on. */
  scan_since_ms: number;
  max_message_bytes: number;
  deliver(mail: ReceivedMail): Promise<void>;
  onUnreadable(mail: UnreadableMail): Promise<void>;
  saveCursor(cursor: ImapCursor): Promise<void>;
  stuck: StuckMail;
  signal: AbortSignal;
}

const dayMs = 24 * 3600 * 1000;

/**
 * Delivers every new mail of the open mailbox, one at a time in ascending UID order, and moves the cursor behind each only
 * after its delivery (behaviour 1.2). Returns the new cursor, or null when the server does not number its mails.
 */
export async function deliverNewMail(
  client: ImapFlow,
  mailbox: MailboxObject,
  known: ImapCursor | null,
  target: SyncTarget,
): Promise<ImapCursor | null> {
  const uidvalidity = Number(mailbox.uidValidity ?? 0);
  // Read before anything is fetched: imapflow moves uidNext on with every mail it sees.
  const beforeNext = Number(mailbox.uidNext ?? 0) - 1;
  let cursor = known?.uidvalidity === uidvalidity ? known : null;
  const uids = cursor
    ? await findAfter(client, mailbox, cursor.last_uid)
    : await findRecent(client, mailbox, target.scan_since_ms);

  const moveTo = async (last_uid: number): Promise<void> => {
    if (cursor !== null && cursor.last_uid >= last_uid) return;
    cursor = { uidvalidity, last_uid };
    await target.saveCursor(cursor);
  };

  const isFirstLook = cursor === null;
  for (let start = 0; start < uids.length; start += uidsAtOnce) {
    const batch = uids.slice(start, start + uidsAtOnce);
    for (const mail of await listMails(client, batch)) {
      target.signal.throwIfAborted();
      await deliverOne(client, mail, uidvalidity, target);
      await moveTo(mail.uid);
    }
    await moveTo(batch.at(-1) ?? 0);
  }
  // What was there at the first look and is older than the window stays out for good.
  if (isFirstLook && beforeNext >= 0) await moveTo(beforeNext);
  return cursor;
}

/** `n:*` names the last mail even when its UID is below n, and an empty mailbox has no `*` (behaviour 1.2). */
async function findAfter(client: ImapFlow, mailbox: MailboxObject, lastUid: number): Promise<number[]> {
  if (mailbox.exists === 0) return [];
  return (await searchUids(client, { uid: `${lastUid + 1}:*` })).filter((uid) => uid > lastUid);
}

/** SINCE knows dates only, in the server's idea of the zone, hence one day more. */
async function findRecent(client: ImapFlow, mailbox: MailboxObject, sinceMs: number): Promise<number[]> {
  if (mailbox.exists === 0) return [];
  const query: SearchObject = { since: new Date(Date.now() - sinceMs - dayMs) };
  return searchUids(client, query);
}

async function deliverOne(client: ImapFlow, mail: MailListing, uidvalidity: number, target: SyncTarget): Promise<void> {
  const { uid, size, internal_date } = mail;
  if (target.stuck.wayFor(uid) === 'none') {
    const reason = describeMailError(target.stuck.lastError(uid));
    await target.onUnreadable({ uid, uidvalidity, size, internal_date, reason });
    return;
  }
  const source = await fetchSource(client, mail, target);
  if (source) await target.deliver({ ...source, uid, uidvalidity, internal_date });
}

async function fetchSource(
  client: ImapFlow,
  mail: MailListing,
  { stuck, max_message_bytes }: SyncTarget,
): Promise<FetchedSource | null> {
  try {
    if (mail.size > max_message_bytes) return await fetchReduced(client, mail, 'message_too_large');
    if (stuck.wayFor(mail.uid) === 'reduced') return await fetchReduced(client, mail, 'unreadable_on_server');
    return await fetchWhole(client, mail.uid);
  } catch (error) {
    stuck.failed(mail.uid, error);
    throw error;
  }
}
