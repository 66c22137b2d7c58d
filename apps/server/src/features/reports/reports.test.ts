import { durationSteps, type ReportNumbers, reportGroups, reportIntervals } from '@bellhop/contract';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { dice, type SeededDesk, seedDesk, type Thing } from '../../../test/report-desk.ts';
import { renewSettings } from '../settings/index.ts';
import { checkReports, followChanges, forgetGroup } from './index.ts';
import { refreshFacts } from './refresh-facts.ts';
import { rebuildMonth } from './rollups.queries.ts';

let desk: Harness;
let admin: Awaited<ReturnType<Harness['as']>>;
let seeded: SeededDesk;
/** Both changes of Berlin's clock lie in it. */
const span = { from: Date.parse('2025-02-20T00:00:00Z'), days: 260 };
const zones = ['America/New_York', 'Asia/Kathmandu'];

async function begin(): Promise<void> {
  desk = await createHarness();
  admin = await desk.as();
  seeded = await seedDesk(desk, { seed: 5, conversations: 110, span });
  // As after an upgrade: nothing has ever been counted.
  await desk.pool.query('update report_state set below = 1000000, complete_from = now()');
}
beforeAll(begin);
afterAll(() => desk.close());

async function setZone(zone: string): Promise<void> {
  await desk.pool.query(`update settings set value = to_jsonb($1::text) where key = 'app.timezone'`, [zone]);
  await renewSettings(desk.app.deps.db);
}

const localDay = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();

/** Numbers counted the slow and obvious way. */
function naive(things: Thing[]) {
  const of = (metric: string) => things.filter((thing) => thing.metric === metric);
  const durations = (metric: string) => {
    const values = of(metric)
      .map(({ value }) => value!)
      .sort((a, b) => a - b);
    const at = (share: number) => values[Math.ceil(share * values.length) - 1] ?? null;
    const ends = [0, ...durationSteps, Number.POSITIVE_INFINITY];
    return {
      count: values.length,
      mean: values.length ? Math.round(values.reduce((a, b) => a + b, 0) / values.length) : null,
      median: at(0.5),
      p90: at(0.9),
      distribution: [...durationSteps, null].map((up_to, step) => ({
        up_to,
        count: values.filter((value) => value >= ends[step]! && value < ends[step + 1]!).length,
      })),
    };
  };
  const percent = (part: number, whole: number) => (whole ? Math.round((part / whole) * 1000) / 10 : null);
  const n = (metric: string) => of(metric).length;
  const sla = (name: string) => ({
    met: n(`${name}_met`),
    breached: n(`${name}_breached`),
    compliance: percent(n(`${name}_met`), n(`${name}_met`) + n(`${name}_breached`)),
  });
  const stars = of('csat_answered').map(({ value }) => value!);
  return {
    new: n('new'),
    resolved: n('resolution_time'),
    resolutions: n('resolutions'),
    reopened: n('reopened'),
    reopen_rate: percent(n('reopened'), n('resolutions')),
    messages_in: n('messages_in'),
    messages_out: n('messages_out'),
    first_response_time: durations('first_response_time'),
    resolution_time: durations('resolution_time'),
    first_contact_resolved: n('first_contact_resolved'),
    first_contact_rate: percent(n('first_contact_resolved'), n('resolution_time')),
    first_response_sla: sla('first_response'),
    next_response_sla: sla('next_response'),
    resolution_sla: sla('resolution'),
    csat: {
      sent: n('csat_sent'),
      answered: stars.length,
      rate: percent(stars.length, n('csat_sent')),
      average: stars.length ? Math.round((stars.reduce((a, b) => a + b, 0) / stars.length) * 100) / 100 : null,
      distribution: [1, 2, 3, 4, 5].map((star) => stars.filter((value) => value === star).length),
    },
  };
}

/** The same, where medians of a roll-up may be 5 per cent off. */
function expectSame(numbers: ReportNumbers, things: Thing[], what: string): void {
  const expected = naive(things);
  for (const name of ['first_response_time', 'resolution_time'] as const) {
    const { is_exact, ...found } = numbers[name];
    const right = expected[name];
    for (const quantile of ['median', 'p90'] as const) {
      const [is, should] = [found[quantile], right[quantile]];
      if (is_exact || is === null || should === null) expect(is, `${what} ${name} ${quantile}`).toBe(should);
      else expect(Math.abs(is - should), `${what} ${name} ${quantile}`).toBeLessThanOrEqual(0.05 * should + 1);
    }
    expect({ ...found, median: 0, p90: 0 }, `${what} ${name}`).toEqual({ ...right, median: 0, p90: 0 });
  }
  const rest = ({ first_response_time: _f, resolution_time: _r, ...others }: Record<string, unknown>) => others;
  expect(rest(numbers), what).toEqual(rest(expected));
}

const within = (things: Thing[], { from, to }: { from: string; to: string }, zone: string) =>
  things.filter(({ at }) => {
    const day = localDay(at, zone);
    return day >= from && day <= to;
  });

const ranges = [
  { from: '2025-01-01', to: '2025-12-31' },
  { from: '2025-03-30', to: '2025-03-30' },
  { from: '2025-03-15', to: '2025-11-03' },
  { from: '2025-10-20', to: '2025-11-10' },
];
const idsOf = (thing: Thing, group: string) =>
  group === 'tag' ? (thing.tags.length ? thing.tags : [0]) : [thing[group as 'agent']];

/** What a table has rows of; contacts are named by their new conversations. */
function groupsIn(things: Thing[], by: string): number[] {
  const named = by === 'contact' ? things.filter(({ metric }) => metric === 'new') : things;
  return [...new Set(named.flatMap((thing) => idsOf(thing, by)))].sort();
}

async function compareAll(zone: string, what: string): Promise<void> {
  const roll = dice(zone.length);
  const mixedPair = { team_id: seeded.teams[roll(2)]!, tag_id: seeded.tags[roll(2)]! };
  for (const range of ranges) {
    const things = within(seeded.things, range, zone);
    const query = { ...range };
    const summary = await admin.call('reports.summary', { query });
    expect(summary.data).toMatchObject({ ...range, time_zone: zone, business_hours: false });
    expectSame(summary.data.numbers, things, `${what} ${zone} ${range.from}`);
    expectSame(summary.data.previous.numbers, within(seeded.things, summary.data.previous, zone), `${what} before`);
    for (const interval of ['day', 'week', 'month'] as const) {
      if (interval === 'day' && range === ranges[0]) continue;
      const { data } = await admin.call('reports.series', { query: { ...query, interval } });
      expect(data.points[0]!.date).toBe(range.from);
      expect(data.points.at(-1)!.to).toBe(range.to);
      for (const point of data.points) {
        expectSame(point.numbers, within(things, { from: point.date, to: point.to }, zone), `${zone} ${point.date}`);
      }
    }
    for (const by of reportGroups) {
      const { data } = await admin.call('reports.breakdown', { query: { ...query, by } });
      expect(data.rows.map(({ id }) => id ?? 0).sort(), `${zone} ${by}`).toEqual(groupsIn(things, by));
      for (const row of data.rows) {
        const own = things.filter((thing) => idsOf(thing, by).includes(row.id ?? 0));
        expectSame(row.numbers, own, `${what} ${zone} ${range.from} ${by} ${row.id}`);
      }
      if (data.adds_up) {
        for (const name of ['new', 'resolved', 'messages_in', 'messages_out', 'reopened'] as const) {
          expect(data.rows.reduce((sum, { numbers }) => sum + numbers[name], 0)).toBe(data.total[name]);
        }
      }
    }
    // One filter, two and three.
    const filters: Record<string, number>[] = [
      { agent_id: seeded.agents[roll(3)]! },
      { tag_id: seeded.tags[roll(2)]! },
      { contact_id: things[roll(things.length)]?.contact ?? 1 },
      { team_id: seeded.teams[roll(2)]!, inbox_id: 1 },
      { team_id: seeded.teams[roll(2)]!, agent_id: seeded.agents[roll(3)]! },
      { priority_id: 1 + roll(3), agent_id: seeded.agents[0]! },
      { team_id: seeded.teams[roll(2)]!, priority_id: 1 + roll(3) },
      { tag_id: seeded.tags[roll(2)]!, priority_id: 1 + roll(3) },
      { inbox_id: 1, priority_id: 1 + roll(3) },
      { agent_id: seeded.agents[roll(3)]!, inbox_id: 1 },
      { agent_id: seeded.agents[roll(3)]!, tag_id: seeded.tags[roll(2)]! },
      { tag_id: seeded.tags[0]!, team_id: seeded.teams[roll(2)]!, inbox_id: 1 },
      { tag_id: seeded.tags[0]!, team_id: seeded.teams[0]!, priority_id: 1 + roll(3) },
      { tag_id: seeded.tags[roll(2)]!, priority_id: 1 + roll(3), inbox_id: 1 },
      { team_id: seeded.teams[0]!, priority_id: 1 + roll(3), inbox_id: 1 },
      { contact_id: things[roll(things.length)]?.contact ?? 1, tag_id: seeded.tags[0]! },
      { contact_id: things[roll(things.length)]?.contact ?? 1, team_id: seeded.teams[0]!, inbox_id: 1 },
      mixedPair,
    ];
    for (const filter of filters) {
      const own = things.filter((thing) =>
        Object.entries(filter).every(([name, id]) => idsOf(thing, name.replace('_id', '')).includes(id)),
      );
      const { data } = await admin.call('reports.summary', { query: { ...query, ...filter } });
      expectSame(data.numbers, own, `${what} ${zone} ${JSON.stringify(filter)}`);
      // Long series with filters come from roll-ups and facts together: one range shows it.
      const isMixed =
        what === 'rolled' && range === ranges[2] && (Object.keys(filter).length === 1 || filter === mixedPair);
      for (const interval of isMixed ? reportIntervals : (['month'] as const)) {
        const series = await admin.call('reports.series', { query: { ...query, ...filter, interval } });
        for (const point of series.data.points) {
          expectSame(point.numbers, within(own, { from: point.date, to: point.to }, zone), `${zone} ${point.date}`);
        }
      }
    }
  }
}

/** What one filter leaves, put together by something else, agents and contacts included. */
async function compareFiltered(zone: string, what: string): Promise<void> {
  const filters = {
    inbox_id: 1,
    team_id: seeded.teams[0]!,
    agent_id: seeded.agents[0]!,
    priority_id: 2,
    tag_id: seeded.tags[0]!,
    contact_id: seeded.things[0]!.contact,
  };
  for (const range of [ranges[2]!, ranges[3]!]) {
    const things = within(seeded.things, range, zone);
    for (const [name, id] of Object.entries(filters)) {
      for (const by of reportGroups) {
        const own = things.filter((thing) => idsOf(thing, name.replace('_id', '')).includes(id));
        const { data } = await admin.call('reports.breakdown', { query: { ...range, by, [name]: id } });
        expect(data.rows.map((row) => row.id ?? 0).sort(), `${what} ${name} by ${by}`).toEqual(groupsIn(own, by));
        for (const row of data.rows) {
          const those = own.filter((thing) => idsOf(thing, by).includes(row.id ?? 0));
          expectSame(row.numbers, those, `${what} ${zone} ${range.from} ${name} by ${by} ${row.id}`);
        }
      }
    }
  }
}

/** Thousands of numbers are compared: on a busy machine that takes longer than tests may by default. */
const patience = { timeout: 120_000 };

describe('numbers against a naive count', patience, () => {
  test('of facts, before anything is rolled up', async () => {
    await setZone('Europe/Berlin');
    await followChanges(desk.app.deps);
    await desk.pool.query(`update report_state set rolled_from = 'infinity', paired_from = 'infinity',
      agents_paired_from = 'infinity'`);
    await compareAll('Europe/Berlin', 'facts');
    await compareFiltered('Europe/Berlin', 'facts');
    await followChanges(desk.app.deps);
  });

  test.each(zones)('of roll-ups in %s', async (zone) => {
    await setZone(zone);
    await followChanges(desk.app.deps);
    const { rows } = await desk.pool.query(
      `select time_zone, rolled_from::text, paired_from::text, agents_paired_from::text, below from report_state`,
    );
    const all = '-infinity';
    expect(rows).toEqual([
      { time_zone: zone, rolled_from: all, paired_from: all, agents_paired_from: all, below: null },
    ]);
    await compareAll(zone, 'rolled');
    await compareFiltered(zone, 'rolled');
  });

  test('the week by hours, of facts and of roll-ups', async () => {
    const zone = 'Asia/Kathmandu';
    await setZone(zone);
    await followChanges(desk.app.deps);
    const things = within(seeded.things, ranges[0]!, zone);
    const filters: Record<string, number>[] = [{}, { agent_id: seeded.agents[0]! }, { tag_id: seeded.tags[0]! }];
    for (const filter of filters) {
      const own = things.filter((thing) =>
        Object.entries(filter).every(([name, id]) => idsOf(thing, name.replace('_id', '')).includes(id)),
      );
      const { data } = await admin.call('reports.hours', { query: { ...ranges[0]!, ...filter } });
      expect(data.cells).toHaveLength(168);
      for (const cell of data.cells) {
        const here = own.filter(({ at }) => {
          const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
          return local.dayOfWeek === cell.weekday && local.hour === cell.hour;
        });
        const n = (metric: string) => here.filter((thing) => thing.metric === metric).length;
        expect(cell).toEqual({
          weekday: cell.weekday,
          hour: cell.hour,
          new: n('new'),
          resolved: n('resolution_time'),
          messages_in: n('messages_in'),
          messages_out: n('messages_out'),
        });
      }
    }
  });

  test('a desk from before there were sums of pairs gets them month by month, and answers meanwhile', async () => {
    const zone = 'America/New_York';
    await setZone(zone);
    await followChanges(desk.app.deps);
    const pairs = async () =>
      (await desk.pool.query('select * from report_pairs where count <> 0 order by pair, grain, 3, 4, at, 8, 9')).rows;
    const before = await pairs();
    expect(before.length).toBeGreaterThan(1000);
    // As the migration leaves it.
    await desk.pool.query('truncate report_pairs');
    await desk.pool.query(`update report_state set paired_from = 'infinity', agents_paired_from = 'infinity'`);
    await compareFiltered(zone, 'without pairs');
    // Some months are there, and what happens in the others is not counted into them before their turn.
    const half = '2025-07-01';
    for (const month of ['2025-11-01', '2025-10-01', '2025-09-01', '2025-08-01', half]) {
      for (const kind of ['two', 'agents'] as const) {
        await desk.app.deps.work(desk.app.deps.system, (uow) => rebuildMonth(uow.db, kind, zone, month));
      }
    }
    await desk.pool.query('update report_state set paired_from = $1, agents_paired_from = $1', [half]);
    const ids = (await desk.pool.query('select id from conversations')).rows.map(({ id }) => id);
    const turnPriorities = async () => {
      await desk.pool.query(
        'update conversations set priority_id = 4 - priority_id where id % 3 = 0 and priority_id < 4',
      );
      return desk.app.deps.work(desk.app.deps.system, (uow) => refreshFacts(uow.db, ids, zone));
    };
    const changed = await turnPriorities();
    expect(await turnPriorities()).toBe(changed);
    expect(changed).toBeGreaterThan(0);
    expect((await pairs()).map(({ at }) => at.toISOString()).sort()[0]! >= '2025-06-30').toBe(true);
    await compareFiltered(zone, 'some months');
    await followChanges(desk.app.deps);
    expect(await pairs()).toEqual(before);
  });

  test('the nightly check finds nothing wrong, and puts right what is', async () => {
    const sums = async () =>
      (await desk.pool.query('select * from report_rollups where count <> 0 order by 1, 2, 3, 4, 5, 6')).rows;
    const pairs = async () =>
      (await desk.pool.query('select * from report_pairs where count <> 0 order by pair, grain, 3, 4, at, 8, 9')).rows;
    const facts = async () => (await desk.pool.query('select * from report_facts order by 1, 2, 3')).rows;
    const before = { sums: await sums(), pairs: await pairs(), facts: await facts() };
    await checkReports(desk.app.deps);
    expect(await sums()).toEqual(before.sums);
    expect(await pairs()).toEqual(before.pairs);
    expect(await facts()).toEqual(before.facts);
    await desk.pool.query('delete from report_facts where conversation_id % 5 = 0 and metric in (1, 5)');
    await desk.pool.query('update report_rollups set count = count + 1 where dim = 3 and grain = 1');
    await desk.pool.query('update report_pairs set total = total + 1 where pair in (5, 8)');
    await desk.pool.query(
      `insert into report_facts values (900000, 1, 0, '2025-05-05', 1, 1, null, null, null, null, null, null)`,
    );
    await checkReports(desk.app.deps);
    expect(await facts()).toEqual(before.facts);
    expect(await sums()).toEqual(before.sums);
    expect(await pairs()).toEqual(before.pairs);
  });

  test('what is moved or deleted, and what loses its tag or team, is counted as the rows say', async () => {
    // A desk of its own, so that it can be tried again.
    await desk.close();
    await begin();
    const zone = 'Asia/Kathmandu';
    await setZone(zone);
    await followChanges(desk.app.deps);
    const [tag, team] = [seeded.tags[1]!, seeded.teams[1]!];
    await admin.call('tags.remove', { params: { id: tag } });
    await admin.call('teams.remove', { params: { id: team } });
    const { rows: jobs } = await desk.pool.query(
      `select payload from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
       where identifier = 'reports.forget' order by job.id`,
    );
    expect(jobs).toEqual([{ payload: { tag_id: tag } }, { payload: { team_id: team } }]);
    for (const { payload } of jobs) await forgetGroup(desk.app.deps, payload);
    // Whose a resolution was stays written down.
    const asItWas = ['resolutions', 'reopened', 'resolution_time', 'first_contact_resolved'];
    const without = (thing: Thing): Thing => ({
      ...thing,
      tags: thing.tags.filter((id) => id !== tag),
      team: thing.team === team && !asItWas.includes(thing.metric) ? 0 : thing.team,
    });
    const facts = async (where: string) =>
      (await desk.pool.query(`select count(*)::int as n from report_facts where ${where}`)).rows[0].n;
    seeded = { ...seeded, things: seeded.things.map(without) };
    expect(await facts(`tag_ids @> array[${tag}]`)).toBe(0);
    expect(await facts(`team_id = ${team}`)).toBe(seeded.things.filter((thing) => thing.team === team).length);
    // By hand, past the change log: the nightly check finds it.
    const contacts = [...new Set(seeded.things.map(({ contact }) => contact))];
    const next = (contact: number) => contacts[(contacts.indexOf(contact) + 1) % contacts.length]!;
    for (const contact of contacts) {
      const moved = seeded.things.flatMap((thing) =>
        thing.contact === contact && thing.metric === 'new' && thing.conversation_id % 3 === 0
          ? [thing.conversation_id]
          : [],
      );
      await desk.pool.query('update conversations set contact_id = $1 where id = any($2)', [next(contact), moved]);
    }
    await desk.pool.query('delete from conversations where id % 7 = 0');
    seeded.things = seeded.things
      .filter((thing) => thing.conversation_id % 7 !== 0)
      .map((thing) => (thing.conversation_id % 3 === 0 ? { ...thing, contact: next(thing.contact) } : thing));
    await checkReports(desk.app.deps);
    await compareAll(zone, 'changed');
    await compareFiltered(zone, 'changed');
  });
});
