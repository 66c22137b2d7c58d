import { sql } from 'kysely';
import type { Reader } from '../db/types.ts';
import { createCache } from '../lib/cached.ts';

/** How the queues stand, for the metrics. */
export interface QueueFigures {
  jobs_waiting: number;
  oldest_seconds: number;
  mails_waiting: number;
  mails_stored: number;
  webhooks_waiting: number;
  webhooks_failed: number;
}

/** One look serves all figures of a scrape. */
const figures = createCache(1_000, async (db: Reader): Promise<QueueFigures> => {
  const { rows } = await sql<QueueFigures>`
    select (select count(*) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts) as jobs_waiting,
      (select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 from graphile_worker.jobs
        where run_at <= now() and attempts < max_attempts) as oldest_seconds,
      (select count(*) from raw_mails where state = 'stored') as mails_waiting,
      (select coalesce(max(id), 0) from raw_mails) as mails_stored,
      (select count(*) from webhook_deliveries where state in ('waiting', 'sending')) as webhooks_waiting,
      (select count(*) from webhook_deliveries where state = 'failed') as webhooks_failed`.execute(db);
  return rows[0]!;
});

/** Every mail that was ever sent is counted, which takes its time where there are millions. */
const sent = createCache(60_000, async (db: Reader): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from outgoing_mails where state in ('sent', 'kept_locally')`.execute(db);
  return rows[0]!.count;
});

/** How the queues stand, a second old at most. */
export function queueFigures(db: Reader): Promise<QueueFigures> {
  return figures.get(db);
}

/** How many mails were ever sent, a minute old at most. */
export function countSentMails(db: Reader): Promise<number> {
  return sent.get(db);
}
