import { sql } from 'kysely';
import type { Reader } from '../../db/types.ts';
import { createCache } from '../../lib/cached.ts';

/** How the queues of a desk stand; ages in seconds, 0 where nothing waits. What is asked for here stays as quick as the desk grows. */
export interface QueueFigures {
  jobs_waiting: number;
  jobs_oldest: number;
  jobs_failed: number;
  mails_waiting: number;
  mails_oldest: number;
  mails_stored: number;
  mails_quarantined: number;
  outgoing_waiting: number;
  outgoing_oldest: number;
  system_mails_waiting: number;
  system_mails_oldest: number;
  notifications_oldest: number;
  webhooks_waiting: number;
  webhooks_oldest: number;
  webhooks_failed: number;
  webhooks_off: number;
  pushes_waiting: number;
  pushes_oldest: number;
  sla_oldest: number;
  automation_tasks_waiting: number;
  automation_tasks_oldest: number;
}

/** Seconds since a time that may be missing or still to come. */
const age = (time: ReturnType<typeof sql>) =>
  sql`greatest(0, coalesce(extract(epoch from now() - ${time}), 0))::float8`;

/**
 * Every count is of what waits, by an index of its own; the number of mails ever received is their last id.
 * For other than queues the oldest is looked for inbox by inbox and webhook by webhook, as their indexes go.
 */
const queues = createCache(5_000, async (db: Reader): Promise<QueueFigures> => {
  const { rows } = await sql<QueueFigures>`
    select jobs.*, coming.*, leaving.*, mails.*, hooks.*, pushes.*, tasks.*,
      (select coalesce(max(id), 0) from raw_mails) as mails_stored,
      (select count(*) from raw_mails where state = 'quarantined') as mails_quarantined,
      ${age(sql`(select min(due_at) from notification_deliveries where sent_at is null)`)} as notifications_oldest,
      (select count(*) from webhook_deliveries where state = 'failed') as webhooks_failed,
      (select count(*) from webhooks where not enabled and disabled_at is not null) as webhooks_off,
      ${age(sql`least((select min(due_at) from applied_slas where due_at is not null),
        (select min(due_at) from sla_alerts where sent_at is null))`)} as sla_oldest
    from (
      select count(*) filter (where attempts < max_attempts) as jobs_waiting,
        ${age(sql`min(run_at) filter (where attempts < max_attempts)`)} as jobs_oldest,
        count(*) filter (where attempts >= max_attempts and locked_at is null) as jobs_failed
      from graphile_worker.jobs where run_at <= now()
    ) jobs, (
      select count(*) as mails_waiting, ${age(sql`min(received_at)`)} as mails_oldest
      from raw_mails where state = 'stored'
    ) coming, (
      select count(*) as outgoing_waiting, ${age(sql`min(coalesce(undo_until, created_at))`)} as outgoing_oldest
      from outgoing_mails where state in ('queued', 'retrying', 'sending')
    ) leaving, (
      select count(*) as system_mails_waiting, ${age(sql`min(created_at)`)} as system_mails_oldest
      from system_mails where finished_at is null
    ) mails, (
      select count(*) as webhooks_waiting, ${age(sql`min(due_at)`)} as webhooks_oldest
      from webhook_deliveries where state in ('waiting', 'sending')
    ) hooks, (
      select count(*) as pushes_waiting, ${age(sql`min(created_at)`)} as pushes_oldest from push_deliveries
    ) pushes, (
      select count(*) as automation_tasks_waiting, ${age(sql`min(created_at)`)} as automation_tasks_oldest
      from automation_tasks
    ) tasks`.execute(db);
  return rows[0]!;
});

/** How the queues stand, five seconds old at most: who scrapes often, or many, asks the database no more. */
export function queueFigures(db: Reader): Promise<QueueFigures> {
  return queues.get(db);
}

/** How an inbox is received. */
export interface InboxFigures {
  id: number;
  name: string;
  is_failing: boolean;
  last_success_at: Date | null;
  last_error_at: Date | null;
}

const inboxes = createCache(5_000, async (db: Reader): Promise<InboxFigures[]> => {
  const rows = await db
    .selectFrom('inboxes')
    .select(['id', 'name', 'failing_since', 'last_success_at', 'last_error_at'])
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ failing_since, ...row }) => ({ ...row, is_failing: failing_since !== null }));
});

/** Enabled inboxes, five seconds old at most. */
export function inboxFigures(db: Reader): Promise<InboxFigures[]> {
  return inboxes.get(db);
}

/** What changes slowly, or takes its time to be found. */
export interface SlowFigures {
  database_bytes: number;
  last_backup: unknown;
  /** Roles of the processes that are there, each as often as it is run. */
  roles: string[];
}

const slow = createCache(30_000, async (db: Reader): Promise<SlowFigures> => {
  const { rows } = await sql<SlowFigures>`
    select pg_database_size(current_database()) as database_bytes,
      (select value from settings where key = 'backup.last') as last_backup,
      array(select unnest(roles) from processes where seen_at > now() - interval '1 minute') as roles`.execute(db);
  return rows[0]!;
});

/** The size of the database, the last backup, the processes: half a minute old at most. */
export function slowFigures(db: Reader): Promise<SlowFigures> {
  return slow.get(db);
}
