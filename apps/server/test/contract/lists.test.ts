import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConversation } from '../conversations.ts';
import { adminEmail, createHarness, type Harness } from '../harness.ts';
import { ForeignClient, type RawAnswer } from './foreign-client.ts';

interface Page {
  results: (Record<string, unknown> & { uuid: string; status: string; contact: Record<string, unknown> })[];
  total: number;
  per_page: number;
  total_pages: number;
  page: number;
}

let desk: Harness;
let admin: ForeignClient;
let ana: ForeignClient;
let anaId: number;
let teamId: number;
let strangeTeamId: number;
const uuids: string[] = [];
beforeAll(async () => {
  desk = await createHarness();
  const address = desk.app.address()!;
  teamId = await desk.addTeam('Orders');
  strangeTeamId = await desk.addTeam('Strangers');
  anaId = await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Reed', team_ids: [teamId] });
  admin = await ForeignClient.signedIn(address, adminEmail);
  ana = await ForeignClient.signedIn(address, 'ana@desk.test');
  for (let i = 1; i <= 5; i++)
    uuids.push((await openConversation(desk, { subject: `Question ${i}` })).conversation.uuid);
  // 1 and 2: nobody's; 3: Ana's; 4: the team's; 5: a colleague's within the team, closed.
  const put = (index: number, path: string, form: Record<string, string | number>) =>
    admin.put(`/api/v1/conversations/${uuids[index - 1]}/${path}`, form);
  await put(3, 'assignee/user', { assignee_id: anaId });
  await put(4, 'assignee/team', { assignee_id: teamId });
  await put(5, 'assignee/team', { assignee_id: teamId });
  await put(5, 'assignee/user', { assignee_id: 2 });
  await put(5, 'status', { status: 'Closed' });
  await put(2, 'priority', { priority: 'High' });
  await put(3, 'priority', { priority: 'Low' });
  await admin.put(`/api/v1/conversations/${uuids[0]}/last-seen`);
});
afterAll(() => desk.close());

const page = (answer: RawAnswer) => {
  expect(answer.status, answer.text).toBe(200);
  return answer.data<Page>();
};
const numbers = (found: Page) => found.results.map(({ uuid }) => uuids.indexOf(uuid) + 1);
const list = async (client: ForeignClient, path: string, params: Record<string, string | number> = {}) =>
  page(await client.get(`/api/v1/${path}`, params));
const statusFilter = (name: string) =>
  JSON.stringify([{ model: 'conversation_statuses', field: 'name', operator: 'equals', value: name }]);

describe('the four lists (wire B 1.2)', () => {
  test('each has its scope; static paths are not taken for a uuid', async () => {
    const sort = { order_by: 'conversations.created_at', order: 'asc', page: 1, page_size: 50 };
    expect(numbers(await list(ana, 'conversations/all', sort))).toEqual([1, 2, 3, 4, 5]);
    expect(numbers(await list(ana, 'conversations/assigned', sort))).toEqual([3]);
    expect(numbers(await list(ana, 'conversations/unassigned', sort))).toEqual([1, 2]);
    expect(numbers(await list(ana, `teams/${teamId}/conversations/unassigned`, sort))).toEqual([4]);
  });

  test("a foreign or unknown team's list is 403, also for who sees all", async () => {
    for (const [client, id] of [
      [ana, strangeTeamId],
      [ana, 999_999],
      [admin, teamId],
    ] as const) {
      const answer = await client.get(`/api/v1/teams/${id}/conversations/unassigned`);
      expect([answer.status, answer.json().error_type]).toEqual([403, 'PermissionException']);
    }
  });

  test('the status name that the client sends is matched exactly and comes back exactly', async () => {
    for (const [name, expected] of [
      ['Open', [1, 2, 3, 4]],
      ['Closed', [5]],
      ['Resolved', []],
    ] as const) {
      const found = await list(admin, 'conversations/all', {
        filters: statusFilter(name),
        order_by: 'conversations.created_at',
        order: 'asc',
      });
      expect(numbers(found)).toEqual(expected);
      expect(found.results.every(({ status }) => status === name)).toBe(true);
      expect(found.total).toBe(expected.length);
    }
  });

  test('a row has every member that the client reads, with its type', async () => {
    const [row] = (await list(admin, 'conversations/all', { order_by: 'conversations.created_at', order: 'asc' }))
      .results;
    const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/);
    expect(row).toMatchObject({
      uuid: uuids[0],
      created_at: time,
      updated_at: time,
      status: 'Open',
      priority: null,
      priority_id: null,
      subject: 'Question 1',
      inbox_name: expect.any(String),
      inbox_channel: 'email',
      last_message: 'It arrived broken',
      last_message_at: time,
      last_message_sender: 'contact',
      unread_message_count: 0,
      waiting_since: time,
      assignee_last_seen_at: time,
      first_reply_at: null,
      last_reply_at: null,
      resolved_at: null,
      next_sla_deadline_at: null,
      first_response_deadline_at: null,
      resolution_deadline_at: null,
      next_response_deadline_at: null,
      next_response_met_at: null,
      sla_policy_id: null,
      applied_sla_id: null,
      contact: { first_name: 'Mina', last_name: 'Oak', avatar_url: null },
    });
    expect(row!.tags).toEqual([]);
  });

  test('never a null where the client runs text functions', async () => {
    await desk.pool.query("update users set first_name = '', last_name = '' where type = 'contact'");
    for (const row of (await list(admin, 'conversations/all')).results) {
      expect(row.contact).toMatchObject({ first_name: '', last_name: '' });
      expect(Array.isArray(row.tags)).toBe(true);
    }
    await desk.pool.query("update users set first_name = 'Mina', last_name = 'Oak' where type = 'contact'");
  });
});

describe('sorting (wire B 1.2)', () => {
  test.each([
    ['conversations.priority_id', 'desc', [2, 3]],
    ['conversations.priority_id', 'asc', [3, 2]],
    ['conversations.created_at', 'DESC', [5, 4, 3, 2, 1]],
    ['conversations.last_message_at', 'Asc', [1, 2, 3, 4, 5]],
  ])('%s %s, nulls last in both directions', async (order_by, order, first) => {
    expect(numbers(await list(admin, 'conversations/all', { order_by, order })).slice(0, first.length)).toEqual(first);
  });

  test('newest first without a word about it, and with empty parameters', async () => {
    expect(numbers(await list(admin, 'conversations/all'))).toEqual([5, 4, 3, 2, 1]);
    expect(numbers(await list(admin, 'conversations/all', { order: '', order_by: '' }))).toEqual([5, 4, 3, 2, 1]);
  });
});

describe('paging (wire B 0.5, settled 11)', () => {
  test('starts at 1 with 50 rows and says so', async () => {
    expect(await list(admin, 'conversations/all')).toMatchObject({ page: 1, per_page: 50, total: 5, total_pages: 1 });
  });

  test('counts and pages agree; a page past the end keeps the true total', async () => {
    const pages = [1, 2, 3, 4].map((number) => list(admin, 'conversations/all', { page: number, page_size: 2 }));
    const found = await Promise.all(pages);
    expect(found.map(({ results }) => results.length)).toEqual([2, 2, 1, 0]);
    for (const [index, one] of found.entries()) {
      expect(one).toMatchObject({ page: index + 1, per_page: 2, total: 5, total_pages: 3 });
    }
    expect(new Set(found.flatMap(numbers)).size).toBe(5);
  });

  test.each([
    'page=0',
    'page=-1',
    'page=x',
    'page=1.5',
    'page=',
    'page_size=0',
    'page_size=101',
    'page_size=x',
    'page_size=',
  ])('%s is a 400 that names it', async (query) => {
    for (const path of ['conversations/all', `conversations/${uuids[0]}/messages`]) {
      if (path.endsWith('messages') && query === 'page_size=101') continue;
      const answer = await admin.send('GET', `/api/v1/${path}?${query}`);
      expect([answer.status, answer.json().error_type]).toEqual([400, 'InputException']);
      expect(answer.json().message).toContain(query.split('=')[0]);
    }
  });

  test('messages: 30 by default, more than 100 is reduced and said', async () => {
    expect(await list(admin, `conversations/${uuids[0]}/messages`)).toMatchObject({ per_page: 30, page: 1 });
    const reduced = await list(admin, `conversations/${uuids[0]}/messages`, { page_size: 500 });
    expect(reduced).toMatchObject({ per_page: 100, page: 1, total: 1, total_pages: 1 });
  });

  test.each([
    ['order_by', 'subject'],
    ['order_by', 'conversations.subject'],
    ['order_by', 'users.email'],
    ['order', 'sideways'],
    ['filters', '{'],
    ['filters', '[{"model":"users","field":"email","operator":"equals","value":"x"}]'],
    ['filters', '[{"model":"conversations","field":"initiator","operator":"equals","value":"x"}]'],
    ['filters', '[{"model":"conversations","field":"status_id","operator":"resembles","value":"1"}]'],
  ])('a wrong %s is a 400: %s', async (name, value) => {
    const answer = await admin.get('/api/v1/conversations/all', { [name]: value });
    expect([answer.status, answer.json().error_type]).toEqual([400, 'InputException']);
    expect(answer.json().message).toContain(name);
  });
});

describe('filters (wire B 2, settled 13)', () => {
  const filtered = async (...rows: Record<string, unknown>[]) =>
    numbers(
      await list(admin, 'conversations/all', {
        filters: JSON.stringify(rows.map((row) => ({ model: 'conversations', ...row }))),
        order_by: 'conversations.created_at',
        order: 'asc',
      }),
    );

  test('every operator that the client can produce, values as text', async () => {
    const user = String(anaId);
    expect(await filtered({ field: 'assigned_user_id', operator: 'equals', value: user })).toEqual([3]);
    expect(await filtered({ field: 'assigned_user_id', operator: 'not equals', value: user })).toEqual([1, 2, 4, 5]);
    expect(await filtered({ field: 'assigned_user_id', operator: 'set', value: '' })).toEqual([3, 5]);
    expect(await filtered({ field: 'assigned_user_id', operator: 'not set', value: '' })).toEqual([1, 2, 4]);
    expect(await filtered({ field: 'priority_id', operator: 'in', value: '["1","3"]' })).toEqual([2, 3]);
    expect(await filtered({ field: 'status_id', operator: 'between', value: '2, 4' })).toEqual([5]);
    expect(await filtered({ field: 'assigned_team_id', operator: 'equals', value: String(teamId) })).toEqual([4, 5]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await filtered({ field: 'created_at', operator: 'less than', value: today })).toEqual([]);
    expect(await filtered({ model: 'conversation_statuses', field: 'name', operator: 'ilike', value: 'CLO' })).toEqual([
      5,
    ]);
    expect(await filtered({ model: 'conversation_statuses', field: 'name', operator: 'ilike', value: '%' })).toEqual(
      [],
    );
  });

  test('numbers and booleans as they are, rows without field or operator skipped, all rows together', async () => {
    expect(await filtered({ field: 'assigned_user_id', operator: 'equals', value: anaId })).toEqual([3]);
    expect(await filtered({ field: '', operator: '', value: '' }, { field: 'status_id' })).toEqual([1, 2, 3, 4, 5]);
    const open = { field: 'status_id', operator: 'equals', value: '1' };
    expect(await filtered(open, { field: 'priority_id', operator: 'set', value: '' })).toEqual([2, 3]);
  });
});
