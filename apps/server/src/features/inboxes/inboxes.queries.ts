import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { DB, Reader, Transaction } from '../../db/types.ts';

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
): Promise<Pick<InboxRecord, 'id' | 'enabled' | 'address' | 'reply_to'>[]> {
  return db
    .selectFrom('inboxes')
    .select(['id', 'enabled', 'address', 'reply_to'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function insertInbox(db: Transaction, row: Insertable<DB['inboxes']>): Promise<number> {
  const { id } = await db.insertInto('inboxes').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Locks an inbox that is not deleted. */
export function lockInbox(db: Transaction, id: number): Promise<InboxRecord | undefined> {
  return db
    .selectFrom('inboxes')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function patchInbox(db: Transaction, id: number, patch: Updateable<DB['inboxes']>): Promise<void> {
  await db.updateTable('inboxes').set(patch).where('id', '=', id).execute();
}

/** How many conversations an inbox has, counted to 10,000. */
export async function countConversations(db: Reader, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from conversations where inbox_id = ${id} limit 10000) as found`.execute(
    db,
  );
  return rows[0]!.count;
}

/** Automation rules and webhooks that name an inbox. */
export async function listNaming(
  db: Reader,
  id: number,
): Promise<{ entity: 'automation' | 'webhook'; id: number; name: string }[]> {
  const { rows } = await sql<{ entity: 'automation' | 'webhook'; id: number; name: string }>`
    select distinct 'automation' as entity, rule_id as id, rule_name as name from automation_references
    where kind = 'inbox' and value = ${String(id)}
    union all select 'webhook', webhooks.id, webhooks.name from webhooks where ${id} = any(inbox_ids)
    order by entity, name, id`.execute(db);
  return rows;
}
