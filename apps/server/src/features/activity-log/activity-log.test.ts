import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { adminEmail, createHarness, type Harness } from '../../../test/harness.ts';
import { trimActivityLog } from './index.ts';

let desk: Harness;
let admin: ApiClient;
let adminId: number;
beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
  adminId = (await admin.call('agents.me')).data.id;
});
afterAll(() => desk.close());

const row = (activity_type: string, operator = 'equals') =>
  ({ model: 'activity_logs', field: 'activity_type', operator, value: activity_type }) as const;
const list = async (query: Record<string, string | number> = {}) =>
  (await admin.call('activity_logs.list', { query })).data;
const filtered = (...rows: object[]) => list({ filters: JSON.stringify(rows) });
/** Rows as they would have been written, oldest first. */
async function write(entries: { type: string; at: string; actor?: number; ip?: string; params?: object }[]) {
  for (const { type, at, actor = adminId, ip = '203.0.113.9', params = {} } of entries) {
    await desk.pool.query(
      `insert into activity_logs (activity_type, created_at, actor_id, target_model_type, target_model_id, ip, params)
       values ($1, $2, $3, 'user', $3, $4, $5)`,
      [type, at, actor, ip, { actor_email: adminEmail, ...params }],
    );
  }
}

describe('the list (wire A 16)', () => {
  test('tells who signed in from where, newest first, in the shape of the wire', async () => {
    const [first] = (await filtered(row('agent_login'))).results;
    expect(first).toEqual({
      id: expect.any(Number),
      created_at: expect.any(String),
      updated_at: first!.created_at,
      activity_type: 'agent_login',
      activity_description: `${adminEmail} (#${adminId}): Signed in`,
      deed: 'Signed in',
      actor_id: adminId,
      actor_email: adminEmail,
      target_model_type: 'user',
      target_model_id: adminId,
      ip: '127.0.0.1',
      via: '',
      changed: [],
      total: 1,
    });
  });

  test('is written in the language of the desk', async () => {
    for (const [lang, deed] of [
      ['de', 'Angemeldet'],
      ['en', 'Signed in'],
    ]) {
      await desk.pool.query("update settings set value = to_jsonb($1::text) where key = 'app.lang'", [lang]);
      await desk.pool.query("select pg_notify('bellhop_settings', '')");
      await desk.until(
        async () => (await filtered(row('agent_login'))).results[0]!.deed === deed,
        `the text in ${lang}`,
      );
    }
  });

  test('pages, sizes and order: default 15 newest first, capped at 100, ends are told', async () => {
    await write(
      Array.from({ length: 32 }, (_, n) => ({
        type: 'agent_away',
        at: `2020-01-01T00:00:${10 + n}Z`,
        ip: `10.0.0.${n}`,
      })),
    );
    const filters = JSON.stringify([row('agent_away')]);
    const first = await list({ filters });
    expect(first).toMatchObject({ total: 32, per_page: 15, total_pages: 3, page: 1 });
    expect(first.results.map(({ ip }) => ip)).toEqual(Array.from({ length: 15 }, (_, n) => `10.0.0.${31 - n}`));
    const last = await list({ filters, page: 3 });
    expect(last.results.map(({ ip }) => ip)).toEqual(['10.0.0.1', '10.0.0.0']);
    expect(await list({ filters, page: 9 })).toMatchObject({ results: [], total: 32, total_pages: 3 });
    expect(await list({ filters, page_size: 5000 })).toMatchObject({ per_page: 100, total_pages: 1 });
    const oldest = await list({ filters, order: 'ASC', order_by: 'activity_logs.created_at', page_size: 1 });
    expect(oldest.results[0]!.ip).toBe('10.0.0.0');
    const sorted = await list({ filters, order: 'asc', order_by: 'activity_logs.ip', page_size: 2 });
    expect(sorted.results.map(({ ip }) => ip)).toEqual(['10.0.0.0', '10.0.0.1']);
  });

  test('filters by type, agent, address and time; blank rows are skipped, all of a row must hold', async () => {
    const ana = await desk.addAgent({ email: 'ana@desk.test' });
    await write([
      { type: 'agent_online', at: '2021-03-01T10:00:00Z', actor: ana, ip: '198.51.100.7' },
      { type: 'agent_online', at: '2021-03-02T10:00:00Z' },
    ]);
    const ips = async (...rows: object[]) => (await filtered(...rows)).results.map(({ ip }) => ip);
    const of = (field: string, operator: string, value: string) => ({ model: 'activity_logs', field, operator, value });
    const online = row('agent_online');
    expect(await ips(online, of('actor_id', 'equals', String(ana)))).toEqual(['198.51.100.7']);
    expect(await ips(online, of('actor_id', 'not equals', String(ana)))).toEqual(['203.0.113.9']);
    expect(await ips(online, of('actor_id', 'in', JSON.stringify([String(ana), String(adminId)])))).toHaveLength(2);
    expect(await ips(online, of('ip', 'ilike', '51.100'))).toEqual(['198.51.100.7']);
    expect(await ips(online, of('ip', 'ilike', '%'))).toEqual([]);
    expect(await ips(online, of('created_at', 'between', '2021-03-02,2021-03-02'))).toEqual(['203.0.113.9']);
    expect(await ips(online, { field: '', operator: '', value: '' })).toHaveLength(2);
    expect((await list({ filters: '' })).total).toBe((await list({ filters: '[]' })).total);
    const others = await filtered(row('agent_online', 'not equals'), row('agent_away', 'not equals'));
    expect(new Set(others.results.map(({ activity_type }) => activity_type))).toEqual(new Set(['agent_login']));
  });

  test.each([
    [{ page: 0 }, 'page'],
    [{ page: 'x' }, 'page'],
    [{ page_size: 0 }, 'page_size'],
    [{ order: 'up' }, 'order'],
    [{ order_by: 'activity_logs.params' }, 'order_by'],
    [{ order_by: "created_at'; --" }, 'order_by'],
    [{ filters: '{' }, 'filters'],
    [{ filters: '[{"model":"users","field":"email","operator":"equals","value":"x"}]' }, 'filters[0].model'],
    [{ filters: '[{"model":"activity_logs","field":"params","operator":"equals","value":"x"}]' }, 'filters[0].field'],
    [{ filters: '[{"model":"activity_logs","field":"ip","operator":"like","value":"x"}]' }, 'filters[0].operator'],
    [{ filters: '[{"model":"activity_logs","field":"actor_id","operator":"equals","value":"x"}]' }, 'filters[0].value'],
    [{ filters: '[{"model":"activity_logs","field":"ip","operator":"equals","value":"\\u0000"}]' }, 'filters[0].value'],
  ])('%j is refused, and the member named', async (query, member) => {
    for (const call of ['activity_logs.list', 'activity_logs.export'] as const) {
      if (call === 'activity_logs.export' && !('filters' in query)) continue;
      const { status, body } = await admin.call(call, { query: query as Record<string, string | number> });
      expect([status, body.error_type]).toEqual([400, 'InputException']);
      expect(Object.keys(body.data as object)).toEqual([member]);
    }
  });

  test('totals stop at 10,000, pages go on', async () => {
    await desk.pool.query(`insert into activity_logs (activity_type, created_at, actor_id, target_model_type, target_model_id)
      select 'agent_logout', '2019-01-01'::timestamptz + n * interval '1 minute', 1, 'user', 1 from generate_series(1, 10050) n`);
    const filters = JSON.stringify([row('agent_logout')]);
    const page = (n: number) => list({ filters, page: n, page_size: 100 });
    expect(await page(1)).toMatchObject({ total: 10_000, total_capped: true, total_pages: 100 });
    expect(await page(100)).toMatchObject({ total_pages: 101 });
    expect((await page(101)).results).toHaveLength(50);
  });
});

describe('a change', () => {
  test('names its members in the list and tells before and after by itself', async () => {
    await admin.call('tags.create', { body: { name: 'Lamp' } });
    const tag = (await admin.call('tags.list')).data.find(({ name }) => name === 'Lamp')!;
    await admin.call('tags.update', { params: { id: tag.id }, body: { name: 'Light' } });
    const [entry] = (await filtered(row('tag_changed'))).results;
    expect(entry).toMatchObject({ deed: 'Tag “Light” changed', changed: ['name'], target_model_type: 'tag' });
    const { data } = await admin.call('activity_logs.get', { params: { id: entry!.id } });
    expect(data).toMatchObject({
      activity_description: entry!.activity_description,
      changes: { name: { before: 'Lamp', after: 'Light' } },
    });
    expect((await admin.call('activity_logs.get', { params: { id: 99_999_999 } })).status).toBe(404);
    expect((await admin.call('activity_logs.get', { params: { id: 'x' } })).status).toBe(400);
  });
});

describe('the CSV file', () => {
  const take = async (rows: object[]) =>
    admin.fetch(`/api/v1/activity-logs/export?filters=${encodeURIComponent(JSON.stringify(rows))}`);

  test('holds what the filters let through, every row once, and taking it is written down', async () => {
    const answer = await take([row('agent_logout')]);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="activity-log-[\d-]{10}\.csv"$/);
    const lines = (await answer.text()).split('\r\n');
    expect(lines[0]).toContain('created_at,activity_type,activity_description,actor_id,actor_email');
    expect(lines.at(-1)).toBe('');
    const ids = lines.slice(1, -1).map((line) => Number(line.split(',')[0]));
    expect([ids.length, new Set(ids).size]).toEqual([10_050, 10_050]);
    const [taken] = (await filtered(row('export'))).results;
    expect(taken).toMatchObject({ actor_id: adminId, deed: 'Exported: activity log', ip: '127.0.0.1' });
  });

  test('runs nothing in a spreadsheet and keeps to its cells', async () => {
    const name = '=HYPERLINK("http://evil.example","x"), \n"';
    await write([
      { type: 'agent_enabled', at: '2022-01-01T00:00:00Z', ip: '=1+1', params: { actor_email: '@SUM(A1)', name } },
    ]);
    const text = await (await take([row('agent_enabled')])).text();
    const [, line] = text.split('\r\n');
    expect(line).toContain(`,'@SUM(A1),user,${adminId},'=1+1,`);
    expect(line).toContain('"\'@SUM(A1)');
    expect(text.split('\r\n')).toHaveLength(3);
  });
});

describe('the log is append-only', () => {
  test.each([
    "update activity_logs set ip = 'x'",
    'delete from activity_logs',
    'truncate activity_logs',
    'truncate activity_logs cascade',
  ])('%s is refused', async (statement) => {
    await expect(desk.pool.query(statement)).rejects.toThrow('append-only');
  });

  test('what is older than the desk keeps goes, in one way alone; 0 days keep it for ever', async () => {
    const count = async () => (await desk.pool.query('select count(*)::int as n from activity_logs')).rows[0].n;
    const before = await count();
    await trimActivityLog(desk.app.deps, 0);
    expect(await count()).toBe(before);
    await trimActivityLog(desk.app.deps, 365);
    const { rows } = await desk.pool.query('select min(created_at) as first from activity_logs');
    expect(rows[0].first.getTime()).toBeGreaterThan(Date.now() - 366 * 24 * 3600_000);
    expect(await count()).toBeLessThan(before);
    // The permission ends with its transaction.
    await expect(desk.pool.query('delete from activity_logs')).rejects.toThrow('append-only');
  });
});

test('everybody whose deeds it holds is named once, System and who is gone too', async () => {
  const gone = await desk.addAgent({ email: 'gone@desk.test' });
  const { rows } = await desk.pool.query("select id from users where email = 'System'");
  await write([
    { type: 'agent_online', at: '2026-01-01', actor: gone, params: { actor_email: 'before@desk.test' } },
    { type: 'agent_online', at: '2026-01-02', actor: gone, params: { actor_email: 'gone@desk.test' } },
    { type: 'agent_away', at: '2026-01-03', actor: rows[0].id, params: { actor_email: 'System' } },
  ]);
  await desk.pool.query('update users set deleted_at = now(), enabled = false where id = $1', [gone]);
  const { data } = await admin.call('activity_logs.actors');
  expect(data).toEqual(
    expect.arrayContaining([
      { id: adminId, email: adminEmail },
      { id: gone, email: 'gone@desk.test' },
      { id: rows[0].id, email: 'System' },
    ]),
  );
  expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);
});
