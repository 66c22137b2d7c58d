import { type RawBuilder, sql } from 'kysely';
import { jsonRows } from '../../db/json-rows.ts';
import type { Reader, Transaction } from '../../db/types.ts';
import { durationCodes, type Fact, factCodes, hourlyCodes, openOffset, partEdges } from './facts.ts';

const numbers = (list: readonly number[]) => sql.raw(list.join(', '));
/** Which part of a histogram a duration lies in. */
export const partOf = (value: RawBuilder<unknown>): RawBuilder<number> =>
  sql`width_bucket(${value}, ${sql.raw(`array[${partEdges.join(',')}]`)})`;

/** Hour, day, month. A month is summed by one of them at a time: on a large desk all together would take longer than a statement may. */
const grains = [0, 1, 2] as const;
type Grain = (typeof grains)[number];

/**
 * The sums of facts (`facts` with a column `sign`, 1 or -1) as roll-ups keep them: by local hour, day and month of `zone`, for all together and
 * for each inbox, team, agent, tag and priority. Hours have only what the week's table tells. Parts of durations are kept by the month, and by
 * the day for all together.
 */
function summed(facts: RawBuilder<unknown>, zone: string, only: readonly Grain[] = grains): RawBuilder<unknown> {
  return sql`
    select grain, dim, dim_id,
      case grain when 0 then date_trunc('hour', local) when 1 then date_trunc('day', local) else date_trunc('month', local) end as at,
      measure.metric,
      case when fact.metric = ${sql.lit(factCodes.csat_answered)} then measure.value
        when fact.metric in (${numbers(durationCodes)}) and (grain = 2 or (grain = 1 and dim = 0)) then ${partOf(sql`measure.value`)}
        else 0 end::smallint as part,
      sum(sign)::int as count, coalesce(sum(sign * measure.value), 0)::bigint as total
    from ${facts} as fact
    cross join lateral (select fact.at at time zone ${zone} as local) as clock
    cross join lateral (select fact.metric, fact.value
      union all select (fact.metric + ${sql.lit(openOffset)})::smallint, fact.open_value where fact.metric in (${numbers(durationCodes)})) as measure
    cross join lateral (
      select dim, dim_id from (values (0, 0), (1, fact.inbox_id), (2, coalesce(fact.team_id, 0)), (3, coalesce(fact.agent_id, 0)),
        (5, coalesce(fact.priority_id, 0))) as one (dim, dim_id)
      union all select 4, unnest(coalesce(fact.tag_ids, '{0}'))) as place
    cross join (values ${sql.join(only.map((grain) => sql`(${sql.lit(grain)})`))}) as grains (grain)
    where grain > 0 or (dim <= 3 and measure.metric in (${numbers(hourlyCodes)}))
    group by 1, 2, 3, 4, 5, 6`;
}

/** Adds facts to the roll-ups, or takes them away, where months are rolled up already. */
export async function addToRollups(
  db: Transaction,
  facts: readonly (Fact & { sign: 1 | -1 })[],
  time_zone: string,
): Promise<void> {
  if (facts.length === 0) return;
  const given = sql`(select * from json_to_recordset(${jsonRows(facts)}::json) as given (metric smallint, at timestamptz,
      inbox_id int, team_id int, agent_id int, priority_id int, tag_ids int[], value int, open_value int, sign int)
    where date_trunc('month', at at time zone ${time_zone}) >= (select rolled_from from report_state))`;
  await sql`insert into report_rollups as had (grain, dim, dim_id, at, metric, part, count, total)
    select * from (${summed(given, time_zone)}) as change where count <> 0 or total <> 0
    on conflict (grain, dim, dim_id, at, metric, part)
    do update set count = had.count + excluded.count, total = had.total + excluded.total`.execute(db);
}

/** A month, written as its first day, and the instants between which it lies. */
const factsOfMonth = (zone: string, month: string) => sql`(select *, 1 as sign from report_facts
  where metric between 1 and 99 and at >= ${month}::timestamp at time zone ${zone}
    and at < (${month}::timestamp + interval '1 month') at time zone ${zone})`;

/** The latest month before `before` that has facts; null when none has. */
export async function findMonthBefore(db: Reader, zone: string, before: string): Promise<string | null> {
  const metrics = Object.values(factCodes).map((metric) => sql`(${sql.lit(metric)}::smallint)`);
  const { rows } = await sql<{ month: string | null }>`
    select to_char(date_trunc('month', max(last.at) at time zone ${zone}), 'YYYY-MM-DD') as month
    from (values ${sql.join(metrics)}) as known (metric) cross join lateral (
      select at from report_facts where metric = known.metric
        and (${before} = 'infinity' or at < nullif(${before}, 'infinity')::timestamp at time zone ${zone})
      order by at desc limit 1) as last`.execute(db);
  return rows[0]!.month;
}

/** Rolls a month up anew. */
export async function rebuildMonth(db: Transaction, zone: string, month: string): Promise<void> {
  await sql`delete from report_rollups where at >= ${month}::timestamp and at < ${month}::timestamp + interval '1 month'`.execute(
    db,
  );
  for (const grain of grains) {
    await sql`insert into report_rollups (grain, dim, dim_id, at, metric, part, count, total)
      ${summed(factsOfMonth(zone, month), zone, [grain])}`.execute(db);
  }
}

/** How many sums of a month are not what its facts add up to. */
export async function countWrongSums(db: Reader, zone: string, month: string): Promise<number> {
  let wrong = 0;
  for (const grain of grains) {
    const { rows } = await sql<{ wrong: number }>`
      select count(*)::int as wrong from (${summed(factsOfMonth(zone, month), zone, [grain])}) as right_one
      full join (select * from report_rollups where grain = ${sql.lit(grain)} and at >= ${month}::timestamp
          and at < ${month}::timestamp + interval '1 month' and (count <> 0 or total <> 0)) as had
        using (grain, dim, dim_id, at, metric, part)
      where (right_one.count, right_one.total) is distinct from (had.count, had.total)`.execute(db);
    wrong += rows[0]!.wrong;
  }
  return wrong;
}

/** Throws all roll-ups away. */
export async function clearRollups(db: Transaction): Promise<void> {
  await sql`truncate report_rollups`.execute(db);
}

/** Notes which months are rolled up: those from this one on, written as its first day, `infinity` for none and `-infinity` for all. */
export async function setRolledFrom(db: Transaction, time_zone: string, from: string): Promise<void> {
  await sql`update report_state set time_zone = ${time_zone}, rolled_from = ${from}::timestamp`.execute(db);
}
