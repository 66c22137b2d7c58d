import { sql } from 'kysely';
import type { Reader } from '../db/types.ts';

/** How the queues stand, for the metrics. */
export interface QueueFigures {
  jobs_waiting: number;
  oldest_seconds: number;
  mails_waiting: number;
  mails_stored: number;
  mails_sent: number;
}

export async function queueFigures(db: Reader): Promise<QueueFigures> {
  const { rows } = await sql<QueueFigures>`
    select (select count(*) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts) as jobs_waiting,
      (select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 from graphile_worker.jobs
        where run_at <= now() and attempts < max_attempts) as oldest_seconds,
      (select count(*) from raw_mails where state = 'stored') as mails_waiting,
      (select coalesce(max(id), 0) from raw_mails) as mails_stored,
      (select count(*) from outgoing_mails where state in ('sent', 'kept_locally')) as mails_sent`.execute(db);
  return rows[0]!;
}
