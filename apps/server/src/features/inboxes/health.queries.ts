import { sql } from 'kysely';
import type { Reader } from '../../db/types.ts';

/** What mail and queue tell about an inbox. */
export interface TrafficRow {
  inbox_id: number;
  last_in: Date | null;
  last_out: Date | null;
  waiting_in: number;
  oldest_in: Date | null;
  waiting_out: number;
  /** When the oldest mail that is on its way out was first due. */
  oldest_out: Date | null;
  quarantined: number;
  failures: number;
  last_failed_at: Date | null;
  last_failure: string | null;
  last_failure_problem: string | null;
  /** What the mail that waits longest met last. */
  waiting_problem: string | null;
  waiting_error: string | null;
  leased_until: Date | null;
}

/** Traffic of some inboxes. Failures are counted since `day_ago`. */
export async function listTraffic(db: Reader, inboxIds: readonly number[], dayAgo: Date): Promise<TrafficRow[]> {
  const { rows } = await sql<TrafficRow>`
    select i.id as inbox_id, l.expires_at as leased_until,
      (select max(received_at) from raw_mails where inbox_id = i.id) as last_in,
      (select max(finished_at) from outgoing_mails
        where inbox_id = i.id and finished_at is not null and state in ('sent', 'kept_locally')) as last_out,
      coming.count as waiting_in, coming.oldest as oldest_in,
      leaving.count as waiting_out, leaving.oldest as oldest_out, leaving.problem as waiting_problem,
      leaving.error as waiting_error,
      (select count(*) from raw_mails where inbox_id = i.id and state = 'quarantined') as quarantined,
      (select count(*) from outgoing_mails
        where inbox_id = i.id and finished_at > ${dayAgo} and state = 'failed') as failures,
      failed.finished_at as last_failed_at, failed.error as last_failure, failed.problem as last_failure_problem
    from inboxes i
    left join inbox_leases l on l.inbox_id = i.id
    left join lateral (
      select count(*) as count, min(received_at) as oldest from raw_mails where inbox_id = i.id and state = 'stored'
    ) coming on true
    left join lateral (
      select count(*) as count,
        min(case state when 'queued' then due_at else coalesce(undo_until, created_at) end) as oldest,
        (array_agg(problem order by created_at))[1] as problem, (array_agg(error order by created_at))[1] as error
      from outgoing_mails where inbox_id = i.id and state in ('queued', 'retrying', 'sending')
    ) leaving on true
    left join lateral (
      select finished_at, error, problem from outgoing_mails
      where inbox_id = i.id and finished_at is not null and state = 'failed' order by finished_at desc limit 1
    ) failed on true
    where i.id = any(${[...inboxIds]}::int[])`.execute(db);
  return rows;
}

/** How many mails came to some inboxes in each hour of the time since, in order; hours without mail are left out. */
export async function listArrivalHours(
  db: Reader,
  inboxIds: readonly number[],
  since: Date,
): Promise<{ inbox_id: number; hour: Date; count: number }[]> {
  // Inbox by inbox, so that the index is read for this time alone.
  const { rows } = await sql<{ inbox_id: number; hour: Date; count: number }>`
    select i.id as inbox_id, arrivals.hour, arrivals.count
    from inboxes i, lateral (
      select date_trunc('hour', received_at, 'UTC') as hour, count(*) as count
      from raw_mails where inbox_id = i.id and received_at > ${since} group by 1
    ) arrivals
    where i.id = any(${[...inboxIds]}::int[]) order by 1, 2`.execute(db);
  return rows;
}

/** Since when some process has been there; null when none is. */
export async function watchedSince(db: Reader): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(started_at) as since from processes where seen_at > now() - interval '1 minute'`.execute(db);
  return rows[0]!.since;
}
