import {
  backlogSteps,
  durationSteps,
  type ListedMetric,
  type LiveMetric,
  type ReportRowsQuery,
} from '@bellhop/contract';
import { type RawBuilder, sql } from 'kysely';
import { factCodeOf, factCodes, isDuration } from './facts.ts';
import type { ReportFilters, ReportRange } from './range.ts';
import { type Behind, isInBacklog } from './rows.queries.ts';
import { isWithin } from './tally.queries.ts';

type BehindQuery = Omit<ReportRowsQuery, 'page' | 'page_size'>;

const liveConditions: Record<LiveMetric, RawBuilder<unknown>> = {
  backlog: sql`true`,
  awaiting_response: sql`conversations.waiting_since is not null`,
  unassigned: sql`conversations.assigned_user_id is null`,
  pending: sql`conversations.first_reply_at is null`,
  snoozed: sql`true`,
};

const isLive = (metric: ListedMetric): metric is LiveMetric => metric in liveConditions;

/** Whatever one number of a report counts: facts of a range, or conversations as they stand now. */
export function behindOf(
  query: BehindQuery,
  { range, filters, now }: { range: ReportRange; filters: ReportFilters; now: Date },
): Behind {
  const { metric } = query;
  if (isLive(metric)) {
    const category = metric === 'snoozed' ? 'waiting' : 'open';
    const conditions = [isInBacklog(category, filters, query.without), liveConditions[metric], ...agesOf(query, now)];
    return {
      source: sql`from conversations where ${sql.join(conditions, sql` and `)}`,
      columns: sql`conversations.id as conversation_id, conversations.created_at as at, 0 as ref,
        conversations.assigned_user_id as agent_id, conversations.assigned_team_id as team_id, null::int as value`,
      comment: sql`null::text`,
      order: sql`conversations.created_at desc, conversations.id desc`,
    };
  }
  const code = factCodeOf(metric);
  const value = query.business_hours && isDuration(code) ? sql.ref('fact.open_value') : sql.ref('fact.value');
  const conditions = [
    sql`fact.metric = ${sql.lit(code)}`,
    isWithin(range, filters),
    ...(query.without === undefined ? [] : [without(query.without)]),
    ...(query.step !== undefined && isDuration(code) ? [stepOf(value, query.step, durationSteps)] : []),
    ...(query.rating !== undefined && code === factCodes.csat_answered ? [sql`fact.value = ${query.rating}`] : []),
    ...(query.weekday === undefined
      ? []
      : [sql`extract(isodow from fact.at at time zone ${range.zone}) = ${query.weekday}`]),
    ...(query.hour === undefined ? [] : [sql`extract(hour from fact.at at time zone ${range.zone}) = ${query.hour}`]),
  ];
  return {
    source: sql`from report_facts as fact where ${sql.join(conditions, sql` and `)}`,
    columns: sql`fact.conversation_id, fact.at, fact.ref, fact.agent_id, fact.team_id, ${value} as value`,
    comment:
      code === factCodes.csat_answered
        ? sql`(select nullif(trim(feedback), '') from csat_responses where id = picked.ref)`
        : sql`null::text`,
    order: sql`fact.at desc, fact.conversation_id desc, fact.ref desc`,
  };
}

function without(name: NonNullable<BehindQuery['without']>): RawBuilder<unknown> {
  return name === 'tag' ? sql`fact.tag_ids is null` : sql`fact.${sql.ref(`${name}_id`)} is null`;
}

/** A step has what is at least as much as the end of the one before, and less than its own. */
function stepOf(value: RawBuilder<unknown>, step: number, ends: readonly number[]): RawBuilder<unknown> {
  const least = step === 0 ? sql`true` : sql`${value} >= ${sql.lit(ends[step - 1]!)}`;
  return ends[step] === undefined ? least : sql`(${least} and ${value} < ${sql.lit(ends[step])})`;
}

function agesOf({ step, metric }: BehindQuery, now: Date): RawBuilder<unknown>[] {
  if (step === undefined || metric === 'snoozed') return [];
  const days = sql`extract(epoch from ${now}::timestamptz - conversations.created_at)::float8 / 86400`;
  // Beyond the last step there is nothing.
  return step > backlogSteps.length ? [sql`false`] : [stepOf(days, step, backlogSteps)];
}
