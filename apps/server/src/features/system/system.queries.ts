import { sql } from 'kysely';
import type { Reader } from '../../db/types.ts';

export interface ProcessRow {
  id: string;
  roles: string[];
  started_at: Date;
  seen_at: Date;
  facts: unknown;
}

/** Processes that beat within the last minute, the oldest first. */
export async function listProcesses(db: Reader): Promise<ProcessRow[]> {
  const { rows } = await sql<ProcessRow>`
    select id, roles, started_at, seen_at, facts from processes
    where seen_at > now() - interval '1 minute' order by started_at, id`.execute(db);
  return rows;
}

export interface JobKind {
  name: string;
  waiting: number;
  running: number;
  failed: number;
  oldest_age: number | null;
  last_error: string | null;
}

/** Jobs that are due, by kind; those for later are left out. Ages in seconds. */
export async function listJobKinds(db: Reader): Promise<JobKind[]> {
  const { rows } = await sql<JobKind>`
    select task_identifier as name,
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as waiting,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
      extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now()))::float8
        as oldest_age,
      (array_agg(last_error order by updated_at desc) filter (where last_error is not null))[1] as last_error
    from graphile_worker.jobs
    group by task_identifier order by waiting desc, running desc, name`.execute(db);
  return rows.filter((kind) => kind.waiting + kind.running + kind.failed > 0 || kind.last_error !== null);
}

export interface MailFigures {
  out_waiting: number;
  out_overdue: number;
  out_oldest_age: number | null;
  sent_today: number;
  failed_today: number;
  in_waiting: number;
  in_oldest_age: number | null;
  received_today: number;
  quarantined: number;
}

/** How mail stands in and out; "today" is the last 24 hours. */
export async function readMailFigures(db: Reader): Promise<MailFigures> {
  const { rows } = await sql<MailFigures>`
    select out.*, done.*, incoming.*,
      (select coalesce(sum(n), 0)::bigint from inboxes i, lateral (select count(*) as n from raw_mails
        where inbox_id = i.id and received_at > now() - interval '1 day') arrived) as received_today,
      (select count(*) from raw_mails where state = 'quarantined') as quarantined
    from (
      select count(*) as out_waiting,
        count(*) filter (where state <> 'sending' and due_at < now() - interval '5 minutes') as out_overdue,
        extract(epoch from now() - min(coalesce(undo_until, created_at)))::float8 as out_oldest_age
      from outgoing_mails where state in ('queued', 'retrying', 'sending')
    ) out, (
      select coalesce(sum(sent), 0)::bigint as sent_today, coalesce(sum(failed), 0)::bigint as failed_today
      from inboxes i, lateral (
        select count(*) filter (where state <> 'failed') as sent, count(*) filter (where state = 'failed') as failed
        from outgoing_mails where inbox_id = i.id and finished_at is not null and finished_at > now() - interval '1 day'
      ) finished
    ) done, (
      select count(*) as in_waiting, extract(epoch from now() - min(received_at))::float8 as in_oldest_age
      from raw_mails where state = 'stored'
    ) incoming`.execute(db);
  return rows[0]!;
}

export interface DatabaseFigures {
  version: string;
  bytes: number;
  connections: number;
  most_connections: number;
  now: Date;
  conversations: number;
  last_backup: unknown;
}

export async function readDatabaseFigures(db: Reader): Promise<DatabaseFigures> {
  const { rows } = await sql<DatabaseFigures>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as most_connections, clock_timestamp() as now,
      (select coalesce(sum(count), 0)::bigint from conversation_counts)
        + (select coalesce(sum(delta), 0)::bigint from conversation_count_deltas) as conversations,
      (select value from settings where key = 'backup.last') as last_backup`.execute(db);
  return rows[0]!;
}

/** The largest tables with their indexes; partitions count for their whole. Rows are estimates of the planner and of the statistics. */
export async function listLargestTables(
  db: Reader,
  limit: number,
): Promise<{ name: string; bytes: number; rows: number }[]> {
  const { rows } = await sql<{ name: string; bytes: number; rows: number }>`
    select coalesce(parent.relname, c.relname)::text as name, sum(pg_total_relation_size(c.oid))::bigint as bytes,
      sum(greatest(c.reltuples, live.n_live_tup, 0))::bigint as rows
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_stat_user_tables live on live.relid = c.oid
    left join pg_inherits i on i.inhrelid = c.oid
    left join pg_class parent on parent.oid = i.inhparent
    where c.relkind = 'r' and n.nspname = current_schema()
    group by 1 order by bytes desc, name limit ${limit}`.execute(db);
  return rows;
}

/** Files that the desk keeps: uploads, attachments, and sources of mails. */
export async function readStoredFiles(db: Reader): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select (uploads.files + sources.files)::bigint as files, (uploads.bytes + sources.bytes)::bigint as bytes
    from (select count(*) as files, coalesce(sum(size), 0) as bytes from media) uploads,
      (select count(*) as files, coalesce(sum(size), 0) as bytes from raw_mails where source_deleted_at is null) sources`.execute(
    db,
  );
  return rows[0]!;
}
