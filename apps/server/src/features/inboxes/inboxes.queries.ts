import type { Selectable } from 'kysely';
import type { DB, Reader } from '../../db/types.ts';

export type InboxRecord = Selectable<DB['inboxes']>;

/** One inbox, deleted ones included (their conversations stay): look at `enabled` and `deleted_at`. Secrets are sealed. */
export function findInbox(db: Reader, id: number): Promise<InboxRecord | undefined> {
  return db.selectFrom('inboxes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** All inboxes that are not deleted, by name. */
export function listInboxes(db: Reader): Promise<InboxRecord[]> {
  return db.selectFrom('inboxes').selectAll().where('deleted_at', 'is', null).orderBy('name').orderBy('id').execute();
}

/** Where the inboxes receive: address and reply address of all that are not deleted. */
export function listInboxAddresses(
  db: Reader,
): Promise<Pick<InboxRecord, 'id' | 'enabled' | 'address' | 'reply_to' | 'enable_plus_addressing'>[]> {
  return db
    .selectFrom('inboxes')
    .select(['id', 'enabled', 'address', 'reply_to', 'enable_plus_addressing'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}
