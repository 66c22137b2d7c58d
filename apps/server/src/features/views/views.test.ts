import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';

let desk: Harness;
let admin: ApiClient;
let ana: ApiClient;
let anaId: number;
let teamId: number;
const uuids: string[] = [];

beforeAll(async () => {
  desk = await createHarness();
  teamId = await desk.addTeam('Orders');
  anaId = await desk.addAgent({ email: 'ana@desk.test', team_ids: [teamId] });
  admin = await desk.as();
  ana = await desk.as('ana@desk.test');
  await desk.pool.query(`
    insert into tags (name) values ('VIP'), ('refund');
    insert into custom_attributes (applies_to, name, key, data_type) values
      ('conversation', 'Weight', 'weight', 'number'), ('contact', 'Since', 'since', 'date')`);
  const letters = [
    { subject: 'Broken lamp', from: 'mina@mail.example', name: 'Mina Oak' },
    { subject: 'Where is it', from: 'tomas@correio.example', name: 'Tomás' },
    { subject: 'Refund', from: 'tomas@correio.example', name: 'Tomás' },
    { subject: 'lamp 100% dark', from: 'yuki@tegami.example', name: '由紀' },
  ];
  for (const letter of letters) uuids.push((await openConversation(desk, letter)).conversation.uuid);
  // 1 nobody's, 2 Ana's, 3 the team's, 4 the administrator's.
  const update = (index: number, set: string, values: unknown[] = []) =>
    desk.pool.query(`update conversations set ${set} where uuid = $1`, [uuids[index - 1], ...values]);
  await update(2, 'assigned_user_id = $2', [anaId]);
  await update(3, 'assigned_team_id = $2, custom_attributes = \'{"weight": 2.5}\'', [teamId]);
  await update(4, 'assigned_user_id = 2, priority_id = 3, status_id = 4');
  await desk.pool.query(
    `insert into conversation_tags select c.id, t.id from conversations c, tags t
       where c.uuid = $1 and t.name = 'VIP' or c.uuid = $2 and t.name = 'refund'`,
    [uuids[0], uuids[2]],
  );
  await desk.pool.query(
    `update users set custom_attributes = '{"since": "2024-02-29"}' where email = 'yuki@tegami.example'`,
  );
}, 120_000);
afterAll(() => desk.close());
beforeEach(() => desk.pool.query('delete from views'));

const row = (field: string, operator: string, value: unknown = '', model = 'conversations') => ({
  model,
  field,
  operator,
  value,
});
const open = row('status_id', 'equals', '1');
const lastSeq = async () => (await desk.pool.query('select coalesce(max(seq), 0)::int as n from events')).rows[0].n;

/** Saves a view and answers its id. */
async function save(client: ApiClient, filters: unknown[], name = 'A view'): Promise<number> {
  const { status, body } = await client.call('views.create', { body: { name, filters } });
  expect([status, body.message]).toEqual([200, undefined]);
  return Math.max(...(await client.call('views.list_mine')).data.map((view) => view.id));
}
const numbers = (rows: readonly { uuid: string }[]) => rows.map(({ uuid }) => uuids.indexOf(uuid) + 1).sort();
async function shown(client: ApiClient, filters: unknown[]): Promise<number[]> {
  const { status, data, body } = await client.call('views.conversations', {
    params: { id: await save(client, filters) },
  });
  expect([status, body.message]).toEqual([200, undefined]);
  expect(data.total).toBe(data.results.length);
  return numbers(data.results);
}

describe('keeping views', () => {
  test('created, listed by name, changed as a whole and deleted; only the own sockets hear of it', async () => {
    const mark = await lastSeq();
    await save(ana, [open], 'Zulu');
    const id = await save(ana, [open], ' alpha ');
    expect((await ana.call('views.list_mine')).data).toMatchObject([
      { id, name: 'alpha', filters: [open], user_id: anaId },
      { name: 'Zulu' },
    ]);
    const filters = [row('assigned_team_id', 'set'), row('priority_id', 'in', '["1","2"]')];
    const stored = (await ana.call('views.list_mine')).data[0]!;
    const update = await ana.call('views.update', { params: { id }, body: { ...stored, name: 'Beta', filters } });
    expect(update.data).toBe(true);
    const changed = (await ana.call('views.list_mine')).data[0]!;
    expect(changed).toMatchObject({ id, name: 'Beta', filters, created_at: stored.created_at });
    expect(changed.updated_at > stored.updated_at).toBe(true);
    expect((await ana.call('views.remove', { params: { id } })).data).toBe(true);
    expect((await ana.call('views.list_mine')).data.map((view) => view.name)).toEqual(['Zulu']);
    const frames = await desk.frames(mark);
    expect(frames.map(({ type, audience }) => [type, audience])).toEqual(
      Array.from({ length: 4 }, () => ['views_changed', { to: 'agent', agent_id: anaId }]),
    );
  });

  test("another agent's view looks like none", async () => {
    const id = await save(admin, [open]);
    const body = { name: 'Mine', filters: [open] };
    const answers = await Promise.all([
      ana.call('views.update', { params: { id }, body }),
      ana.call('views.remove', { params: { id } }),
      ana.call('views.conversations', { params: { id } }),
      ana.call('views.matching', { params: { id }, query: { uuids: uuids[0]! } }),
      ana.call('views.update', { params: { id: 99_999 }, body }),
    ]);
    for (const answer of answers) {
      expect([answer.status, answer.body.error_type, answer.body.code]).toEqual([
        404,
        'NotFoundException',
        'view.not_found',
      ]);
    }
    expect((await admin.call('views.list_mine')).data).toMatchObject([{ id, name: 'A view' }]);
  });

  test('without view:manage the list is empty and nothing can be saved', async () => {
    await desk.addAgent({ email: 'plain@desk.test', permissions: ['conversations:read'] });
    const plain = await desk.as('plain@desk.test');
    expect((await plain.call('views.list_mine')).data).toEqual([]);
    expect((await plain.call('views.create', { body: { name: 'x', filters: [open] } })).status).toBe(403);
  });

  test.each([
    [{ name: '  ', filters: [open] }, 'name'],
    [{ name: 'x'.repeat(141), filters: [open] }, 'name'],
    [{ name: 'View' }, 'filters'],
    [{ name: 'View', filters: [] }, 'filters'],
    [{ name: 'View', filters: '[]' }, 'filters'],
    [{ name: 'View', filters: [{ ...open, field: '' }] }, 'filters[0].field'],
    [{ name: 'View', filters: [{ ...open, operator: null }] }, 'filters[0].operator'],
    [{ name: 'View', filters: [open, { ...open, value: '' }] }, 'filters[1].value'],
    [{ name: 'View', filters: [row('password_hash', 'equals', 'x', 'users')] }, 'filters[0].model'],
    [{ name: 'View', filters: [row('height', 'equals', '1', 'conversation_attributes')] }, 'filters[0].field'],
    [{ name: 'View', filters: Array.from({ length: 51 }, () => open) }, 'filters'],
  ])('%j is refused naming %s', async (body, field) => {
    const { status, body: answer } = await admin.call('views.create', { body });
    expect([status, answer.error_type, Object.keys(answer.data as unknown as object)[0]]).toEqual([
      400,
      'InputException',
      field,
    ]);
    expect((await admin.call('views.list_mine')).data).toEqual([]);
  });

  test('one agent keeps a thousand views at most', async () => {
    await desk.pool.query(
      `insert into views (user_id, name, filters) select $1, 'View ' || n, '[]' from generate_series(1, 1000) n`,
      [anaId],
    );
    const { status, body } = await ana.call('views.create', { body: { name: 'One more', filters: [open] } });
    expect([status, body.code]).toEqual([400, 'view.too_many']);
    expect((await ana.call('views.list_mine')).data).toHaveLength(1000);
  });
});

describe("a view's conversations", () => {
  test.each([
    [[open], [1, 2, 3]],
    [[row('assigned_user_id', 'not set'), row('assigned_team_id', 'not set')], [1]],
    [[row('tags', 'equals', 'vip')], [1]],
    [[row('tags', 'not equals', 'vip')], [2, 3, 4]],
    [[row('tags', 'set')], [1, 3]],
    [[row('subject', 'contains', 'LAMP')], [1, 4]],
    [[row('subject', 'contains', '100%')], [4]],
    [[row('email', 'equals', 'Tomas@correio.example', 'contacts')], [2, 3]],
    [[row('email', 'not contains', 'correio', 'contacts')], [1, 4]],
    [[row('name', 'contains', 'oak', 'contacts')], [1]],
    [[row('weight', 'greater than', '2.4', 'conversation_attributes')], [3]],
    [[row('since', 'less than', '2024-03-01', 'contact_attributes')], [4]],
    [[row('since', 'not set', '', 'contact_attributes')], [1, 2, 3]],
    [[row('reference_number', 'in', '["100","102"]')], [1, 3]],
    [[row('name', 'not equals', 'Open', 'conversation_statuses')], [4]],
    [[row('status_id', 'equals', 999)], []],
  ])('%j shows %j to who sees all', async (filters, expected) => {
    expect(await shown(admin, filters)).toEqual(expected);
  });

  test.each([
    [['conversations:read_assigned'], [2]],
    [['conversations:read_unassigned'], [1]],
    [['conversations:read_team_inbox'], [3]],
    [
      ['conversations:read_assigned', 'conversations:read_team_inbox', 'conversations:read_unassigned'],
      [1, 2, 3],
    ],
  ])('with %j it shows %j', async (permissions, expected) => {
    const email = `${permissions.join('-').replaceAll(/[^a-z]/g, '')}@desk.test`;
    const id = await desk.addAgent({
      email,
      permissions: ['conversations:read', 'view:manage', ...permissions],
      team_ids: [teamId],
    });
    await desk.pool.query('update conversations set assigned_user_id = $1 where uuid = $2', [id, uuids[1]]);
    const agent = await desk.as(email);
    expect(await shown(agent, [row('id', 'set', '', 'conversation_statuses')])).toEqual(expected);
    expect(await shown(agent, [row('subject', 'set')])).toEqual(expected);
    const matching = await agent.call('views.matching', {
      params: { id: await save(agent, [open]) },
      query: { uuids: uuids.join(',') },
    });
    expect(numbers(matching.data)).toEqual(expected);
    await desk.pool.query('update conversations set assigned_user_id = $1 where uuid = $2', [anaId, uuids[1]]);
  });

  test('is empty for who has a team inbox and no team, and 403 for who may open no list', async () => {
    await desk.addAgent({
      email: 'teamless@desk.test',
      permissions: ['conversations:read', 'view:manage', 'conversations:read_team_inbox'],
    });
    expect(await shown(await desk.as('teamless@desk.test'), [row('subject', 'set')])).toEqual([]);
    await desk.addAgent({ email: 'blind@desk.test', permissions: ['conversations:read', 'view:manage'] });
    const blind = await desk.as('blind@desk.test');
    for (const id of [await save(blind, [open]), 99_999]) {
      const { status, body } = await blind.call('views.conversations', { params: { id } });
      expect([status, body.code]).toEqual([403, 'permission.missing']);
    }
  });

  test('ignores a filter of the query, follows its sort, and pages on by cursor', async () => {
    const id = await save(admin, [row('subject', 'set')]);
    const page = (query: Record<string, string | number>) =>
      admin.call('views.conversations', {
        params: { id },
        query: { filters: '[broken', order_by: 'conversations.priority_id', order: 'desc', page_size: 2, ...query },
      });
    const first = await page({});
    expect(first.data).toMatchObject({ total: 4, total_pages: 2, page: 1, per_page: 2 });
    expect(first.data.results[0]!.uuid).toBe(uuids[3]);
    const second = await page({ after: first.data.next_cursor! });
    expect(second.data.next_cursor).toBeNull();
    const paged = await page({ page: 2 });
    expect(paged.data.results.map((one) => one.uuid)).toEqual(second.data.results.map((one) => one.uuid));
    expect(numbers([...first.data.results, ...second.data.results])).toEqual([1, 2, 3, 4]);
    expect((await page({ page: 9 })).data).toMatchObject({ results: [], total: 4, total_pages: 2 });
  });

  test('says which row no longer fits when an attribute is gone', async () => {
    await desk.pool.query(
      "insert into custom_attributes (applies_to, name, key, data_type) values ('contact', 'Tier', 'tier', 'text')",
    );
    const id = await save(admin, [open, row('tier', 'equals', 'gold', 'contact_attributes')]);
    await desk.pool.query("delete from custom_attributes where key = 'tier'");
    const { status, body } = await admin.call('views.conversations', { params: { id } });
    expect([status, body.data]).toEqual([400, { 'filters[1].field': 'it cannot be filtered by' }]);
  });

  test('matching answers whole rows of those in the view alone', async () => {
    const id = await save(admin, [row('subject', 'contains', 'lamp'), open]);
    const { status, data } = await admin.call('views.matching', {
      params: { id },
      query: { uuids: [...uuids, 'broken', crypto.randomUUID(), uuids[0]].join(',') },
    });
    expect(status).toBe(200);
    expect(data).toMatchObject([{ uuid: uuids[0], subject: 'Broken lamp', tags: ['VIP'], status: 'Open' }]);
    expect((await admin.call('views.matching', { params: { id }, query: { uuids: '' } })).data).toEqual([]);
    const many = Array.from({ length: 101 }, () => uuids[0]).join(',');
    expect((await admin.call('views.matching', { params: { id }, query: { uuids: many } })).status).toBe(400);
  });
});

test('totals are exact to 10,000, and pages go on behind them', async () => {
  await desk.pool.query(
    `insert into conversations (contact_id, inbox_id, status_id, subject, last_message_at)
     select contact_id, 1, 2, case when n <= 10000 then 'Many' else 'More' end, timestamptz '2025-01-01' + n * interval '1 minute'
     from conversations, generate_series(1, 10001) n where uuid = $1`,
    [uuids[0]],
  );
  const list = async (filters: unknown[], query: Record<string, string | number> = {}) =>
    (await admin.call('views.conversations', { params: { id: await save(admin, filters) }, query })).data;
  const exact = await list([row('subject', 'equals', 'Many')], { page_size: 100, page: 100 });
  expect(exact).toMatchObject({ total: 10_000, total_pages: 100, next_cursor: null });
  expect(exact).not.toHaveProperty('total_capped');
  const either = [row('subject', 'in', '["Many","More"]')];
  expect(await list(either, { page_size: 100 })).toMatchObject({ total: 10_000, total_pages: 100, total_capped: true });
  const behind = await list(either, { page_size: 100, page: 100 });
  expect(behind).toMatchObject({ total: 10_000, total_pages: 101, total_capped: true });
  expect(behind.next_cursor).not.toBeNull();
  expect((await list(either, { page_size: 100, page: 101 })).results).toHaveLength(1);
  // Statuses alone are counted exactly.
  expect(await list([row('status_id', 'equals', '2')])).toMatchObject({ total: 10_001 });
});

test('with more matches than are counted, pages hold what plain SQL holds, to the last', async () => {
  // 10,001 with status Snoozed from the test before, next to none with the others.
  const id = await save(admin, [row('subject', 'set'), row('email', 'contains', '.example', 'contacts')]);
  for (const [sort, direction] of [
    ['waiting_since', 'asc'],
    ['last_message_at', 'desc'],
    ['status_id', 'desc'],
  ] as const) {
    const { rows } = await desk.pool.query<{ uuid: string }>(
      `select uuid from conversations order by ${sort} ${direction} nulls last, id ${direction}`,
    );
    const seen: string[] = [];
    let after: string | null | undefined;
    do {
      const query = {
        order_by: `conversations.${sort}`,
        order: direction,
        page_size: 100,
        ...(after ? { after } : {}),
      };
      const { data } = await admin.call('views.conversations', { params: { id }, query });
      seen.push(...data.results.map((one) => one.uuid));
      after = data.next_cursor;
    } while (after);
    expect(seen).toHaveLength(10_005);
    expect(seen).toEqual(rows.map((one) => one.uuid));
    const last = await admin.call('views.conversations', {
      params: { id },
      query: { order_by: `conversations.${sort}`, order: direction, page_size: 100, page: 101 },
    });
    expect(last.data.results.map((one) => one.uuid)).toEqual(seen.slice(10_000));
  }
}, 120_000);
