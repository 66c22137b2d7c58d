import { sql } from 'kysely';
import { jsonRows, jsonText } from '../../db/json-rows.ts';
import type { Reader, Transaction } from '../../db/types.ts';
import type { StoredEvent } from './outgoing-body.ts';
import type { WebhookRow } from './webhooks.queries.ts';

export type ListeningWebhook = Pick<WebhookRow, 'id' | 'events' | 'inbox_ids'>;

/** Webhooks that are on. */
export async function listListening(db: Reader): Promise<ListeningWebhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'events', 'inbox_ids'])
    .where('enabled', '=', true)
    .execute();
  return rows as ListeningWebhook[];
}

/** Inbox of conversations, by the conversation's id. */
export async function inboxesOf(db: Reader, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('conversations')
    .select(['id', 'inbox_id'])
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.inbox_id]));
}

/** What insertEvents writes; `webhook_ids` are those that are told. */
export interface NewEvent {
  seq: number;
  event: string;
  conversation_id: number | null;
  order_key: string;
  body: string;
  webhook_ids: number[];
}

/** Writes events and a due delivery of each for each of its webhooks. Called under the lock of the change log, so ids have the order of numbers. */
export async function insertEvents(db: Transaction, events: readonly NewEvent[], now: Date): Promise<void> {
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${jsonRows(events)}::jsonb) as event
        (seq bigint, event text, conversation_id int, order_key text, body text, webhook_ids int[])
    ),
    stored as (
      insert into webhook_events (seq, created_at, event, conversation_id, order_key, body)
      select seq, ${now}::timestamptz, event, conversation_id, order_key, body from given
    )
    insert into webhook_deliveries (webhook_id, seq, created_at, order_key, due_at)
    select webhook_id, seq, ${now}::timestamptz, order_key, ${now}::timestamptz
    from given cross join lateral unnest(webhook_ids) as webhook_id
    order by seq, webhook_id`.execute(db);
}

/** A delivery that this process has to make, with everything for it. */
export interface ClaimedDelivery extends StoredEvent {
  id: number;
  webhook_id: number;
  order_key: string;
  replay: boolean;
  attempts: number;
  first_attempt_at: Date;
  /** When this one began. */
  last_attempt_at: Date;
  url: string;
  secret: string;
  old_secret: string | null;
  old_secret_until: Date | null;
}

/**
 * Claims due deliveries, at most `per_webhook` for each webhook beside those `busy` here. One whose key has an earlier one under way or waiting is
 * put off until then, which the end of the earlier one undoes; `look_again` is when at the earliest it is looked at without that. What other
 * processes are just claiming is passed over.
 */
export async function claimDeliveries(
  db: Transaction,
  claim: { now: Date; lost_at: Date; look_again: Date; per_webhook: number; busy: ReadonlyMap<number, number> },
): Promise<{ claimed: ClaimedDelivery[]; put_off: number }> {
  const { now, lost_at, look_again, per_webhook } = claim;
  const busy = [...claim.busy].map(([id, n]) => ({ id, n }));
  const { rows } = await sql<ClaimedDelivery & { put_off: number }>`
    with hooks as materialized (
      select w.id, ${per_webhook}::int - coalesce(b.n, 0) as free
      from webhooks as w left join jsonb_to_recordset(${jsonRows(busy)}::jsonb) as b (id int, n int) on b.id = w.id
      where w.enabled
    ),
    due as materialized (
      select d.id, d.webhook_id, d.order_key, hooks.free
      from hooks cross join lateral (
        select id, webhook_id, order_key from webhook_deliveries
        where webhook_id = hooks.id and state = 'waiting' and due_at <= ${now}
        order by due_at, id limit 50 for update skip locked) as d
      where hooks.free > 0
    ),
    judged as materialized (
      select due.id, due.webhook_id, due.free, (
        select case earlier.state when 'sending' then ${look_again}::timestamptz
          else greatest(earlier.due_at, ${look_again}) end from webhook_deliveries as earlier
        where earlier.webhook_id = due.webhook_id and earlier.order_key = due.order_key and earlier.id < due.id
          and earlier.state in ('waiting', 'sending')
        order by earlier.id limit 1) as until
      from due
    ),
    ready as (
      select id, free, row_number() over (partition by webhook_id order by id) as place from judged where until is null
    ),
    claimed as (
      update webhook_deliveries as d set state = 'sending', attempts = d.attempts + 1, due_at = ${lost_at},
        first_attempt_at = coalesce(d.first_attempt_at, ${now}), last_attempt_at = ${now}
      from ready where d.id = ready.id and ready.place <= ready.free
      returning d.id, d.webhook_id, d.seq, d.order_key, d.replay, d.attempts, d.first_attempt_at, d.last_attempt_at
    ),
    put_off as (
      update webhook_deliveries as d set due_at = judged.until
      from judged where d.id = judged.id and judged.until is not null
      returning d.id
    )
    select claimed.*, e.event, e.created_at as occurred_at, e.body, w.url, w.secret, w.old_secret, w.old_secret_until,
      (select count(*)::int from put_off) as put_off
    from (select count(*) from put_off) as counted
    left join claimed on true
    left join webhook_events as e on e.seq = claimed.seq
    left join webhooks as w on w.id = claimed.webhook_id
    order by claimed.id`.execute(db);
  return { claimed: rows.filter((row) => row.id !== null), put_off: rows[0]?.put_off ?? 0 };
}

/** Takes back what processes had in hand that ended without a word; answers how many. */
export async function takeBackLost(db: Transaction, now: Date): Promise<number> {
  const rows = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', due_at: now, error: 'the process that sent it ended' })
    .where('state', '=', 'sending')
    .where('due_at', '<=', now)
    .returning('id')
    .execute();
  return rows.length;
}

/** When the next delivery is due, or the next claim is lost, after `now`. */
export async function nextDue(db: Reader, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .where('w.enabled', '=', true)
    .where('d.state', 'in', ['waiting', 'sending'])
    .where('d.due_at', '>', now)
    .select((eb) => eb.fn.min('d.due_at').as('due'))
    .executeTakeFirst();
  return row?.due ?? null;
}

/** How an attempt ended. */
export interface Outcome {
  id: number;
  /** The attempt's own number: one that was taken back meanwhile is another's. */
  attempts: number;
  state: 'delivered' | 'failed' | 'cancelled' | 'waiting';
  due_at: Date | null;
  now: Date;
  at: Date;
  status: number | null;
  duration_ms: number;
  error: string | null;
  request_headers: Record<string, string>;
  response_body: string | null;
  response_is_cut: boolean;
}

/** Writes an attempt's outcome down; false when the delivery is gone, or no longer this attempt's. */
export async function storeOutcome(db: Transaction, outcome: Outcome): Promise<boolean> {
  const { id, attempts, state, due_at, now, at, status, duration_ms, error } = outcome;
  const one = jsonText([{ at: at.toISOString(), status, duration_ms, error }]);
  const row = await db
    .updateTable('webhook_deliveries')
    .set({
      state,
      due_at,
      finished_at: state === 'waiting' ? null : now,
      status,
      duration_ms,
      error,
      request_headers: jsonText(outcome.request_headers),
      response_body: outcome.response_body,
      response_is_cut: outcome.response_is_cut,
      tries: sql`tries || ${one}::jsonb`,
    })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type Place = { id: number; webhook_id: number; order_key: string };

/** Something ended: the next of its key is due now. */
export async function wakeNext(db: Transaction, { id, webhook_id, order_key }: Place, now: Date): Promise<void> {
  await sql`update webhook_deliveries set due_at = least(due_at, ${now})
    where id = (select id from webhook_deliveries where webhook_id = ${webhook_id} and order_key = ${order_key}
      and state = 'waiting' and id > ${id} order by id limit 1)`.execute(db);
}

/** Those behind a delivery that waits for a retry have no need to be looked at before it. */
export async function putOffFollowers(
  db: Transaction,
  { id, webhook_id, order_key }: Place,
  until: Date,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ due_at: until })
    .where('webhook_id', '=', webhook_id)
    .where('order_key', '=', order_key)
    .where('state', '=', 'waiting')
    .where('id', '>', id)
    .where('due_at', '<', until)
    .execute();
}

/** Drops what happened before a time, with its deliveries, and what is left of deleted webhooks. */
export async function deleteOld(db: Transaction, before: Date): Promise<void> {
  await db.deleteFrom('webhook_events').where('created_at', '<', before).execute();
  await sql`delete from webhook_deliveries where not exists (select 1 from webhooks where id = webhook_id)`.execute(db);
}

/** What was queued for webhooks at the very moment in which they were switched off. */
export async function cancelStrays(db: Transaction, now: Date): Promise<void> {
  await sql`update webhook_deliveries set state = 'cancelled', due_at = null, finished_at = ${now}
    where state = 'waiting' and not exists (select 1 from webhooks where id = webhook_id and enabled)`.execute(db);
}
