import type { WebhookEvent } from '@bellhop/contract';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { DB, Reader, Transaction } from '../../db/types.ts';

/** A webhook as stored: its secrets are sealed. */
export type WebhookRow = Omit<Selectable<DB['webhooks']>, 'events'> & { events: WebhookEvent[] };

/** With the numbers of its deliveries that administrators see. */
export type WebhookFacts = WebhookRow & { waiting: number; failed: number };

/** What of a webhook its form writes. */
export type WebhookValues = Pick<WebhookRow, 'name' | 'description' | 'url' | 'enabled' | 'events' | 'inbox_ids'>;

function facts(db: Reader) {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .select([
      sql<number>`(select count(*)::int from webhook_deliveries as d
        where d.webhook_id = webhooks.id and d.state in ('waiting', 'sending'))`.as('waiting'),
      sql<number>`(select count(*)::int from webhook_deliveries as d
        where d.webhook_id = webhooks.id and d.state = 'failed')`.as('failed'),
    ]);
}

/** All webhooks by name. */
export async function loadWebhooks(db: Reader): Promise<WebhookFacts[]> {
  return (await facts(db).orderBy(sql`lower(name)`).orderBy('id').execute()) as WebhookFacts[];
}

export async function findWebhook(db: Reader, id: number): Promise<WebhookFacts | undefined> {
  return (await facts(db).where('id', '=', id).executeTakeFirst()) as WebhookFacts | undefined;
}

/** Locks a webhook until the end of the transaction; undefined when there is none. */
export async function lockWebhook(db: Transaction, id: number): Promise<WebhookRow | undefined> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row as WebhookRow | undefined;
}

/** Inserts a webhook; undefined when its name is taken. */
export async function insertWebhook(
  db: Transaction,
  { now, ...values }: WebhookValues & { secret: string; now: Date },
): Promise<number | undefined> {
  const row = await db
    .insertInto('webhooks')
    .values({ ...values, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Whether another webhook has the name. */
export async function isNameTaken(db: Reader, name: string, exceptId: number): Promise<boolean> {
  const row = await db
    .selectFrom('webhooks')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function patchWebhook(db: Transaction, id: number, patch: Updateable<DB['webhooks']>): Promise<void> {
  await db.updateTable('webhooks').set(patch).where('id', '=', id).execute();
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhook(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute();
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** Those of the ids that are inboxes. */
export async function knownInboxes(db: Reader, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('inboxes')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}
