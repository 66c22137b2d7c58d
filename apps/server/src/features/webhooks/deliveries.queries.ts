import type { WebhookDeliveryState } from '@bellhop/contract';
import { type Selectable, sql } from 'kysely';
import type { DB, Reader, Transaction } from '../../db/types.ts';

type Stored = Selectable<DB['webhook_deliveries']>;

/** A row of the log with what it is about. */
export interface DeliveryRow
  extends Pick<
    Stored,
    | 'id'
    | 'webhook_id'
    | 'seq'
    | 'created_at'
    | 'replay'
    | 'attempts'
    | 'due_at'
    | 'last_attempt_at'
    | 'finished_at'
    | 'status'
    | 'duration_ms'
    | 'error'
  > {
  state: WebhookDeliveryState;
  event: string;
  occurred_at: Date;
  conversation_uuid: string | null;
  reference_number: string | null;
}

const rowColumns = [
  'd.id',
  'd.webhook_id',
  'd.seq',
  'd.created_at',
  'd.state',
  'd.replay',
  'd.attempts',
  'd.due_at',
  'd.last_attempt_at',
  'd.finished_at',
  'd.status',
  'd.duration_ms',
  'd.error',
  'e.event',
  'e.created_at as occurred_at',
  'c.uuid as conversation_uuid',
  'c.reference_number',
] as const;

function deliveries(db: Reader, webhookId: number) {
  return db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', 'e.seq', 'd.seq')
    .leftJoin('conversations as c', 'c.id', 'e.conversation_id')
    .where('d.webhook_id', '=', webhookId);
}

/** A page of a webhook's log, newest first, those before the one of number `before`. */
export async function listDeliveries(
  db: Reader,
  webhookId: number,
  page: { state: string | null; event: string | null; before: number | null; limit: number },
): Promise<DeliveryRow[]> {
  let query = deliveries(db, webhookId).select(rowColumns).orderBy('d.id', 'desc').limit(page.limit);
  if (page.before !== null) query = query.where('d.id', '<', page.before);
  if (page.state !== null) query = query.where('d.state', '=', page.state);
  if (page.event !== null) query = query.where('e.event', '=', page.event);
  return (await query.execute()) as DeliveryRow[];
}

/** One of a webhook's deliveries with what was sent and answered. */
export async function findDelivery(db: Reader, webhookId: number, id: number) {
  return deliveries(db, webhookId)
    .where('d.id', '=', id)
    .select(rowColumns)
    .select(['d.request_headers', 'd.response_body', 'd.response_is_cut', 'd.tries', 'e.body'])
    .executeTakeFirst();
}

/** What has not been delivered yet won't be: the webhook is off. What is on its way just now still ends by itself. */
export async function cancelWaiting(db: Transaction, webhookId: number, now: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'cancelled', due_at: null, finished_at: now })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}

/** The finished deliveries of a span of time, oldest first, one for each event: the ids of their events. */
export async function finishedBetween(
  db: Reader,
  webhookId: number,
  span: { from: Date; to: Date; states: readonly string[]; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('webhook_events as e')
    .where('e.created_at', '>=', span.from)
    .where('e.created_at', '<', span.to)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_deliveries as d')
          .select('d.id')
          .whereRef('d.seq', '=', 'e.seq')
          .where('d.webhook_id', '=', webhookId)
          .where('d.state', 'in', [...span.states]),
      ),
    )
    // What is under way again need not go twice.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhook_deliveries as d')
            .select('d.id')
            .whereRef('d.seq', '=', 'e.seq')
            .where('d.webhook_id', '=', webhookId)
            .where('d.state', 'in', ['waiting', 'sending']),
        ),
      ),
    )
    .select('e.seq')
    .orderBy('e.seq')
    .limit(span.limit)
    .execute();
  return rows.map((row) => row.seq);
}

/** Queues events once more, in their order. */
export async function insertReplays(
  db: Transaction,
  webhookId: number,
  { seqs, now }: { seqs: readonly number[]; now: Date },
): Promise<void> {
  if (seqs.length === 0) return;
  await sql`insert into webhook_deliveries (webhook_id, seq, created_at, order_key, replay, due_at)
    select ${webhookId}::int, seq, ${now}::timestamptz, order_key, true, ${now}::timestamptz
    from webhook_events where seq = any(${[...seqs]}::bigint[]) order by seq`.execute(db);
}
