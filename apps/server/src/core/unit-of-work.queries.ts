import { sql } from 'kysely';
import type { Transaction } from '../db/types.ts';
import type { Audience } from './audience.ts';
import type { JobName, JobOptions } from './jobs.ts';

/** Channel on which every process hears the change log grow. */
export const eventsChannel = 'bellhop_events';

/** The lock under which numbers are drawn; held until commit, so numbers become visible in their order. */
const changeLogLock = 711_202_612;

/** PostgreSQL refuses 8,000 bytes of notification; beyond this the listeners read the rows. */
const largestNotification = 7_500;

export interface ChangeEntry {
  kind: string;
  conversation_id: number | null;
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

/**
 * Writes the entries under consecutive numbers and notifies, as the last statements of the transaction, because the lock
 * makes others wait from here to the commit.
 */
export async function writeChangeLog(
  db: Transaction,
  change: {
    entries: ChangeEntry[];
    wakes: { channel: string; payload: string }[];
    actor_id: number;
    now: Date;
  },
): Promise<void> {
  for (const { channel, payload } of change.wakes) await sql`select pg_notify(${channel}, ${payload})`.execute(db);
  if (change.entries.length === 0) return;
  const rows = JSON.stringify(change.entries);
  const { rows: numbered } = await sql<{ seq: number; ordinal: number }>`
    with locked as materialized (select pg_advisory_xact_lock(${changeLogLock})),
    entries as (
      select entry, ordinal from locked, jsonb_array_elements(${rows}::jsonb) with ordinality as e(entry, ordinal)
      order by ordinal
    ),
    numbered as materialized (select entry, ordinal, nextval('event_seq') as seq from entries),
    written as (
      insert into events (seq, created_at, kind, conversation_id, actor_id, payload, frame, audience)
      select seq, ${change.now}, entry ->> 'kind', (entry ->> 'conversation_id')::int, ${change.actor_id}::int,
        entry -> 'payload', nullif(entry -> 'frame', 'null'::jsonb), nullif(entry -> 'audience', 'null'::jsonb)
      from numbered
    )
    select seq, ordinal from numbered order by ordinal`.execute(db);
  const frames: NumberedFrame[] = [];
  change.entries.forEach((entry, index) => {
    if (entry.frame && entry.audience)
      frames.push({ seq: numbered[index]!.seq, ...entry.frame, audience: entry.audience });
  });
  if (frames.length === 0) return;
  const whole: ChangeNotification = { frames };
  let text = JSON.stringify(whole);
  if (Buffer.byteLength(text) > largestNotification) {
    const range: ChangeNotification = { from: frames[0]!.seq, to: frames.at(-1)!.seq };
    text = JSON.stringify(range);
  }
  await sql`select pg_notify(${eventsChannel}, ${text})`.execute(db);
}

/** Inserts a job row of graphile-worker in the same transaction. */
export async function insertJob(db: Transaction, job: JobName, payload: unknown, options: JobOptions): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${job}::text,
    payload := ${JSON.stringify(payload)}::json,
    queue_name := ${options.queue ?? null}::text,
    run_at := ${options.run_at ?? null}::timestamptz,
    max_attempts := ${options.max_attempts ?? null}::int,
    job_key := ${options.key ?? null}::text)`.execute(db);
}
