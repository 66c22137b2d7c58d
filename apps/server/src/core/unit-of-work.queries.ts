import { sql } from 'kysely';
import type { Saying, ToldChange } from '../db/bus.ts';
import { jsonRows, jsonText } from '../db/json-rows.ts';
import { locks } from '../db/locks.ts';
import type { Reader, Transaction } from '../db/types.ts';
import type { Audience } from './audience.ts';
import type { JobName, JobOptions } from './jobs.ts';

/** Channel on which every process hears the change log grow. */
export const eventsChannel = 'bellhop_events';

/** PostgreSQL refuses 8,000 bytes of notification; beyond this the listeners read the rows. */
const largestNotification = 7_500;

export interface ChangeEntry {
  kind: string;
  conversation_id: number | null;
  /** Why it happened, when nobody did it. */
  cause_id: number | null;
  payload: unknown;
  frame: { type: string; data: unknown } | null;
  audience: Audience | null;
}

/** A frame as listeners get it. */
export interface NumberedFrame {
  seq: number;
  type: string;
  data: unknown;
  audience: Audience;
}

/** What the notification holds: the frames themselves while they fit, else the range of numbers to read. */
export type ChangeNotification = { frames: NumberedFrame[] } | { from: number; to: number };

interface Change {
  entries: readonly ChangeEntry[];
  actor_id: number;
  now: Date;
}

/**
 * Writes the entries under consecutive numbers, of which it answers the first, and notifies: as the last statement of the transaction, but for
 * what needs the numbers, because the lock makes others wait from here to the commit.
 */
export async function writeChangeLog(db: Transaction, change: Change & { wakes: readonly Saying[] }): Promise<number> {
  const wakes = sql`select null::bigint as first, pg_notify(channel, payload)::text from jsonb_to_recordset(${jsonRows(change.wakes)}::jsonb)
    as wake(channel text, payload text)`;
  if (change.entries.length === 0) {
    await wakes.execute(db);
    return 0;
  }
  const { rows } = await sql<{ first: number | null }>`
    ${writing(change)}
    select (select min(seq) from numbered) as first, null::text as told
    union all select null, pg_notify(${eventsChannel}, case when octet_length(frames) <= ${largestNotification} then frames
      else jsonb_build_object('from', first, 'to', last)::text end)::text
    from sent where first is not null
    union all (${wakes})`.execute(db);
  return rows.find(({ first }) => first !== null)!.first!;
}

/**
 * Writes the entries as `writeChangeLog` does, and the wake-ups as one more, so that whoever reads the log finds them in their order.
 * Notifies nobody: what it answers is told by a carrier after the commit.
 */
export async function writeCarriedChange(
  db: Transaction,
  change: Change & { wakes: readonly Saying[] },
): Promise<ToldChange> {
  const { wakes } = change;
  const asEntry = {
    kind: 'frame',
    conversation_id: null,
    cause_id: null,
    payload: { wakes },
    frame: null,
    audience: null,
  };
  const entries = wakes.length > 0 ? [...change.entries, asEntry] : change.entries;
  const { rows } = await sql<{ first: number; last: number; frames: string | null }>`
    ${writing({ ...change, entries })}
    select min(seq) as first, max(seq) as last, (select frames from sent where first is not null) as frames from numbered`.execute(
    db,
  );
  const { first, last, frames } = rows[0]!;
  return { first, last, said: [...(frames === null ? [] : [{ channel: eventsChannel, payload: frames }]), ...wakes] };
}

/** What `writeCarriedChange` has written after a number, at most `limit` entries, in order. */
export async function changesAfter(
  db: Reader,
  seq: number,
  limit: number,
): Promise<{ seq: number; said: readonly Saying[] }[]> {
  const { rows } = await sql<{ seq: number; frame: object | null; audience: unknown; wakes: Saying[] | null }>`
    select seq, frame, audience, case when kind = 'frame' and frame is null then payload -> 'wakes' end as wakes
    from events where seq > ${seq} order by seq limit ${limit}`.execute(db);
  return rows.map(({ seq: number, frame, audience, wakes }) => {
    if (wakes) return { seq: number, said: wakes };
    if (!frame || !audience) return { seq: number, said: [] };
    const payload = JSON.stringify({ frames: [{ seq: number, ...frame, audience }] });
    return { seq: number, said: [{ channel: eventsChannel, payload }] };
  });
}

/** Tables of a statement: `numbered` are the entries, written; `sent` the frames among them, one row. */
function writing(change: Change) {
  return sql`
    with locked as materialized (select pg_advisory_xact_lock(${locks.change_log})),
    entries as (
      select entry, ordinal
      from locked, jsonb_array_elements(${jsonRows(change.entries)}::jsonb) with ordinality as e(entry, ordinal)
      order by ordinal
    ),
    numbered as materialized (
      select nextval('event_seq') as seq, entry ->> 'kind' as kind, (entry ->> 'conversation_id')::int as conversation_id,
        (entry ->> 'cause_id')::bigint as cause_id, entry -> 'payload' as payload, nullif(entry -> 'frame', 'null'::jsonb) as frame,
        nullif(entry -> 'audience', 'null'::jsonb) as audience
      from entries
    ),
    written as (
      insert into events (seq, created_at, kind, conversation_id, actor_id, cause_id, payload, frame, audience)
      select seq, ${change.now}, kind, conversation_id, ${change.actor_id}::int, cause_id, payload, frame, audience from numbered
    ),
    sent as (
      select min(seq) as first, max(seq) as last, jsonb_build_object('frames', jsonb_agg(
        jsonb_build_object('seq', seq, 'type', frame -> 'type', 'data', frame -> 'data', 'audience', audience)
        order by seq))::text as frames
      from numbered where frame is not null and audience is not null
    )`;
}

/** Inserts a job row of graphile-worker in the same transaction. */
export async function insertJob(db: Transaction, job: JobName, payload: unknown, options: JobOptions): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${job}::text,
    payload := ${jsonText(payload as object)}::json,
    queue_name := ${options.queue ?? null}::text,
    run_at := ${options.run_at ?? null}::timestamptz,
    max_attempts := ${options.max_attempts ?? null}::int,
    job_key := ${options.key ?? null}::text)`.execute(db);
}
