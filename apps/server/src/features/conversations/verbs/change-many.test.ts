import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { openConversation } from '../../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../../test/harness.ts';

let desk: Harness;
let admin: ApiClient;
let anaId: number;
let teamId: number;

beforeAll(async () => {
  desk = await createHarness();
  teamId = await desk.addTeam('Orders');
  anaId = await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Reed', team_ids: [teamId] });
  admin = await desk.as();
  await desk.pool.query("insert into tags (name) values ('VIP'), ('refund')");
}, 120_000);
afterAll(() => desk.close());

const openSome = async (count: number) => {
  const uuids: string[] = [];
  for (let i = 0; i < count; i++) uuids.push((await openConversation(desk)).conversation.uuid);
  return uuids;
};
const bulk = (client: ApiClient, uuids: unknown, action: unknown) =>
  client.call('conversations.bulk', { body: { uuids, action } });
const get = async (uuid: string) => (await admin.call('conversations.get', { params: { uuid } })).data;
const lastSeq = async () => (await desk.pool.query('select coalesce(max(seq), 0)::int as n from events')).rows[0].n;

test('each conversation gets its own entry, event and frame, in the order given, once', async () => {
  const [a, b] = (await openSome(2)) as [string, string];
  const mark = await lastSeq();
  const { status, data } = await bulk(admin, [b, a, b], { type: 'assign_user', assignee_id: anaId });
  expect([status, data]).toEqual([200, { done: [b, a], failed: [] }]);
  const changes = (await desk.frames(mark)).filter((frame) => frame.type === 'conversation_prop_update');
  expect(changes.map((frame) => frame.data)).toEqual([
    { uuid: b, prop: 'assigned_user_id', value: anaId },
    { uuid: a, prop: 'assigned_user_id', value: anaId },
  ]);
  const events = (await desk.events()).filter((event) => event.seq > mark);
  expect(events.map((event) => event.kind)).toEqual(['conversation.user_assigned', 'conversation.user_assigned']);
  const thread = (await admin.call('messages.list', { params: { uuid: a } })).data.results;
  expect(thread[0]!.content).toMatch(/assigned this conversation to Ana Reed$/);
});

test('what fails is named by uuid and holds up nothing', async () => {
  const [held, free] = (await openSome(2)) as [string, string];
  await bulk(admin, [held], { type: 'assign_user', assignee_id: anaId });
  const stranger = crypto.randomUUID();
  const { status, data } = await bulk(admin, [free, 'broken', held, stranger], {
    type: 'set_status',
    status: 'Resolved',
  });
  expect(status).toBe(200);
  expect(data).toEqual({
    done: [held],
    failed: [
      {
        uuid: free,
        error_type: 'InputException',
        code: 'conversation.resolve_needs_assignee',
        message: 'Assign the conversation to an agent before you resolve it',
      },
      ...['broken', stranger].map((uuid) => ({
        uuid,
        error_type: 'NotFoundException',
        code: 'conversation.not_found',
        message: 'Conversation not found',
      })),
    ],
  });
  expect([(await get(held)).status, (await get(free)).status]).toEqual(['Resolved', 'Open']);
});

test('a fault of the server at one conversation is told without detail, and the others go on', async () => {
  const [a, broken, b] = (await openSome(3)) as [string, string, string];
  await desk.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'secret detail'; end $$;
    create trigger refuse before update on conversations for each row when (old.uuid = '${broken}') execute function refuse()`);
  const { status, data } = await bulk(admin, [a, broken, b], { type: 'set_priority', priority: 'High' });
  await desk.pool.query('drop trigger refuse on conversations; drop function refuse');
  expect([status, data]).toEqual([
    200,
    {
      done: [a, b],
      failed: [
        {
          uuid: broken,
          error_type: 'GeneralException',
          code: 'conversation.change_failed',
          message: 'The conversation could not be changed because of a fault of the server',
        },
      ],
    },
  ]);
});

test('with the database away the rest is not tried, and all of it is named', async () => {
  const [a, broken, b] = (await openSome(3)) as [string, string, string];
  await desk.pool.query(`
    create function shut() returns trigger language plpgsql as
      $$ begin raise exception 'terminating connection' using errcode = '57P01'; end $$;
    create trigger shut before update on conversations for each row when (old.uuid = '${broken}') execute function shut()`);
  const { data } = await bulk(admin, [a, broken, b], { type: 'set_priority', priority: 'High' });
  await desk.pool.query('drop trigger shut on conversations; drop function shut');
  const reason = {
    error_type: 'GeneralException',
    code: 'general.unavailable',
    message: expect.stringMatching(/database/),
  };
  expect(data).toEqual({ done: [a], failed: [broken, b].map((uuid) => ({ uuid, ...reason })) });
  expect((await get(b)).priority).toBeNull();
});

test('an agent who may not read them gets them all the same, with one warning', async () => {
  const uuids = await openSome(2);
  const blind = await desk.addAgent({ email: 'blind@desk.test', permissions: ['messages:write'] });
  const { body } = await bulk(admin, uuids, { type: 'assign_user', assignee_id: blind });
  expect(body).toMatchObject({ status: 'success', data: { done: uuids, failed: [] } });
  expect(body.warnings?.map(({ code }) => code)).toEqual(['warnings.agent_cannot_read']);
  expect((await bulk(admin, uuids, { type: 'assign_user', assignee_id: anaId })).body.warnings).toBeUndefined();
});

test('marked unread for the caller alone', async () => {
  const uuids = await openSome(2);
  for (const uuid of uuids) await admin.call('conversations.mark_seen', { params: { uuid } });
  expect((await bulk(admin, uuids, { type: 'mark_unread' })).data).toEqual({ done: uuids, failed: [] });
  for (const uuid of uuids) expect((await get(uuid)).unread_message_count).toBe(1);
});

test("conversations out of the caller's sight are not found and stay as they are", async () => {
  const [mine, foreign] = (await openSome(2)) as [string, string];
  await desk.addAgent({
    email: 'narrow@desk.test',
    permissions: ['conversations:read', 'conversations:read_unassigned', 'conversations:update_priority'],
  });
  await bulk(admin, [foreign], { type: 'assign_user', assignee_id: anaId });
  const { data } = await bulk(await desk.as('narrow@desk.test'), [foreign, mine], {
    type: 'set_priority',
    priority: 'High',
  });
  expect(data.done).toEqual([mine]);
  expect(data.failed).toMatchObject([{ uuid: foreign, error_type: 'NotFoundException' }]);
  expect((await get(foreign)).priority).toBeNull();
});

test('every action does what the single call does', async () => {
  const [uuid] = (await openSome(1)) as [string];
  const done = { done: [uuid], failed: [] };
  const steps = [
    [{ type: 'assign_team', assignee_id: teamId }, { assigned_team_id: teamId }],
    [{ type: 'assign_user', assignee_id: anaId }, { assigned_user_id: anaId }],
    [{ type: 'set_priority', priority: 'high' }, { priority: 'High' }],
    [{ type: 'add_tags', tags: ['vip', 'refund', 'unknown'] }, { tags: ['VIP', 'refund'].sort() }],
    [{ type: 'remove_tags', tags: ['REFUND'] }, { tags: ['VIP'] }],
    [{ type: 'set_status', status: 'Snoozed', snoozed_until: '2h' }, { status: 'Snoozed' }],
    [
      { type: 'set_status', status: 'Closed' },
      { status: 'Closed', snoozed_until: null },
    ],
    [{ type: 'assign_user', assignee_id: null }, { assigned_user_id: null }],
    [{ type: 'assign_team', assignee_id: null }, { assigned_team_id: null }],
  ] as const;
  for (const [action, expected] of steps) {
    expect((await bulk(admin, [uuid], action)).data).toEqual(done);
    expect(await get(uuid)).toMatchObject(expected);
  }
});

test('an action that the caller may not perform is refused as a whole', async () => {
  const [uuid] = (await openSome(1)) as [string];
  await desk.addAgent({
    email: 'tagger@desk.test',
    permissions: ['conversations:read', 'conversations:read_all', 'conversations:update_tags'],
  });
  const tagger = await desk.as('tagger@desk.test');
  const { status, body } = await bulk(tagger, [uuid], { type: 'set_priority', priority: 'High' });
  expect([status, body.code, body.data]).toEqual([
    403,
    'permission.missing',
    { permissions: ['conversations:update_priority'] },
  ]);
  expect((await bulk(tagger, [uuid], { type: 'add_tags', tags: ['VIP'] })).data.done).toEqual([uuid]);
});

test.each([
  [[], { type: 'set_status', status: 'Open' }],
  ['x', { type: 'set_status', status: 'Open' }],
  [Array.from({ length: 501 }, (_, i) => String(i)), { type: 'set_status', status: 'Open' }],
  [['x'], { type: 'delete' }],
  [['x'], { type: 'assign_user' }],
  [['x'], { type: 'assign_user', assignee_id: 0 }],
  [['x'], { type: 'add_tags', tags: [] }],
  [['x'], undefined],
])('%j with %j is refused', async (uuids, action) => {
  const { status, body } = await bulk(admin, uuids, action);
  expect([status, body.error_type]).toEqual([400, 'InputException']);
});
