import { type RawBuilder, sql } from 'kysely';
import { jsonRows } from '../../db/json-rows.ts';
import type { Reader, Transaction } from '../../db/types.ts';
import type { RolledColumn } from './facts.queries.ts';
import { durationCodes, type Fact, factCodes, hourlyCodes, openOffset, type Pair, pairs, partEdges } from './facts.ts';

const numbers = (list: readonly number[]) => sql.raw(list.join(', '));
/** Which part of a histogram a duration lies in. */
export const partOf = (value: RawBuilder<unknown>): RawBuilder<number> =>
  sql`width_bucket(${value}, ${sql.raw(`array[${partEdges.join(',')}]`)})`;

/** Hour, day, month. A month is summed by one of them at a time: on a large desk all together would take longer than a statement may. */
const grains = [0, 1, 2] as const;
type Grain = (typeof grains)[number];

/** One kind of sums of facts, and how it is kept. */
interface Sums {
  table: RawBuilder<unknown>;
  /** Which rows of the table are of this kind. */
  isOwn: RawBuilder<unknown>;
  /** The columns that say what a sum is of. */
  place: RawBuilder<unknown>;
  /** The column of the state that says from which month on they are kept. */
  since: RolledColumn;
  grains: readonly Grain[];
  /** What each fact belongs to, as rows of `place`. */
  placesOfFact: RawBuilder<unknown>;
  /** Which of its measures are kept, by grain and place. */
  isKept: RawBuilder<unknown>;
  /** Where parts of durations are. */
  hasParts: RawBuilder<unknown>;
}

const durations = numbers(durationCodes);
const team = sql`coalesce(fact.team_id, 0)`;
const priority = sql`coalesce(fact.priority_id, 0)`;
const tags = sql`unnest(coalesce(fact.tag_ids, '{0}'))`;
const agent = sql`coalesce(fact.agent_id, 0)`;
const idOf = { inbox: sql`fact.inbox_id`, team, agent, priority, tag: sql`tag` };
const pairRows = (chosen: readonly Pair[]) =>
  sql`values ${sql.join(chosen.map(({ code, one, other }) => sql`(${sql.lit(code)}, ${idOf[one]}, ${idOf[other]})`))}`;

/** Sums of pairs, as far as they are kept in one way. */
function sumsOfPairs(isOfAgents: boolean) {
  const chosen = pairs.filter((pair) => pair.isOfAgents === isOfAgents);
  return {
    table: sql`report_pairs`,
    isOwn: sql`pair in (${numbers(chosen.map(({ code }) => code))})`,
    place: sql`pair, one_id, other_id`,
    placesOfFact: sql`
      select pair, one_id, other_id
      from (${pairRows(chosen.filter(({ other }) => other !== 'tag'))}) as untagged (pair, one_id, other_id)
      union all select pair, one_id, other_id from ${tags} as tag
      cross join lateral (${pairRows(chosen.filter(({ other }) => other === 'tag'))}) as tagged (pair, one_id, other_id)`,
    hasParts: sql`true`,
  };
}

/**
 * `one`: by hour, day and month, for all together and for each inbox, team, agent, tag and priority. Hours have only what the week's table
 * tells. Parts of durations are kept by the month, and by the day for all together.
 * `two`: by day and month for pairs of them; durations by the month alone.
 * `agents`: by month for pairs with agents.
 */
export const sums = {
  one: {
    table: sql`report_rollups`,
    isOwn: sql`true`,
    place: sql`dim, dim_id`,
    since: 'rolled_from',
    grains,
    placesOfFact: sql`
      select dim, dim_id from (values (0, 0), (1, fact.inbox_id), (2, ${team}), (3, ${agent}),
        (5, ${priority})) as one (dim, dim_id)
      union all select 4, ${tags}`,
    isKept: sql`grain > 0 or (dim <= 3 and measure.metric in (${numbers(hourlyCodes)}))`,
    hasParts: sql`grain = 2 or (grain = 1 and dim = 0)`,
  },
  two: {
    ...sumsOfPairs(false),
    since: 'paired_from',
    grains: [1, 2],
    isKept: sql`grain = 2 or fact.metric not in (${durations})`,
  },
  agents: { ...sumsOfPairs(true), since: 'agents_paired_from', grains: [2], isKept: sql`true` },
} as const satisfies Record<string, Sums>;
export type SumsKind = keyof typeof sums;
export const sumsKinds = Object.keys(sums) as SumsKind[];

/** The sums of facts (`facts` with a column `sign`, 1 or -1), by local hours, days and months of `zone`. */
function summed(of: Sums, facts: RawBuilder<unknown>, zone: string, only: readonly Grain[]): RawBuilder<unknown> {
  return sql`
    select grain,
      case grain when 0 then date_trunc('hour', local) when 1 then date_trunc('day', local) else date_trunc('month', local) end as at,
      measure.metric,
      case when fact.metric = ${sql.lit(factCodes.csat_answered)} then measure.value
        when fact.metric in (${durations}) and (${of.hasParts}) then ${partOf(sql`measure.value`)}
        else 0 end::smallint as part,
      sum(sign)::int as count, coalesce(sum(sign * measure.value), 0)::bigint as total,
      ${of.place}
    from ${facts} as fact
    cross join lateral (select fact.at at time zone ${zone} as local) as clock
    cross join lateral (select fact.metric, fact.value
      union all select (fact.metric + ${sql.lit(openOffset)})::smallint, fact.open_value where fact.metric in (${durations})) as measure
    cross join lateral (${of.placesOfFact}) as place
    cross join (values ${sql.join(only.map((grain) => sql`(${sql.lit(grain)})`))}) as grains (grain)
    where ${of.isKept}
    group by 1, 2, 3, 4, ${of.place}`;
}

/** Adds facts to the sums, or takes them away, where months have them already. */
export async function addToSums(
  db: Transaction,
  facts: readonly (Fact & { sign: 1 | -1 })[],
  time_zone: string,
): Promise<void> {
  if (facts.length === 0) return;
  for (const kind of sumsKinds) {
    const of = sums[kind];
    const given = sql`(select * from json_to_recordset(${jsonRows(facts)}::json) as given (metric smallint, at timestamptz,
        inbox_id int, team_id int, agent_id int, priority_id int, tag_ids int[], value int, open_value int, sign int)
      where date_trunc('month', at at time zone ${time_zone}) >= (select ${sql.ref(of.since)} from report_state))`;
    await sql`insert into ${of.table} as had (grain, at, metric, part, count, total, ${of.place})
      select * from (${summed(of, given, time_zone, of.grains)}) as change where count <> 0 or total <> 0
      on conflict (grain, ${of.place}, at, metric, part)
      do update set count = had.count + excluded.count, total = had.total + excluded.total`.execute(db);
  }
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

/** Makes the sums of a month anew. */
export async function rebuildMonth(db: Transaction, kind: SumsKind, zone: string, month: string): Promise<void> {
  const of = sums[kind];
  await sql`delete from ${of.table} where ${of.isOwn} and at >= ${month}::timestamp
    and at < ${month}::timestamp + interval '1 month'`.execute(db);
  for (const grain of of.grains) {
    await sql`insert into ${of.table} (grain, at, metric, part, count, total, ${of.place})
      ${summed(of, factsOfMonth(zone, month), zone, [grain])}`.execute(db);
  }
}

/** How many sums of a month are not what its facts add up to. */
export async function countWrongSums(db: Reader, kind: SumsKind, zone: string, month: string): Promise<number> {
  const of = sums[kind];
  let wrong = 0;
  for (const grain of of.grains) {
    const { rows } = await sql<{ wrong: number }>`
      select count(*)::int as wrong from (${summed(of, factsOfMonth(zone, month), zone, [grain])}) as right_one
      full join (select * from ${of.table} where ${of.isOwn} and grain = ${sql.lit(grain)} and at >= ${month}::timestamp
          and at < ${month}::timestamp + interval '1 month' and (count <> 0 or total <> 0)) as had
        using (grain, ${of.place}, at, metric, part)
      where (right_one.count, right_one.total) is distinct from (had.count, had.total)`.execute(db);
    wrong += rows[0]!.wrong;
  }
  return wrong;
}

/** Throws all sums away, in a time zone that they are made anew in. */
export async function clearSums(db: Transaction, time_zone: string): Promise<void> {
  await sql`truncate report_rollups, report_pairs`.execute(db);
  await sql`update report_state set time_zone = ${time_zone}, rolled_from = 'infinity', paired_from = 'infinity',
    agents_paired_from = 'infinity'`.execute(db);
}

/** Notes which months have their sums: those from this one on, written as its first day, `-infinity` for all. */
export async function setSummedFrom(db: Transaction, kind: SumsKind, from: string): Promise<void> {
  await sql`update report_state set ${sql.ref(sums[kind].since)} = ${from}::timestamp`.execute(db);
}
