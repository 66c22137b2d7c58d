import {
  countedMetrics,
  type ListedMetric,
  longestReportDays,
  type RouteName,
  reportMetrics,
  reportTables,
} from '@bellhop/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followUp, openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { seedDesk } from '../../../test/report-desk.ts';
import { createSlots } from '../../lib/slots.ts';
import { followChanges } from './index.ts';
import { readSummary, reportsAtOnce } from './read-reports.ts';
import { listRows } from './read-rows.ts';
import { numberColumns } from './report-file.ts';
import type { RowPlace } from './rows.queries.ts';

let desk: Harness;
let admin: Awaited<ReturnType<Harness['as']>>;

beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
});
afterAll(() => desk.close());

const deeds = ['new', 'resolved', 'resolutions', 'reopened', 'messages_in', 'messages_out'] as const;
async function today() {
  await followChanges(desk.app.deps);
  const { numbers } = (await admin.call('reports.summary', { query: { days: 2 } })).data;
  return Object.fromEntries(deeds.map((name) => [name, numbers[name]]));
}

test('an empty desk has zeros for ten years', async () => {
  const { data } = await admin.call('reports.summary', { query: { days: longestReportDays } });
  expect(data.numbers).toMatchObject({ new: 0, reopen_rate: null, csat: { average: null } });
  expect((await admin.call('reports.series', { query: { days: 30 } })).data.points).toHaveLength(30);
  expect((await admin.call('reports.breakdown', { query: { by: 'agent' } })).data.rows).toEqual([]);
  expect((await admin.call('reports.sla', { query: { days: 7 } })).data).toMatchObject({
    avg_first_response_time_sec: 0,
    resolution_compliance_percent: 0,
  });
  const charts = (await admin.call('reports.charts', { query: { days: 7 } })).data;
  expect(charts.new_conversations).toHaveLength(8);
  expect(charts.resolved_conversations.every(({ count }) => count === 0)).toBe(true);
  expect((await admin.call('reports.charts', { query: { days: 0 } })).data.new_conversations).toHaveLength(1);
});

test('what happens on the desk is counted as it happens, and as it was', async () => {
  const asha = await desk.addAgent({ email: 'asha@desk.test', first_name: 'Asha', last_name: 'Rao', roles: ['Agent'] });
  const { conversation } = await openConversation(desk);
  expect(await today()).toEqual({ new: 1, resolved: 0, resolutions: 0, reopened: 0, messages_in: 1, messages_out: 0 });
  const params = { uuid: conversation.uuid };
  const assign = (id: number) =>
    admin.call('conversations.assign_user' as RouteName, { params, body: { assignee_id: id } });
  const setStatus = (status: string) =>
    admin.call('conversations.set_status' as RouteName, { params, body: { status } });
  expect((await assign(asha)).status).toBe(200);
  expect((await setStatus('Resolved')).status).toBe(200);
  expect((await setStatus('Closed')).status).toBe(200);
  expect(await today()).toMatchObject({ resolved: 1, resolutions: 1, reopened: 0 });
  await followUp(desk, conversation.id);
  expect(await today()).toMatchObject({ resolved: 0, resolutions: 1, reopened: 1, messages_in: 2 });
  const me = (await admin.call('agents.me')).data.id;
  await assign(me);
  await setStatus('Resolved');
  expect(await today()).toMatchObject({ new: 1, resolved: 1, resolutions: 2, reopened: 1 });

  const by = async () => {
    await followChanges(desk.app.deps);
    const { rows } = (await admin.call('reports.breakdown', { query: { days: 2, by: 'agent' } })).data;
    return new Map(rows.map(({ id, numbers }) => [id, numbers]));
  };
  const agents = await by();
  expect(agents.get(asha)).toMatchObject({ new: 0, resolved: 0, resolutions: 1, reopened: 1 });
  expect(agents.get(me)).toMatchObject({ new: 1, resolved: 1, resolutions: 1, reopened: 0 });
  // A tag moves everything of its conversation, and takes it along when it goes.
  const tags = async () => (await admin.call('reports.breakdown', { query: { days: 2, by: 'tag' } })).data.rows;
  await desk.pool.query(`insert into tags (name) values ('refund')`);
  const setTags = (names: string[]) =>
    admin.call('conversations.set_tags' as RouteName, { params, body: { tags: JSON.stringify(names) } });
  await setTags(['refund']);
  await followChanges(desk.app.deps);
  expect(await tags()).toMatchObject([{ name: 'refund', numbers: { new: 1, resolutions: 2, messages_in: 2 } }]);
  await setTags([]);
  await followChanges(desk.app.deps);
  expect(await tags()).toMatchObject([{ id: null, numbers: { new: 1, resolutions: 2, messages_in: 2 } }]);
});

test('a conversation with more tags than an index can hold is counted, for the first 500', async () => {
  const { conversation } = await openConversation(desk);
  await desk.pool.query(
    `with many as (insert into tags (name) select 'many ' || $1::int || ' ' || n from generate_series(1, 900) as n returning id)
     insert into conversation_tags (conversation_id, tag_id) select $1::int, id from many`,
    [conversation.id],
  );
  await today();
  const { rows } = (await admin.call('reports.breakdown', { query: { days: 2, by: 'tag' } })).data;
  expect(rows.filter(({ name }) => name.startsWith(`many ${conversation.id} `))).toHaveLength(500);
  await desk.pool.query(`delete from tags where name like 'many %'`);
  await desk.pool.query('update report_state set seq = 0');
  await today();
});

test('running twice, and again from an earlier number, counts nothing twice', async () => {
  const before = await today();
  await desk.pool.query('update report_state set seq = 0');
  expect(await today()).toEqual(before);
  await Promise.all([followChanges(desk.app.deps), followChanges(desk.app.deps)]);
  expect(await today()).toEqual(before);
});

test('created long ago and resolved today is of today; averages are of what took place', async () => {
  const { conversation } = await openConversation(desk);
  const ago = (days: number) => new Date(desk.clock.now().getTime() - days * 86_400_000);
  await desk.pool.query(
    `update conversations set created_at = $2, first_reply_at = $3, resolved_at = $4, first_resolved_at = $4,
       status_id = (select id from conversation_statuses where name = 'Resolved') where id = $1`,
    [conversation.id, ago(100), ago(99), desk.clock.now()],
  );
  await desk.pool.query(
    `insert into applied_slas (created_at, updated_at, conversation_id, status, terms, starts_at, time_zone, first_response_breached_at,
       resolution_met_at, resolution_breached_at) values ($2, $2, $1, 'breached', '{}', $2, 'UTC', $2, $3, $3)`,
    [conversation.id, ago(3), desk.clock.now()],
  );
  const before = (await admin.call('reports.charts', { query: { days: 0 } })).data;
  expect(before.resolved_conversations.at(-1)!.count).toBeGreaterThanOrEqual(1);
  const sla = (await admin.call('reports.sla', { query: { days: 7 } })).data;
  expect(sla).toMatchObject({
    first_response_met_count: 0,
    first_response_breached_count: 1,
    first_response_compliance_percent: 0,
    avg_first_response_time_sec: 86_400,
    // Late is broken only.
    resolution_met_count: 0,
    resolution_breached_count: 1,
  });
  expect(sla.avg_resolution_time_sec).toBeCloseTo(100 * 86_400, -1);

  // The card's window leads to the same promises.
  await desk.pool.query('update report_state set below = 1000000');
  await followChanges(desk.app.deps);
  const behind = async (metric: ListedMetric, overview_days: number) =>
    (await admin.call('reports.conversations', { query: { metric, overview_days } })).data.total;
  expect(await behind('first_response_breached', 7)).toBe(1);
  expect(await behind('resolution_breached', 7)).toBe(1);
  expect(await behind('resolution_met', 7)).toBe(0);
  expect(await behind('resolution_breached', 2)).toBe(0);
  const query = { metric: 'resolution_breached' as const, overview_days: 7, days: 7 };
  expect(await admin.call('reports.conversations', { query })).toMatchObject({
    status: 400,
    body: { data: { overview_days: 'stands alone, without a range' } },
  });
});

test('counts of now are by category', async () => {
  await desk.pool.query(`insert into conversation_statuses (name, category) values ('On hold', 'open')`);
  const { conversation } = await openConversation(desk);
  await desk.pool.query(
    `update conversations set status_id = (select id from conversation_statuses where name = 'On hold') where id = $1`,
    [conversation.id],
  );
  const count = async (condition: string, category = 'open') =>
    (
      await desk.pool.query(
        `select count(*)::int as n from conversations where ${condition} and status_id in (select id from conversation_statuses where category = '${category}')`,
      )
    ).rows[0].n;
  const { data } = await admin.call('reports.counts');
  expect(data).toMatchObject({
    open: await count('true'),
    awaiting_response: await count('waiting_since is not null'),
    unassigned: await count('assigned_user_id is null'),
    pending: await count('first_reply_at is null'),
    snoozed: await count('true', 'waiting'),
  });
  for (const metric of ['awaiting_response', 'unassigned', 'pending', 'snoozed'] as const) {
    const { total } = (await admin.call('reports.conversations', { query: { metric } })).data;
    expect([metric, total]).toEqual([metric, data[metric]]);
  }
  const agents = data.agents_online + data.agents_away + data.agents_reassigning + data.agents_offline;
  const { rows } = await desk.pool.query(
    `select count(*)::int as n from users where type = 'agent' and enabled and deleted_at is null and email <> 'System'`,
  );
  expect(agents).toBe(rows[0].n);
  const backlog = (await admin.call('reports.backlog')).data;
  expect(backlog).toMatchObject({
    backlog: data.open,
    awaiting_response: data.awaiting_response,
    snoozed: data.snoozed,
  });
  expect(backlog.ages.reduce((sum, { count: size }) => sum + size, 0)).toBe(data.open);
});

describe('what stands behind numbers', () => {
  const range = { from: '2025-03-01', to: '2025-12-31' };
  beforeAll(async () => {
    await seedDesk(desk, { seed: 8, conversations: 60, span: { from: Date.parse('2025-03-01T00:00:00Z'), days: 40 } });
    await desk.pool.query('update report_state set below = 1000000');
    await followChanges(desk.app.deps);
  });

  test.each(countedMetrics)('%s: as many rows as it says, for all and for each group', async (metric) => {
    const { numbers } = (await admin.call('reports.summary', { query: range })).data;
    const column = numberColumns.find(([name]) => name === metric || name === `${metric} count`);
    const number = metric === 'resolution_time' ? numbers.resolution_time.count : column![1](numbers)!;
    const all = [];
    for (let page = 1; ; page++) {
      const { data } = await admin.call('reports.conversations', { query: { ...range, metric, page, page_size: 100 } });
      expect(data).toMatchObject({ total: number, readable: number, metric });
      all.push(...data.results);
      if (page >= data.total_pages) break;
    }
    expect(all).toHaveLength(number);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
    const groups = (await admin.call('reports.breakdown', { query: { ...range, by: 'team' } })).data.rows;
    for (const { id, numbers: own } of groups) {
      const which: Record<string, string | number> = id === null ? { without: 'team' } : { team_id: id };
      const { data } = await admin.call('reports.conversations', { query: { ...range, ...which, metric } });
      expect(data.total).toBe(metric === 'resolution_time' ? own.resolution_time.count : column![1](own));
    }
  });

  test('parts of a distribution, stars and hours', async () => {
    const { numbers } = (await admin.call('reports.summary', { query: range })).data;
    const rowsOf = async (metric: ListedMetric, which: Record<string, number>) =>
      (await admin.call('reports.conversations', { query: { ...range, metric, ...which } })).data.total;
    for (const [step, { count }] of numbers.first_response_time.distribution.entries()) {
      expect(await rowsOf('first_response_time', { step })).toBe(count);
    }
    for (const [index, count] of numbers.csat.distribution.entries()) {
      expect(await rowsOf('csat_answered', { rating: index + 1 })).toBe(count);
    }
    const { cells } = (await admin.call('reports.hours', { query: range })).data;
    for (const cell of cells.filter((one) => one.new > 0).slice(0, 10)) {
      expect(await rowsOf('new', { weekday: cell.weekday, hour: cell.hour })).toBe(cell.new);
    }
    const { ages } = (await admin.call('reports.backlog')).data;
    for (const [step, { count }] of ages.entries()) expect(await rowsOf('backlog', { step })).toBe(count);
  });

  test('who may not read them all is told how many there are, and shown the own', async () => {
    const lead = await desk.addAgent({
      email: 'lead@desk.test',
      permissions: ['reports:manage', 'conversations:read', 'conversations:read_assigned'],
    });
    await desk.pool.query(
      `update conversations set assigned_user_id = $1 where id = (select min(id) from conversations where created_at < '2025-05-01')`,
      [lead],
    );
    const client = await desk.as('lead@desk.test');
    const { data } = await client.call('reports.conversations', { query: { ...range, metric: 'new' } });
    expect(data).toMatchObject({ total: 60, readable: 1, total_pages: 1 });
    expect(data.results).toHaveLength(1);
    // Nor is somebody named whom the caller may not look up.
    const query = { ...range, by: 'contact' as const };
    const nameless = (await client.call('reports.breakdown', { query })).data.rows;
    expect(nameless.length).toBeGreaterThan(0);
    expect(nameless.every(({ id, name }) => name === `#${id}`)).toBe(true);
    const file = await (
      await client.fetch(`/api/v1/reports/export?table=breakdown&${new URLSearchParams(query)}`)
    ).text();
    const named = (await admin.call('reports.breakdown', { query })).data.rows;
    for (const { name } of named) expect(file).not.toContain(`,${name},`);
    expect(named.map(({ id, numbers }) => [id, numbers])).toEqual(nameless.map(({ id, numbers }) => [id, numbers]));
  });

  test('business hours count open time alone', async () => {
    const day = { open: '09:00', close: '17:00' };
    const hours = { Monday: day, Tuesday: day, Wednesday: day, Thursday: day, Friday: day };
    await admin.call('business_hours.create', { body: { name: 'Office', hours } });
    const { rows } = await desk.pool.query(`select id from business_hours where name = 'Office'`);
    await desk.pool.query(`update teams set business_hours_id = $1, timezone = 'UTC'`, [rows[0].id]);
    // As it was: what is counted already keeps its hours, what is counted anew has those of now.
    await desk.pool.query('delete from report_facts');
    await desk.pool.query(`update report_state set below = 1000000, rolled_from = 'infinity'`);
    await followChanges(desk.app.deps);
    const ask = async (business_hours: string) =>
      (await admin.call('reports.summary', { query: { ...range, business_hours } })).data;
    const [open, all] = [await ask('true'), await ask('false')];
    expect(open.business_hours).toBe(true);
    expect(open.numbers.resolution_time.count).toBe(all.numbers.resolution_time.count);
    expect(open.numbers.resolution_time.mean!).toBeLessThan(all.numbers.resolution_time.mean! / 2);
    expect({ ...open.numbers, first_response_time: 0, resolution_time: 0 }).toEqual({
      ...all.numbers,
      first_response_time: 0,
      resolution_time: 0,
    });
  });

  test('a file has the numbers and the definitions of the answer', async () => {
    const definitions = (await admin.call('reports.definitions')).data;
    expect(definitions.map(({ metric }) => metric)).toEqual([...reportMetrics]);
    const file = async (query: Record<string, string>) => {
      const response = await admin.fetch(`/api/v1/reports/export?${new URLSearchParams({ ...range, ...query })}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="report-/);
      const text = await response.text();
      expect(text.startsWith('\ufeff') || text.length > 0).toBe(true);
      return text.replace('\ufeff', '').split('\r\n');
    };
    const series = (await admin.call('reports.series', { query: { ...range, interval: 'month' } })).data;
    const lines = await file({ table: 'series', interval: 'month' });
    expect(lines[0]).toBe(['from', 'to', ...numberColumns.map(([name]) => name)].join(','));
    for (const [index, { date, to, numbers }] of series.points.entries()) {
      expect(lines[index + 1]).toBe([date, to, ...numberColumns.map(([, of]) => of(numbers) ?? '')].join(','));
    }
    const text = definitions.find(({ metric }) => metric === 'new')!.definition;
    expect(lines.join('\n')).toContain(text.includes(',') ? `new,"${text}"` : `new,${text}`);
    expect(lines).toContain(`time_zone,${series.time_zone}`);
    const breakdown = (await admin.call('reports.breakdown', { query: { ...range, by: 'agent' } })).data;
    const rows = await file({ table: 'breakdown', by: 'agent' });
    expect(rows[breakdown.rows.length + 1]).toMatch(new RegExp(`^total,,${breakdown.total.new},`));
    // A name that a spreadsheet would run.
    expect(rows.some((line) => line.includes(",'=Kim"))).toBe(true);
    const listed = await file({ table: 'conversations', metric: 'messages_in' });
    const total = (await admin.call('reports.conversations', { query: { ...range, metric: 'messages_in' } })).data
      .total;
    expect(listed.indexOf('')).toBe(total + 1);
    for (const table of reportTables) await file({ table, by: 'tag', metric: 'new' });
    const log = await desk.pool.query(`select params from activity_logs where activity_type = 'export'`);
    expect(log.rows.every(({ params }) => params.what === 'reports')).toBe(true);
  });
});

test('rows for a file come piece by piece, each once', async () => {
  const { deps } = desk.app;
  const inPieces = async (metric: ListedMetric, limit: number) => {
    const found: string[] = [];
    let after: RowPlace | null = null;
    do {
      const piece = await listRows(
        { ...deps, slots: createSlots(1) },
        deps.system,
        { metric, from: '2025-03-01' },
        { limit, after },
      );
      found.push(...piece.rows.map(({ uuid, at }) => `${uuid} ${at}`));
      after = piece.last;
    } while (after !== null);
    return found;
  };
  for (const metric of ['messages_in', 'new', 'first_response_time', 'backlog'] as const) {
    const all = await inPieces(metric, 10_000);
    expect(all.length).toBeGreaterThan(0);
    expect(await inPieces(metric, 7)).toEqual(all);
  }
});

test('what takes too long is given up, and says so', async () => {
  const holder = await desk.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table report_facts in access exclusive mode');
    const slots = createSlots(1);
    const asked = readSummary({ ...desk.app.deps, slots, limit_ms: 100 }, { days: 2 });
    await expect(asked).rejects.toMatchObject({ code: 'reports.too_slow' });
    expect(await slots.take(0), 'its place is free again').not.toBeNull();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

test('so many reports are counted at once, the next waits for its turn, and who waits too long is told', async () => {
  const slots = createSlots(reportsAtOnce(8));
  const first = await slots.take(0);
  const second = await slots.take(0);
  expect(await slots.take(0)).toBeNull();
  const read = (wait_ms: number) => readSummary({ ...desk.app.deps, slots, wait_ms }, { days: 2 });
  await expect(read(1)).rejects.toMatchObject({ code: 'reports.too_slow' });
  const waiting = [read(600_000), read(600_000), read(600_000)];
  first?.();
  for (const { numbers } of await Promise.all(waiting)) expect(numbers.new).toBeGreaterThan(0);
  second?.();
  expect(await slots.take(0)).not.toBeNull();
  expect(await slots.take(0)).not.toBeNull();
  expect(reportsAtOnce(1)).toBe(1);
});

describe('what is asked wrongly', () => {
  test.each<[RouteName, Record<string, string>, string]>([
    ['reports.summary', { from: '2025-02-30' }, 'from'],
    ['reports.summary', { from: '2025-02-10', to: '2025-02-09' }, 'to'],
    ['reports.summary', { from: '2010-01-01', to: '2025-02-09' }, 'from'],
    ['reports.summary', { to: '2025-02-09' }, 'from'],
    ['reports.summary', { days: '7', from: '2025-02-09' }, 'days'],
    ['reports.summary', { days: '0' }, 'days'],
    ['reports.summary', { days: '3661' }, 'days'],
    ['reports.summary', { days: 'week' }, 'days'],
    ['reports.summary', { agent_id: '-1' }, 'agent_id'],
    ['reports.summary', { agent_id: '99999999999' }, 'agent_id'],
    ['reports.summary', { business_hours: 'perhaps' }, 'business_hours'],
    ['reports.series', { interval: 'hour' }, 'interval'],
    ['reports.breakdown', {}, 'by'],
    ['reports.breakdown', { by: "agent'; drop table users" }, 'by'],
    ['reports.conversations', { metric: 'reopen_rate' }, 'metric'],
    ['reports.conversations', { metric: 'new', page: '0' }, 'page'],
    ['reports.conversations', { metric: 'new', rating: '6' }, 'rating'],
    ['reports.conversations', { metric: 'new', hour: '24' }, 'hour'],
    ['reports.export', { table: 'everything' }, 'table'],
    ['reports.export', { table: 'breakdown' }, 'by'],
    ['reports.export', { table: 'conversations' }, 'metric'],
    ['reports.charts', { days: '366' }, 'days'],
    ['reports.charts', { days: '-1' }, 'days'],
    ['reports.sla', { days: '99999999999999999999' }, 'days'],
  ])('%s with %j names %s', async (name, query, field) => {
    const answer = await admin.call(name, { query });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      status: 'error',
      error_type: 'InputException',
      data: { [field]: expect.anything() },
    });
  });

  test('days of the overview that are no number are today', async () => {
    for (const query of [{}, { days: '' }, { days: 'many' }, { days: '1.5' }] as Record<string, string>[]) {
      expect((await admin.call('reports.charts', { query })).data.new_conversations).toHaveLength(1);
    }
  });

  test('ids that nobody has count nothing', async () => {
    const { data } = await admin.call('reports.summary', { query: { agent_id: 2147483647, team_id: 77 } });
    expect(data.numbers.new).toBe(0);
  });

  test('without the permission there is nothing', async () => {
    await desk.addAgent({ email: 'plain@desk.test', permissions: ['conversations:read', 'conversations:read_all'] });
    const plain = await desk.as('plain@desk.test');
    for (const name of ['reports.counts', 'reports.summary', 'reports.conversations', 'reports.export'] as const) {
      expect((await plain.call(name, { query: { metric: 'new', table: 'summary' } })).status).toBe(403);
    }
  });
});
