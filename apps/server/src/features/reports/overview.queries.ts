import type { OverviewCounts, OverviewSla } from '@bellhop/contract';
import { sql } from 'kysely';
import type { Reader } from '../../db/types.ts';
import { systemEmail } from '../users/index.ts';

/** Conversations by what matters now, and agents by availability; System, disabled and deleted agents are none. */
export async function countNow(db: Reader): Promise<OverviewCounts> {
  const { rows } = await sql<OverviewCounts>`
    with open_ones as (
      select count(*) as open, count(waiting_since) as awaiting_response,
        count(*) filter (where assigned_user_id is null) as unassigned,
        count(*) filter (where first_reply_at is null) as pending
      from conversations where status_id = any(array(select id from conversation_statuses where category = 'open'))
    ), waiting as (
      select count(*) as snoozed from conversations
      where status_id = any(array(select id from conversation_statuses where category = 'waiting'))
    ), agents as (
      select count(*) filter (where availability_status = 'online') as agents_online,
        count(*) filter (where availability_status in ('away', 'away_manual')) as agents_away,
        count(*) filter (where availability_status = 'away_and_reassigning') as agents_reassigning,
        count(*) filter (where availability_status = 'offline') as agents_offline
      from users where type = 'agent' and deleted_at is null and enabled and email is distinct from ${systemEmail}
    )
    select open_ones.*, waiting.*, agents.* from open_ones, waiting, agents`.execute(db);
  return rows[0]!;
}

/** A series by the day of `zone`, by its own time, from an instant up to another, without gaps. */
export async function chartDays(
  db: Reader,
  column: 'created_at' | 'resolved_at',
  { since, now, zone }: { since: Date; now: Date; zone: string },
): Promise<{ date: string; count: number }[]> {
  const { rows } = await sql<{ date: string; count: number }>`
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(found.count, 0)::int as count
    from generate_series(date_trunc('day', ${since}::timestamptz at time zone ${zone}),
      date_trunc('day', ${now}::timestamptz at time zone ${zone}), interval '1 day') as day
    left join (
      select date_trunc('day', ${sql.ref(column)} at time zone ${zone}) as day, count(*) as count from conversations
      where ${sql.ref(column)} >= ${since} and ${sql.ref(column)} <= ${now}
      group by 1) as found using (day)
    order by day`.execute(db);
  return rows;
}

/** Promises made since then. A late answer is broken only; averages are of what took place, kept in time or not. */
export async function sumPromises(db: Reader, since: Date): Promise<OverviewSla> {
  const { rows } = await sql<OverviewSla>`
    with applied as (
      select count(*) filter (where first_response_met_at is not null and first_response_breached_at is null) as first_met,
        count(first_response_breached_at) as first_breached,
        avg(extract(epoch from first_reply_at - conversations.created_at)) filter (
          where first_reply_at is not null and (first_response_met_at is not null or first_response_breached_at is not null)) as first_avg,
        count(*) filter (where resolution_met_at is not null and resolution_breached_at is null) as resolution_met,
        count(resolution_breached_at) as resolution_breached,
        avg(extract(epoch from coalesce(resolved_at, first_resolved_at) - conversations.created_at)) filter (
          where first_resolved_at is not null and (resolution_met_at is not null or resolution_breached_at is not null)) as resolution_avg
      from applied_slas join conversations on conversations.id = applied_slas.conversation_id
      where applied_slas.created_at >= ${since}
    ), asked as (
      select count(*) filter (where met_at is not null and breached_at is null) as next_met, count(breached_at) as next_breached,
        avg(extract(epoch from answered_at - started_at)) as next_avg
      from sla_events where started_at >= ${since}
    ), shares as (
      select *, first_met + first_breached as first_all, resolution_met + resolution_breached as resolution_all,
        next_met + next_breached as next_all from applied, asked
    )
    select first_met as first_response_met_count, first_breached as first_response_breached_count,
      coalesce(round(100.0 * first_met / nullif(first_all, 0), 1), 0)::float8 as first_response_compliance_percent,
      coalesce(first_avg, 0)::float8 as avg_first_response_time_sec,
      next_met as next_response_met_count, next_breached as next_response_breached_count,
      coalesce(round(100.0 * next_met / nullif(next_all, 0), 1), 0)::float8 as next_response_compliance_percent,
      coalesce(next_avg, 0)::float8 as avg_next_response_time_sec,
      resolution_met as resolution_met_count, resolution_breached as resolution_breached_count,
      coalesce(round(100.0 * resolution_met / nullif(resolution_all, 0), 1), 0)::float8 as resolution_compliance_percent,
      coalesce(resolution_avg, 0)::float8 as avg_resolution_time_sec
    from shares`.execute(db);
  return rows[0]!;
}
