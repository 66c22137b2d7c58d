import { type Selectable, sql } from 'kysely';
import type { DB, Reader, Transaction } from '../../db/types.ts';

export type SubscriptionRow = Selectable<DB['push_subscriptions']>;

/** An agent's browsers, newest first. */
export function listSubscriptions(db: Reader, userId: number): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** One of an agent's browsers; undefined when it is none of theirs. */
export function findSubscription(db: Reader, userId: number, id: number): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Stores a browser; one that is known by its endpoint is now this session's, whoever had it before. */
export async function upsertSubscription(
  db: Transaction,
  values: Pick<
    SubscriptionRow,
    'user_id' | 'session_id' | 'endpoint' | 'p256dh' | 'auth' | 'user_agent' | 'created_at'
  >,
): Promise<SubscriptionRow> {
  // What waits for somebody else who used the browser is not for this agent.
  await db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', values.endpoint)
    .where('user_id', '<>', values.user_id)
    .execute();
  const { user_id, session_id, p256dh, auth, user_agent } = values;
  return db
    .insertInto('push_subscriptions')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet({ user_id, session_id, p256dh, auth, user_agent, last_error: null }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Keeps an agent's `kept` newest browsers. */
export async function deleteOldest(db: Transaction, userId: number, kept: number): Promise<void> {
  await sql`delete from push_subscriptions where id in (
    select id from push_subscriptions where user_id = ${userId} order by created_at desc, id desc offset ${kept})`.execute(
    db,
  );
}

/** Deletes one of an agent's browsers; false when it is none of theirs. */
export async function deleteSubscription(db: Transaction, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The browser itself has gone, or withdrawn its consent. */
export async function deleteGone(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** They were made for another key, which no push service takes from anybody else. */
export async function deleteAllSubscriptions(db: Transaction): Promise<void> {
  await db.deleteFrom('push_subscriptions').execute();
}

/** What the push service said of the last attempt. */
export async function noteAttempt(
  db: Transaction,
  id: number,
  outcome: { last_used_at?: Date; last_error: string | null },
): Promise<void> {
  await db.updateTable('push_subscriptions').set(outcome).where('id', '=', id).execute();
}
