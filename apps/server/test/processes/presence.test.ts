import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ForeignClient, type ForeignSocket } from '../contract/foreign-client.ts';
import { openConversation } from '../conversations.ts';
import { adminEmail, createHarness, type Harness } from '../harness.ts';

let a: Harness;
/** Another process on the same database. */
let b: Harness;
let adminId: number;
let anaId: number;
let uuid: string;
let id: number;
const open: ForeignSocket[] = [];
/** One session for each agent and process: tabs share it, and sign-ins of one address are limited. */
const sessions = new Map<string, Promise<ForeignClient>>();

beforeAll(async () => {
  a = await createHarness();
  b = await createHarness({ share: a });
  anaId = await a.addAgent({
    email: 'ana@desk.test',
    permissions: ['conversations:read', 'conversations:read_assigned', 'messages:read'],
  });
  adminId = (await (await a.as()).call('agents.me')).data.id;
});
afterAll(async () => {
  await b.close();
  await a.close();
});
beforeEach(async () => {
  ({ uuid, id } = (await openConversation(a)).conversation);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((socket) => socket.close()));
});

async function connect(desk: Harness, email = adminEmail): Promise<ForeignSocket> {
  const address = desk.app.address()!;
  const key = `${address} ${email}`;
  const client = sessions.get(key) ?? ForeignClient.signedIn(address, email);
  sessions.set(key, client);
  const socket = await (await client).open();
  open.push(socket);
  return socket;
}
const say = (socket: ForeignSocket, state: string | null, where = uuid) =>
  socket.send(JSON.stringify({ type: 'presence', data: state && { conversation_uuid: where, state } }));
type Agents = { id: number; state: string }[];
/** What a socket was told last of a conversation. */
const told = (socket: ForeignSocket, where = uuid) =>
  socket.frames.flatMap(({ type, data, seq }) => {
    const update = data as { conversation_uuid: string; agents: Agents };
    return type === 'presence_update' && update.conversation_uuid === where ? [{ agents: update.agents, seq }] : [];
  });
const hears = (socket: ForeignSocket, agents: Agents, where = uuid) =>
  socket.until(
    () => JSON.stringify(told(socket, where).at(-1)?.agents) === JSON.stringify(agents),
    `presence ${JSON.stringify(agents)}`,
  );
const list = async (desk: Harness, email = adminEmail) =>
  (await (await desk.as(email)).call('presence.list', { query: { uuids: `${uuid},x,${uuid}` } })).data;
const assign = (agent: number | null) =>
  a.pool.query('update conversations set assigned_user_id = $1 where id = $2', [agent, id]);

describe('who is in a conversation', () => {
  test('is heard in all processes, changes and ends, without a number and without a row', async () => {
    const [here, there] = [await connect(a), await connect(b)];
    const seq = (await a.frames()).at(-1)?.seq;
    say(here, 'viewing');
    for (const socket of [here, there]) await hears(socket, [{ id: adminId, state: 'viewing' }]);
    expect(await list(b)).toEqual([{ conversation_uuid: uuid, agents: [{ id: adminId, state: 'viewing' }] }]);
    say(here, 'replying');
    for (const socket of [here, there]) await hears(socket, [{ id: adminId, state: 'replying' }]);
    // The same agent in another tab of another process: the strongest counts.
    say(there, 'viewing');
    say(here, null);
    for (const socket of [here, there]) await hears(socket, [{ id: adminId, state: 'viewing' }]);
    await there.close();
    await hears(here, []);
    expect(await list(a)).toEqual([]);
    expect(told(here).every((update) => update.seq === undefined)).toBe(true);
    expect((await a.frames()).at(-1)?.seq).toBe(seq);
  });

  test('is told to those alone who may see it, as it is assigned now', async () => {
    const [admin, beside, ana] = [await connect(a), await connect(b), await connect(b, 'ana@desk.test')];
    say(admin, 'viewing');
    // Her process has told whom it had to.
    await hears(beside, [{ id: adminId, state: 'viewing' }]);
    expect(await list(b, 'ana@desk.test')).toEqual([]);
    await assign(anaId);
    say(admin, 'replying');
    await hears(ana, [{ id: adminId, state: 'replying' }]);
    expect(told(ana)).toHaveLength(1);
    expect(await list(b, 'ana@desk.test')).toHaveLength(1);
  });

  test('counts only those who may see it, and no longer those who may not any more', async () => {
    const [admin, ana] = [await connect(a), await connect(b, 'ana@desk.test')];
    say(ana, 'viewing');
    say(admin, 'viewing');
    await hears(admin, [{ id: adminId, state: 'viewing' }]);
    await assign(anaId);
    say(ana, 'noting');
    const both = [
      { id: adminId, state: 'viewing' },
      { id: anaId, state: 'noting' },
    ].sort((one, other) => one.id - other.id);
    await hears(admin, both);
    await assign(null);
    say(ana, 'replying');
    await hears(admin, [{ id: adminId, state: 'viewing' }]);
  });

  test('expires when a client falls silent, and stays while it speaks', async () => {
    const [here, there] = [await connect(a), await connect(b)];
    say(here, 'viewing');
    await hears(there, [{ id: adminId, state: 'viewing' }]);
    for (const desk of [a, b]) desk.clock.advance(16_000);
    await hears(there, []);
    say(here, 'viewing');
    await hears(there, [{ id: adminId, state: 'viewing' }]);
  });

  test('ends for others, too, when a whole process dies without a word', async () => {
    const here = await connect(a);
    const dead = { process: 'dead', entries: [[uuid, anaId, 'replying']] };
    await a.pool.query("select pg_notify('bellhop_presence', $1)", [JSON.stringify(dead)]);
    await hears(here, [{ id: anaId, state: 'replying' }]);
    a.clock.advance(16_000);
    await hears(here, []);
  });

  test('is known to a process that starts later', async () => {
    const here = await connect(a);
    say(here, 'noting');
    await hears(here, [{ id: adminId, state: 'noting' }]);
    const late = await createHarness({ share: a });
    try {
      await late.until(async () => (await list(late)).length === 1, 'the late process to know');
      expect((await list(late))[0]!.agents).toEqual([{ id: adminId, state: 'noting' }]);
    } finally {
      await late.close();
    }
  });

  test('of an agent with many tabs is announced once', async () => {
    const watcher = await connect(b);
    const sockets = await Promise.all(Array.from({ length: 20 }, () => connect(a)));
    for (const socket of sockets) say(socket, 'viewing');
    await hears(watcher, [{ id: adminId, state: 'viewing' }]);
    expect(told(watcher)).toHaveLength(1);
    // One tab goes elsewhere: the agent is still here.
    const { conversation } = await openConversation(a);
    say(sockets[0]!, 'viewing', conversation.uuid);
    await hears(watcher, [{ id: adminId, state: 'viewing' }], conversation.uuid);
    expect(told(watcher)).toHaveLength(1);
  });
});

test('what is no presence is answered as any unknown message', async () => {
  const socket = await connect(a);
  for (const text of [
    '{',
    '{"type":"presence"}',
    '{"type":"presence","data":{"conversation_uuid":"x","state":"viewing"}}',
  ]) {
    socket.send(text);
  }
  await socket.until(() => socket.frames.filter(({ type }) => type === 'error').length === 3, 'three errors');
});

test('more than 500 conversations at once are refused', async () => {
  const uuids = Array.from({ length: 501 }, (_, index) => `x${index}`).join(',');
  const answer = await (await a.as()).call('presence.list', { query: { uuids } });
  expect([answer.status, answer.body.code]).toEqual([400, 'input.invalid']);
});
