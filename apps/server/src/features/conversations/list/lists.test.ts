import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { openConversation } from '../../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../../test/harness.ts';

let desk: Harness;
let admin: ApiClient;
let ana: ApiClient;
let anaId: number;
let teamId: number;
let otherTeamId: number;

/** 30 conversations over every status, holder and priority; a third without each optional time. */
beforeAll(async () => {
  desk = await createHarness();
  teamId = await desk.addTeam('Orders');
  otherTeamId = await desk.addTeam('Returns');
  anaId = await desk.addAgent({ email: 'ana@desk.test', team_ids: [teamId] });
  admin = await desk.as();
  ana = await desk.as('ana@desk.test');
  await desk.pool.query("insert into users (type, first_name, email) values ('contact', 'Mina', 'mina@mail.example')");
  await desk.pool.query(
    `insert into conversations (contact_id, inbox_id, status_id, priority_id, assigned_user_id, assigned_team_id, created_at,
       last_message_at, waiting_since, next_sla_deadline_at, last_message, last_message_sender)
     select (select id from users where type = 'contact'), 1, 1 + n % 4, nullif(n % 4, 0),
       case when n % 3 = 0 then $1::int end, case when n % 5 < 2 then $2::int when n % 5 = 2 then $3::int end,
       timestamptz '2025-07-01' + (n * 7 % 30) * interval '1 hour', timestamptz '2025-07-05' + (n * 11 % 30) * interval '1 hour',
       case when n % 3 > 0 then timestamptz '2025-07-05' + (n * 13 % 10) * interval '1 hour' end,
       case when n % 3 > 1 then timestamptz '2025-07-09' - (n * 17 % 10) * interval '1 hour' end, 'Hello', 'contact'
     from generate_series(1, 30) n`,
    [anaId, teamId, otherTeamId],
  );
}, 120_000);
afterAll(() => desk.close());

type Row = Record<string, unknown> & { id: number };

/** What the list must hold, by plain SQL. */
async function expectedIds(where: string, order: string): Promise<number[]> {
  const { rows } = await desk.pool.query<{ id: number }>(
    `select id from conversations where ${where} order by ${order}`,
  );
  return rows.map((row) => row.id);
}
const ids = (rows: readonly { id: number }[]) => rows.map((row) => row.id);
const filters = (...rows: unknown[]) => JSON.stringify(rows);
const statusIs = (name: string) => ({ model: 'conversation_statuses', field: 'name', operator: 'equals', value: name });

describe('each scope, sort and status gives the rows that plain SQL gives', () => {
  const scopes = {
    'conversations.all': 'true',
    'conversations.assigned': 'assigned_user_id = $ana',
    'conversations.unassigned': 'assigned_user_id is null and assigned_team_id is null',
    'conversations.team_unassigned': 'assigned_user_id is null and assigned_team_id = $team',
  } as const;
  const sorts = [
    'last_message_at',
    'created_at',
    'waiting_since',
    'next_sla_deadline_at',
    'priority_id',
    'status_id',
    'assigned_team_id',
  ];
  test.each(Object.entries(scopes) as [keyof typeof scopes, string][])('%s', async (route, predicate) => {
    const where = predicate.replace('$ana', String(anaId)).replace('$team', String(teamId));
    for (const field of sorts) {
      for (const direction of ['asc', 'desc']) {
        for (const status of [null, 'Open', 'Closed']) {
          const whereStatus = status
            ? ` and status_id = (select id from conversation_statuses where name = '${status}')`
            : '';
          const expected = await expectedIds(where + whereStatus, `${field} ${direction} nulls last, id ${direction}`);
          const query = {
            order_by: `conversations.${field}`,
            order: direction.toUpperCase(),
            ...(status ? { filters: filters(statusIs(status)) } : {}),
          };
          const { status: code, data } = await ana.call(route, { params: { id: teamId }, query });
          expect(code).toBe(200);
          expect([field, direction, status, ids(data.results)]).toEqual([field, direction, status, expected]);
          expect(data.total).toBe(expected.length);
          expect(data.next_cursor).toBeNull();
        }
      }
    }
  });

  test('pages and cursors walk through the same order', async () => {
    for (const field of [...sorts, 'inbox_id']) {
      for (const direction of ['asc', 'desc']) {
        const expected = await expectedIds('true', `${field} ${direction} nulls last, id ${direction}`);
        const query = { order_by: `conversations.${field}`, order: direction, page_size: 4 };
        const byPage: number[] = [];
        for (let page = 1; page <= 8; page++) {
          const { data } = await admin.call('conversations.all', { query: { ...query, page } });
          expect([data.page, data.per_page, data.total, data.total_pages]).toEqual([page, 4, 30, 8]);
          byPage.push(...ids(data.results));
        }
        const byCursor: number[] = [];
        let after: string | null | undefined;
        do {
          const { data } = await admin.call('conversations.all', { query: { ...query, ...(after ? { after } : {}) } });
          byCursor.push(...ids(data.results));
          after = data.next_cursor;
        } while (after);
        expect([field, direction, byPage, byCursor]).toEqual([field, direction, expected, expected]);
      }
    }
  });

  test('the status name can be sorted by', async () => {
    const expected = await expectedIds(
      'true',
      '(select name from conversation_statuses s where s.id = status_id) asc, id asc',
    );
    const { data } = await admin.call('conversations.all', {
      query: { order_by: 'conversation_statuses.name', order: 'asc' },
    });
    expect(ids(data.results)).toEqual(expected);
  });

  test('a page behind the end is empty and still knows the total', async () => {
    const { data } = await admin.call('conversations.all', { query: { page: 9, page_size: 10 } });
    expect([data.results, data.total, data.total_pages]).toEqual([[], 30, 3]);
  });
});

describe('filters', () => {
  const all = (query: Record<string, string>) => admin.call('conversations.all', { query });
  const on = (field: string, operator: string, value: unknown = '') => ({
    model: 'conversations',
    field,
    operator,
    value,
  });

  test.each([
    [on('priority_id', 'not equals', '2'), 'priority_id is distinct from 2'],
    [on('priority_id', 'equals', 2), 'priority_id = 2'],
    [on('assigned_user_id', 'not set'), 'assigned_user_id is null'],
    [on('assigned_team_id', 'in', '["1","2"]'), 'assigned_team_id in (1, 2)'],
    [on('created_at', 'greater than', '2025-07-01'), "created_at >= '2025-07-02Z'"],
    [on('waiting_since', 'less than', '2025-07-05T04:00:00Z'), "waiting_since < '2025-07-05T04:00Z'"],
    [on('status_id', 'not equals', '1'), 'status_id <> 1'],
  ])('%j', async (row, where) => {
    const expected = await expectedIds(where, 'last_message_at desc, id desc');
    const { data } = await all({ filters: filters(row, {}, { field: 'inbox_id', operator: null }) });
    expect(ids(data.results)).toEqual(expected);
    expect(data.total).toBe(expected.length);
    expect(data.total_capped).toBeUndefined();
  });

  test('dates are days of the desk', async () => {
    const inZone = async (zone: string) => {
      await desk.pool.query(`update settings set value = to_jsonb($1::text) where key = 'app.timezone'`, [zone]);
      await desk.pool.query("select pg_notify('bellhop_settings', '')");
      return desk.until(async () => {
        const { data } = await all({ filters: filters(on('created_at', 'equals', '2025-07-01')) });
        const expected = await expectedIds(
          `(created_at at time zone '${zone}')::date = '2025-07-01'`,
          'last_message_at desc, id desc',
        );
        return JSON.stringify(ids(data.results)) === JSON.stringify(expected) && expected.length;
      }, `days in ${zone}`);
    };
    expect(await inZone('Asia/Tokyo')).toBe(15);
    expect(await inZone('UTC')).toBe(24);
  });

  test('a status that does not exist leaves nothing', async () => {
    const { status, data } = await all({ filters: filters(statusIs('Nowhere')) });
    expect([status, data.results, data.total]).toEqual([200, [], 0]);
  });

  test('the raw query string of the foreign client is understood', async () => {
    const response = await admin.fetch(
      '/api/v1/conversations/all?page=1&page_size=50&order_by=conversations.last_message_at&order=desc&filters=[{"model":"conversations","field":"priority_id","operator":"not+set","value":""}]',
    );
    expect(response.status).toBe(200);
    expect((await response.json()).data.total).toBe(7);
  });

  test.each([
    [{ order_by: 'subject' }, 'order_by'],
    [{ order_by: 'conversations.subject' }, 'order_by'],
    [{ order: 'down' }, 'order'],
    [{ page: '0' }, 'page'],
    [{ page_size: '101' }, 'page_size'],
    [{ page_size: 'many' }, 'page_size'],
    [{ after: 'x' }, 'after'],
    [{ filters: '[' }, 'filters'],
    [{ filters: filters(on('initiator', 'equals', 'x')) }, 'filters[0].field'],
    [{ filters: filters(on('priority_id', 'equals', 'High')) }, 'filters[0].value'],
  ])('%j is refused with the name of the field', async (query, field) => {
    const { status, body } = await all(query as unknown as Record<string, string>);
    expect([status, body.error_type]).toEqual([400, 'InputException']);
    expect(body.message).toContain(field);
  });

  test('a cursor of another sort is refused', async () => {
    const first = await all({ page_size: '2' });
    const { status } = await all({ page_size: '2', order: 'asc', after: first.data.next_cursor! });
    expect(status).toBe(400);
  });
});

describe('who gets what', () => {
  test('a team list is for members, and an unknown team looks like a foreign one', async () => {
    for (const id of [otherTeamId, 99_999]) {
      const { status, body } = await ana.call('conversations.team_unassigned', { params: { id } });
      expect([status, body.error_type, body.code]).toEqual([403, 'PermissionException', 'permission.not_team_member']);
    }
    for (const id of ['0', 'x', '-1']) {
      const { status, body } = await ana.call('conversations.team_unassigned', { params: { id } });
      expect([status, body.error_type]).toEqual([400, 'InputException']);
    }
  });

  test('without conversations:read every list is empty', async () => {
    await desk.addAgent({
      email: 'blind@desk.test',
      permissions: ['conversations:read_all', 'conversations:read_unassigned'],
    });
    const blind = await desk.as('blind@desk.test');
    for (const route of ['conversations.all', 'conversations.unassigned'] as const) {
      const { status, data } = await blind.call(route);
      expect([status, data.results, data.total]).toEqual([200, [], 0]);
    }
  });

  test('the permission of each list', async () => {
    await desk.addAgent({ email: 'own@desk.test', permissions: ['conversations:read', 'conversations:read_assigned'] });
    const own = await desk.as('own@desk.test');
    expect((await own.call('conversations.assigned')).status).toBe(200);
    for (const route of ['conversations.all', 'conversations.unassigned'] as const) {
      expect((await own.call(route)).status).toBe(403);
    }
    expect((await own.call('conversations.team_unassigned', { params: { id: teamId } })).status).toBe(403);
  });
});

describe('totals', () => {
  test('are exact before and after the counts are folded', async () => {
    const totalOf = async () =>
      (await admin.call('conversations.all', { query: { filters: filters(statusIs('Open')) } })).data.total;
    const before = await totalOf();
    const { conversation } = await openConversation(desk, { subject: 'One more' });
    expect(await totalOf()).toBe(before + 1);
    await desk.pool.query('select fold_conversation_counts()');
    expect(await totalOf()).toBe(before + 1);
    await desk.pool.query('delete from messages where conversation_id = $1', [conversation.id]);
    await desk.pool.query('delete from conversations where id = $1', [conversation.id]);
    expect(await totalOf()).toBe(before);
  });

  test('with free filters stop at 10,000, and pages grow while rows follow', async () => {
    await desk.pool.query(
      `insert into conversations (contact_id, inbox_id, status_id, priority_id)
       select (select min(id) from users where type = 'contact'), 1, 4, 3 from generate_series(1, 10200)`,
    );
    const query = {
      page_size: 100,
      filters: filters({ model: 'conversations', field: 'priority_id', operator: 'equals', value: '3' }),
    };
    const first = (await admin.call('conversations.all', { query })).data;
    expect([first.total, first.total_capped, first.total_pages]).toEqual([10_000, true, 100]);
    const late = (await admin.call('conversations.all', { query: { ...query, page: 101 } })).data;
    expect([late.total_pages, late.results.length]).toEqual([102, 100]);
    const last = (await admin.call('conversations.all', { query: { ...query, page: 103 } })).data;
    expect([last.total_pages, last.results.length]).toEqual([103, 7]);
    await desk.pool.query('delete from conversations where created_at > $1', [new Date(Date.now() - 3_600_000)]);
  });
});

test('a row carries what lists show', async () => {
  const { conversation } = await openConversation(desk, { subject: 'Row', text: 'First\nline', name: 'Ben' });
  const { data } = await admin.call('conversations.all', {
    query: { page_size: 1, filters: filters(statusIs('Open')) },
  });
  const row = data.results[0] as unknown as Row;
  expect(row).toMatchObject({
    id: conversation.id,
    uuid: conversation.uuid,
    status: 'Open',
    priority: null,
    inbox_name: 'Local mail',
    inbox_mail: 'support@bellhop.local',
    inbox_channel: 'email',
    subject: 'Row',
    last_message: 'First line',
    last_message_sender: 'contact',
    unread_message_count: 1,
    assignee_last_seen_at: null,
    tags: [],
    custom_attributes: {},
    contact: { first_name: 'Mina', last_name: '', email: 'mina@mail.example', avatar_url: null },
  });
  expect(new Date(row.waiting_since as string).getTime()).toBeGreaterThan(Date.now() - 60_000);
});
