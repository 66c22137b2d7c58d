import { sql } from 'kysely';
import type { Transaction } from '../db/types.ts';

/** Folds the appended deltas of the list totals into their counts. */
export async function foldConversationCounts(db: Transaction): Promise<void> {
  await sql`select fold_conversation_counts()`.execute(db);
}

/** Makes the coming months' partitions of the change log and drops those that ended more than `months` ago. */
export async function rotateEvents(db: Transaction, months: number): Promise<void> {
  await sql`select ensure_event_partitions(2)`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_\\d{4}_\\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') < (date_trunc('month', now()) - make_interval(months => ${months}))::date`.execute(
    db,
  );
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db);
  // What came after a longer rest, before its month was made, lies beside the months.
  await sql`delete from events_default
    where created_at < (date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${months})) at time zone 'UTC'`.execute(
    db,
  );
}

/**
 * Drops jobs that will never run: a running job that a newer one of its key replaced stays behind when its process dies. One that
 * failed too often has its key still, and is kept.
 */
export async function deleteReplacedJobs(db: Transaction): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where key is null and attempts >= max_attempts and locked_at is null))`.execute(
    db,
  );
}

/** Drops sessions and begun sign-ins that are over, and login attempts that no limit looks at any more; answers whose sessions they were. */
export async function deleteExpired(db: Transaction, now: Date): Promise<number[]> {
  const sessions = await db.deleteFrom('sessions').where('expires_at', '<', now).returning('user_id').execute();
  await db
    .deleteFrom('login_attempts')
    .where('at', '<', new Date(now.getTime() - 24 * 3600_000))
    .execute();
  await db.deleteFrom('factor_challenges').where('expires_at', '<', now).execute();
  return [...new Set(sessions.map((session) => session.user_id))];
}
