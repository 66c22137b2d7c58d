import type { Inbox, InboxHealthRow, InboxRow, MailboxAlert, Usage } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { Reader } from '../../db/types.ts';
import { alertView } from './alert-view.ts';
import { listOpenAlerts } from './alerts.queries.ts';
import { healthOf } from './health.ts';
import { inboxDetail, inboxRow } from './inbox-view.ts';
import { countConversations, findInbox, type InboxRecord, listInboxes, listNaming } from './inboxes.queries.ts';

/** Every inbox that is not deleted, disabled ones included, without secrets. */
export async function readInboxes(db: Reader): Promise<InboxRow[]> {
  return (await listInboxes(db)).map(inboxRow);
}

/** Throws `inbox.not_found` for unknown and deleted ones. */
export async function readInbox(deps: Deps, id: number): Promise<Inbox> {
  const record = await findKept(deps.db, id);
  const health = await healthOf(deps.db, [record], deps.clock.now());
  return inboxDetail(record, health.get(id)!);
}

/** Every inbox that is not deleted and how it is doing, by name. */
export async function readHealth(deps: Pick<Deps, 'db' | 'clock'>): Promise<InboxHealthRow[]> {
  const records = await listInboxes(deps.db);
  const health = await healthOf(deps.db, records, deps.clock.now());
  return records.map((record) => ({ ...inboxRow(record), health: health.get(record.id)! }));
}

/** Mailboxes that stopped or fell silent, and have not come back; the longest first. */
export async function readAlerts(db: Reader): Promise<MailboxAlert[]> {
  return (await listOpenAlerts(db)).map(alertView);
}

const mostNamed = 50;

/** What uses an inbox: automation rules, webhooks and conversations. Throws `inbox.not_found`. */
export async function inboxUsage(db: Reader, id: number): Promise<Usage> {
  await findKept(db, id);
  const users = await listNaming(db, id);
  return {
    used_by: users.slice(0, mostNamed),
    total: users.length,
    conversations: await countConversations(db, id),
  };
}

/** An inbox that is not deleted. Throws `inbox.not_found`. */
export async function findKept(db: Reader, id: number): Promise<InboxRecord> {
  const record = await findInbox(db, id);
  if (!record || record.deleted_at) throw new AppError('inbox.not_found');
  return record;
}
