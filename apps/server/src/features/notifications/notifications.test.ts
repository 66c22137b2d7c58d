import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { tidy } from '../../core/tidy.ts';
import { pruneNotifications } from './index.ts';

let desk: Harness;
let admin: ApiClient;
let ana: ApiClient;
let ben: ApiClient;
let anaId: number;
let benId: number;
let narrowId: number;
let billing: number;
let conversation: { id: number; uuid: string };
let since: number;

beforeAll(async () => {
  desk = await createHarness();
  anaId = await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Duarte' });
  benId = await desk.addAgent({ email: 'ben@desk.test', first_name: 'Ben', last_name: 'Ode' });
  narrowId = await desk.addAgent({
    email: 'cleo@desk.test',
    first_name: 'Cleo',
    last_name: 'Narrow',
    permissions: ['conversations:read', 'conversations:read_assigned', 'messages:read'],
  });
  billing = await desk.addTeam('Billing', [anaId, benId, narrowId]);
  admin = await desk.as();
  ana = await desk.as('ana@desk.test');
  ben = await desk.as('ben@desk.test');
}, 120_000);
afterAll(() => desk.close());

beforeEach(async () => {
  await desk.pool.query('delete from notifications');
  conversation = (await openConversation(desk)).conversation;
  since = (await desk.pool.query('select max(seq)::int as seq from events')).rows[0].seq;
});

const called = (type: 'agent' | 'team', id: number, name: string) =>
  `<span data-mention="${type}:${id}">@${name}</span>`;

async function note(client: ApiClient, html: string, more: Record<string, unknown> = {}) {
  const answer = await client.call('messages.send', {
    params: { uuid: conversation.uuid },
    body: { message: `<p>${html}</p>`, private: true, ...more },
  });
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer;
}
const listOf = async (client: ApiClient) => (await client.call('notifications.list')).data.results;
const unreadOf = async (client: ApiClient) => (await client.call('notifications.counts')).data.unread;
const told = async () => (await desk.frames(since)).filter(({ type }) => type === 'notification');
const assign = (client: ApiClient, id: number) =>
  client.call('conversations.assign_user', { params: { uuid: conversation.uuid }, body: { assignee_id: id } });

describe('mentions', () => {
  test('somebody called in a note is told who, where and what, live on their own sockets alone', async () => {
    const { data: message } = await note(admin, `Hi ${called('agent', anaId, 'Ana Duarte')}, look`);
    expect(message.content).toContain(`data-mention="agent:${anaId}"`);
    expect(message.meta).toMatchObject({ mentions: [{ type: 'agent', id: anaId }] });
    const [one] = await listOf(ana);
    expect(one).toMatchObject({
      kind: 'mention',
      read_at: null,
      actor: { first_name: 'Admin' },
      team: null,
      conversation: { uuid: conversation.uuid, subject: 'Broken lamp', contact: { first_name: 'Mina' } },
      message_uuid: message.uuid,
      preview: 'Hi @Ana Duarte, look',
    });
    expect(await unreadOf(ana)).toBe(1);
    expect(await listOf(ben)).toEqual([]);
    expect(await told()).toMatchObject([
      { data: { change: 'added', ids: [one!.id] }, audience: { to: 'agent', agent_id: anaId } },
    ]);
  });

  test('a team stands for its members, each is told once, and the writer never', async () => {
    await note(
      ana,
      `${called('team', billing, 'Billing')} ${called('agent', benId, 'Ben')} ${called('agent', anaId, 'Me')}`,
    );
    expect(await listOf(ana)).toEqual([]);
    expect(await listOf(ben)).toMatchObject([{ kind: 'mention', team: null }]);
    await note(ana, called('team', billing, 'Billing'));
    expect(await listOf(ben)).toMatchObject([{ team: { id: billing, name: 'Billing' } }, { team: null }]);
  });

  test('those whom a client names beside the text are told as well', async () => {
    await note(admin, 'Have a look', {
      mentions: [
        { type: 'agent', id: benId },
        { type: 'agent', id: 999_999 },
      ],
    });
    expect(await listOf(ben)).toMatchObject([{ preview: 'Have a look' }]);
  });

  test('who may not see the conversation is not told, and the writer hears of it', async () => {
    const { body } = await note(admin, `${called('agent', narrowId, 'Cleo Narrow')} ${called('agent', anaId, 'Ana')}`);
    expect(body).toMatchObject({
      warnings: [{ code: 'warnings.mention_cannot_read', message: expect.stringMatching(/: Cleo Narrow$/) }],
    });
    expect((await desk.pool.query('select agent_id from notifications')).rows).toEqual([{ agent_id: anaId }]);
    // A team that reaches somebody is no reason to warn.
    expect((await note(admin, called('team', billing, 'Billing'))).body).not.toHaveProperty('warnings');
  });

  test('a reply calls nobody, and shows its reader no mark', async () => {
    await admin.call('messages.send', {
      params: { uuid: conversation.uuid },
      body: { message: `<p>${called('agent', anaId, 'Ana')}</p>`, to: ['mina@mail.example'] },
    });
    expect(await listOf(ana)).toEqual([]);
    const { rows } = await desk.pool.query("select content from messages where type = 'outgoing' and not private");
    expect(rows.at(-1).content).toBe('<p><span>@Ana</span></p>');
  });

  test('a note that is sent again under its name tells nobody twice', async () => {
    const send_id = '6a3f2f0e-4d5c-4a8e-9d3b-0a4c5b6d7e8f';
    await note(admin, called('agent', anaId, 'Ana'), { send_id });
    await note(admin, called('agent', anaId, 'Ana'), { send_id });
    expect(await listOf(ana)).toHaveLength(1);
  });
});

describe('assignments', () => {
  test('what somebody else assigns is told, an own act is not', async () => {
    await assign(ana, anaId);
    expect(await listOf(ana)).toEqual([]);
    await assign(ana, benId);
    expect(await listOf(ben)).toMatchObject([
      { kind: 'assignment', actor: { first_name: 'Ana' }, message_uuid: null, preview: '' },
    ]);
  });

  test('passing it on ends what the former agent was told', async () => {
    await assign(admin, benId);
    await assign(admin, anaId);
    expect([await unreadOf(ben), await unreadOf(ana)]).toEqual([0, 1]);
    expect((await told()).map(({ data, audience }) => [data.change, audience.agent_id])).toEqual([
      ['added', benId],
      ['read', benId],
      ['added', anaId],
    ]);
  });

  test('acting on the conversation makes its assignment read, and no mention', async () => {
    await assign(admin, anaId);
    await note(admin, called('agent', anaId, 'Ana'));
    await ana.call('conversations.set_priority', { params: { uuid: conversation.uuid }, body: { priority: 'High' } });
    expect((await listOf(ana)).map((one) => [one.kind, one.read_at !== null])).toEqual([
      ['mention', false],
      ['assignment', true],
    ]);
  });

  test('nobody is told of what they may not see: not at once, not later', async () => {
    await desk.pool.query(
      "update roles set permissions = array_remove(permissions, 'conversations:read_assigned') where name like 'role of cleo%'",
    );
    const { body } = await assign(admin, narrowId);
    expect(body).toHaveProperty('warnings');
    expect((await desk.pool.query('select 1 from notifications')).rowCount).toBe(0);
    await desk.pool.query(
      "update roles set permissions = permissions || '{conversations:read_assigned}' where name like 'role of cleo%'",
    );
    await assign(admin, benId);
    await assign(admin, narrowId);
    const cleo = await desk.as('cleo@desk.test');
    expect([(await listOf(cleo)).length, await unreadOf(cleo)]).toEqual([1, 1]);
    await desk.pool.query('update conversations set assigned_user_id = $1 where id = $2', [anaId, conversation.id]);
    expect([(await listOf(cleo)).length, await unreadOf(cleo)]).toEqual([0, 0]);
  });
});

describe('reading', () => {
  test('one, then all; the other tabs hear of it once', async () => {
    for (const text of ['one', 'two', 'three']) await note(admin, `${called('agent', anaId, 'Ana')} ${text}`);
    const [newest] = await listOf(ana);
    since = (await desk.frames()).at(-1)!.seq;
    for (let times = 0; times < 2; times++) {
      expect((await ana.call('notifications.mark_read', { params: { id: newest!.id } })).data).toBe(true);
    }
    expect(await unreadOf(ana)).toBe(2);
    expect(
      (await ana.call('notifications.list', { query: { unread: 'true' } })).data.results.map((one) => one.preview),
    ).toEqual(['@Ana two', '@Ana one']);
    for (let times = 0; times < 2; times++) await ana.call('notifications.mark_all_read');
    expect(await unreadOf(ana)).toBe(0);
    expect((await told()).map(({ data }) => data)).toEqual([
      { change: 'read', ids: [newest!.id] },
      { change: 'read', ids: [] },
    ]);
  });

  test('all means those that can be seen: a conversation that comes back brings its own unread', async () => {
    const cleo = await desk.as('cleo@desk.test');
    await assign(admin, narrowId);
    const away = conversation;
    conversation = (await openConversation(desk)).conversation;
    await assign(admin, narrowId);
    const give = (id: number) =>
      desk.pool.query('update conversations set assigned_user_id = $1 where id = $2', [id, away.id]);
    await give(anaId);
    expect(await unreadOf(cleo)).toBe(1);
    await cleo.call('notifications.mark_all_read');
    expect(await unreadOf(cleo)).toBe(0);
    await give(narrowId);
    expect(await unreadOf(cleo)).toBe(1);
  });

  test("another agent's looks like none", async () => {
    await note(admin, called('agent', anaId, 'Ana'));
    const [one] = await listOf(ana);
    const answer = await ben.call('notifications.mark_read', { params: { id: one!.id } });
    expect([answer.status, answer.body.code]).toEqual([404, 'notification.not_found']);
    expect(await unreadOf(ana)).toBe(1);
  });

  test('a visit to the conversation reads what was told of it', async () => {
    await note(admin, called('agent', anaId, 'Ana'));
    await assign(admin, anaId);
    const elsewhere = conversation;
    conversation = (await openConversation(desk)).conversation;
    await note(admin, called('agent', anaId, 'Ana'));
    await ana.call('conversations.mark_seen', { params: { uuid: elsewhere.uuid } });
    expect((await listOf(ana)).map((one) => [one.conversation?.uuid === elsewhere.uuid, one.read_at !== null])).toEqual(
      [
        [false, false],
        [true, true],
        [true, true],
      ],
    );
  });

  test('pages go on where the last one ended', async () => {
    await desk.pool.query(
      `insert into notifications (agent_id, kind, conversation_id, actor_id)
       select $1, 'assignment', $2, 1 from generate_series(1, 65)`,
      [anaId, conversation.id],
    );
    const ids: number[] = [];
    let cursor: string | null | undefined;
    const sizes: number[] = [];
    while (cursor !== null) {
      const { data } = await ana.call('notifications.list', { query: cursor ? { cursor } : {} });
      ids.push(...data.results.map((one) => one.id));
      sizes.push(data.results.length);
      cursor = data.next_cursor;
    }
    expect(sizes).toEqual([30, 30, 5]);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
    const strange = await ana.call('notifications.list', { query: { cursor: 'x' } });
    expect([strange.status, strange.body.code]).toEqual([400, 'input.invalid']);
  });

  test('what is older than thirty days goes', async () => {
    await note(admin, called('agent', anaId, 'Ana'));
    await note(admin, `${called('agent', anaId, 'Ana')} fresh`);
    await desk.pool.query(
      `update notifications set created_at = now() - interval '31 days' where id = (select min(id) from notifications)`,
    );
    await tidy(desk.app.deps);
    await pruneNotifications(desk.app.deps);
    expect(await listOf(ana)).toMatchObject([{ preview: '@Ana fresh' }]);
  });
});
