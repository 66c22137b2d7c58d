import type { SlaAlert } from '@bellhop/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { jsonText } from '../../db/json-rows.ts';
import type { DB, Reader, Transaction } from '../../db/types.ts';
import type { ConversationRow } from '../conversations/index.ts';

/** A policy as it stood when it was applied; times are durations. */
export interface SlaTerms {
  first_response_time: string | null;
  next_response_time: string | null;
  resolution_time: string | null;
  pause_on_waiting: boolean;
  restart_on_reopen: boolean;
  follow_team_hours: boolean;
  notifications: SlaAlert[];
}

/** A policy applied to a conversation, as stored. */
export type AppliedSla = Omit<Selectable<DB['applied_slas']>, 'terms'> & { terms: SlaTerms };
/** A customer's message that awaits, or awaited, the next response. */
export type SlaEvent = Selectable<DB['sla_events']>;
type AppliedValues = Omit<Insertable<DB['applied_slas']>, 'terms'> & { terms: SlaTerms };

const storedTerms = <T extends { terms?: SlaTerms }>({ terms, ...values }: T) => ({
  ...values,
  ...(terms && { terms: jsonText(terms) }),
});

export async function insertApplied(db: Transaction, values: AppliedValues): Promise<AppliedSla> {
  const row = await db
    .insertInto('applied_slas')
    .values(storedTerms(values) as Insertable<DB['applied_slas']>)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as AppliedSla;
}

export async function patchApplied(
  db: Transaction,
  id: number,
  patch: Omit<Updateable<DB['applied_slas']>, 'terms'> & { terms?: SlaTerms },
): Promise<void> {
  await db
    .updateTable('applied_slas')
    .set(storedTerms(patch) as Updateable<DB['applied_slas']>)
    .where('id', '=', id)
    .execute();
}

/** One applied policy; undefined when there is none. */
export async function findApplied(db: Reader, id: number): Promise<AppliedSla | undefined> {
  const row = await db.selectFrom('applied_slas').selectAll().where('id', '=', id).executeTakeFirst();
  return row as unknown as AppliedSla | undefined;
}

/** Several by id, each with its latest event. */
export async function listApplied(
  db: Reader,
  ids: readonly number[],
): Promise<Map<number, { applied: AppliedSla; event: SlaEvent | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('applied_slas')
    .selectAll()
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
  const { rows: events } = await sql<SlaEvent>`select distinct on (applied_sla_id) * from sla_events
    where applied_sla_id = any(${[...ids]}::int[]) order by applied_sla_id, id desc`.execute(db);
  const eventOf = new Map(events.map((event) => [event.applied_sla_id, event]));
  return new Map(
    (rows as unknown as AppliedSla[]).map((applied) => [
      applied.id,
      { applied, event: eventOf.get(applied.id) ?? null },
    ]),
  );
}

export async function insertEvent(db: Transaction, values: Insertable<DB['sla_events']>): Promise<SlaEvent> {
  return db.insertInto('sla_events').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function patchEvent(db: Transaction, id: number, patch: Updateable<DB['sla_events']>): Promise<void> {
  await db.updateTable('sla_events').set(patch).where('id', '=', id).execute();
}

/** Ends what is open without a verdict, unless it was overdue already. */
export async function endEvents(db: Transaction, appliedId: number, now: Date): Promise<void> {
  await sql`update sla_events set ended_at = ${now}, status = case when breached_at is null then 'cancelled' else status end
    where applied_sla_id = ${appliedId} and ended_at is null`.execute(db);
}

/** How the events of an applied policy ended: the verdict of one that promises answers alone. */
export async function countEvents(db: Reader, appliedId: number): Promise<{ met: number; breached: number }> {
  const { rows } = await sql<{ met: number; breached: number }>`
    select count(*) filter (where status = 'met')::int as met, count(*) filter (where status = 'breached')::int as breached
    from sla_events where applied_sla_id = ${appliedId}`.execute(db);
  return rows[0]!;
}

/**
 * Counts that the promises of a conversation could not be settled, and leaves them alone for a while: four times as long after each failure.
 * Answers how often it has happened, 0 where nothing is promised.
 */
export async function putOffApplied(
  db: Transaction,
  {
    conversation_id,
    now,
    first_ms,
    most_ms,
  }: { conversation_id: number; now: Date; first_ms: number; most_ms: number },
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update applied_slas set failures = failures + 1,
      put_off_until = ${now}::timestamptz + interval '1 millisecond' * least(${most_ms}, ${first_ms} * 4 ^ least(failures, 20))
    where conversation_id = ${conversation_id} and due_at < ${now} returning failures`.execute(db);
  return Math.max(0, ...rows.map(({ failures }) => failures));
}

/**
 * Conversations for which something is due: a deadline that nobody has judged, or an alert; those that are due longest first. Those that
 * could not be settled are left out until they are to be tried again.
 */
export async function listDue(db: Reader, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ conversation_id: number }>`
    select conversation_id from (
      (select conversation_id, due_at from applied_slas
        where due_at < ${now} and (put_off_until is null or put_off_until <= ${now}) order by due_at limit ${limit})
      union all
      (select conversation_id, due_at from sla_alerts where sent_at is null and due_at <= ${now} order by due_at limit ${limit})
    ) as due group by conversation_id order by min(due_at), conversation_id limit ${limit}`.execute(db);
  return rows.map((row) => row.conversation_id);
}

/** Those of these conversations that nobody else has locked, locked, in the order of ids. */
export function lockFree(db: Transaction, ids: readonly number[]): Promise<ConversationRow[]> {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

/** Running applied policies behind the one of number `after`, in their order, for at most `limit`. */
export async function listRunning(
  db: Reader,
  of: { policy_id: number | null } | { business_hours_id: number },
  page: { after: number; limit: number },
): Promise<{ id: number; conversation_id: number }[]> {
  const query = db
    .selectFrom('applied_slas')
    .select(['id', 'conversation_id'])
    .where('status', '=', 'pending')
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit);
  if ('business_hours_id' in of) return query.where('business_hours_id', '=', of.business_hours_id).execute();
  if (of.policy_id === null) return query.where('sla_policy_id', 'is', null).execute();
  return query.where('sla_policy_id', '=', of.policy_id).execute();
}
