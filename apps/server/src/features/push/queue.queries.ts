import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';

/**
 * Queues a payload for every browser of these agents whose session lives, the bare one where the desk wants it so; one of the same tag that still
 * waits says this instead. Answers how many there are.
 */
export async function insertDeliveries(
  db: Transaction,
  agentIds: readonly number[],
  delivery: { tag: string; whole: string; bare: string; now: Date; expires_at: Date },
): Promise<number> {
  const { tag, whole, bare, now, expires_at } = delivery;
  const { rows } = await sql<{ id: number }>`
    insert into push_deliveries (subscription_id, created_at, tag, payload, due_at, expires_at)
    select s.id, ${now}::timestamptz, ${tag}::text, case
        when (select value from settings where key = 'app.push_shows_content') = 'false' then ${bare}::text else ${whole}::text end,
      ${now}::timestamptz, ${expires_at}::timestamptz
    from push_subscriptions as s join sessions on sessions.id_hash = s.session_id
    where s.user_id = any(${[...agentIds]}::int[]) and sessions.expires_at > ${now}
    order by s.id
    on conflict (subscription_id, tag) where state = 'waiting'
      do update set payload = excluded.payload, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning id`.execute(db);
  return rows.length;
}

/** A delivery that this process has to make, with everything for it. */
export interface ClaimedPush {
  id: number;
  subscription_id: number;
  tag: string;
  payload: string;
  attempts: number;
  expires_at: Date;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Claims due deliveries, at most `limit` and one for each browser: what hangs takes no place of others. Those that come too late are dropped. */
export async function claimPushes(
  db: Transaction,
  claim: { now: Date; lost_at: Date; limit: number },
): Promise<ClaimedPush[]> {
  const { now, lost_at, limit } = claim;
  await db.deleteFrom('push_deliveries').where('state', '=', 'waiting').where('expires_at', '<=', now).execute();
  const { rows } = await sql<ClaimedPush>`
    with first as (
      select distinct on (subscription_id) id, due_at from push_deliveries as d
      where state = 'waiting' and due_at <= ${now} and not exists (
        select 1 from push_deliveries as busy where busy.subscription_id = d.subscription_id and busy.state = 'sending')
      order by subscription_id, due_at, id
    ),
    ready as (
      select id from push_deliveries
      where id = any(array(select id from first order by due_at, id limit ${limit})) and state = 'waiting'
      for update skip locked
    )
    update push_deliveries as d set state = 'sending', attempts = d.attempts + 1, due_at = ${lost_at}
    from ready, push_subscriptions as s where d.id = ready.id and s.id = d.subscription_id
    returning d.id, d.subscription_id, d.tag, d.payload, d.attempts, d.expires_at, s.endpoint, s.p256dh, s.auth`.execute(
    db,
  );
  return rows;
}

/** Takes back what processes had in hand that ended without a word. */
export async function takeBackLostPushes(db: Transaction, now: Date): Promise<void> {
  await sql`delete from push_deliveries as lost where state = 'sending' and due_at <= ${now} and exists (
    select 1 from push_deliveries as later
    where later.subscription_id = lost.subscription_id and later.tag = lost.tag and later.state = 'waiting')`.execute(
    db,
  );
  await db
    .updateTable('push_deliveries')
    .set({ state: 'waiting', due_at: now })
    .where('state', '=', 'sending')
    .where('due_at', '<=', now)
    .execute();
}

/** When the next delivery is due, or the next claim is lost. */
export async function nextPushDue(db: Reader, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('push_deliveries')
    .where('due_at', '>', now)
    .select('due_at')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

type Claim = Pick<ClaimedPush, 'id' | 'attempts'>;

/** It was taken, or never will be. */
export async function deletePush(db: Transaction, { id, attempts }: Claim): Promise<void> {
  await db
    .deleteFrom('push_deliveries')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'sending')
    .execute();
}

/** It is tried again, unless a later one of its tag waits already; nothing else goes to that browser before. */
export async function putOffPush(db: Transaction, claim: ClaimedPush, until: Date): Promise<void> {
  const later = db
    .selectFrom('push_deliveries')
    .select('id')
    .where('subscription_id', '=', claim.subscription_id)
    .where('state', '=', 'waiting');
  if (await later.where('tag', '=', claim.tag).executeTakeFirst()) await deletePush(db, claim);
  else {
    await db
      .updateTable('push_deliveries')
      .set({ state: 'waiting', due_at: until })
      .where('id', '=', claim.id)
      .where('attempts', '=', claim.attempts)
      .where('state', '=', 'sending')
      .execute();
  }
  await db
    .updateTable('push_deliveries')
    .set({ due_at: until })
    .where('subscription_id', '=', claim.subscription_id)
    .where('state', '=', 'waiting')
    .where('due_at', '<', until)
    .execute();
}
