import type { Permission } from '@bellhop/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ForeignClient as Client, type ForeignClient, type ForeignSocket } from '../contract/foreign-client.ts';
import { openConversation } from '../conversations.ts';
import { adminEmail, createHarness, type Harness } from '../harness.ts';

/** Where changes are made, and a second process on the same database, where the agent works. */
let a: Harness;
let b: Harness;
let admin: ForeignClient;
let uuid: string;
beforeAll(async () => {
  a = await createHarness();
  b = await createHarness({ share: a });
  admin = await Client.signedIn(a.app.address()!, adminEmail);
});
afterAll(async () => {
  await b.close();
  await a.close();
});

const permissions: Permission[] = [
  'conversations:read',
  'conversations:read_all',
  'conversations:update_priority',
  'messages:read',
];
let agents = 0;
let id: number;
let roleId: number;
let agent: ForeignClient;
/** One at each process. */
let sockets: ForeignSocket[];
beforeEach(async () => {
  const email = `agent${++agents}@desk.test`;
  id = await a.addAgent({ email, permissions });
  roleId = (await a.pool.query('select role_id from user_roles where user_id = $1', [id])).rows[0].role_id;
  agent = await Client.signedIn(b.app.address()!, email);
  const here = new Client(a.app.address()!);
  for (const [name, value] of agent.cookies) here.cookies.set(name, value);
  sockets = [await agent.open(), await here.open()];
  ({ uuid } = (await openConversation(a)).conversation);
});

/** What a role may do from now on, saved in the one process. */
async function allow(left: readonly Permission[]): Promise<void> {
  const { name, description } = (await a.pool.query('select name, description from roles where id = $1', [roleId]))
    .rows[0];
  const answer = await admin.sendJson('PUT', `/api/v1/roles/${roleId}`, {
    name,
    description: description ?? '',
    permissions: left,
  });
  expect(answer.status, answer.text).toBe(200);
}

/** Writes a note and waits until the sockets have heard the mark behind it. */
async function write(message: string): Promise<void> {
  await admin.sendJson('POST', `/api/v1/conversations/${uuid}/messages`, { private: true, message });
  await admin.put('/api/v1/agents/me/availability', { status: 'away_manual' });
  await admin.put('/api/v1/agents/me/availability', { status: 'online' });
  for (const socket of sockets) {
    await socket.until(() => socket.frames.at(-1)?.data.availability_status === 'online', 'the mark');
  }
}
const heard = (socket: ForeignSocket) => JSON.stringify(socket.frames);

describe('a permission that is lost counts at once, in every process', () => {
  test('taken from the role: the next request is refused and the sockets fall silent', async () => {
    await write('<p>first</p>');
    for (const socket of sockets) expect(heard(socket)).toContain('first');
    const act = () => agent.put(`/api/v1/conversations/${uuid}/priority`, { priority: 'High' });
    expect((await act()).status).toBe(200);
    await allow(['conversations:read', 'conversations:read_assigned', 'messages:read']);
    expect((await act()).status).toBe(403);
    expect((await agent.get('/api/v1/conversations/all')).status).toBe(403);
    expect((await agent.get(`/api/v1/conversations/${uuid}`)).status).toBe(404);
    expect((await agent.get('/api/v1/conversations/search', { query: 'lamp' })).data()).toEqual([]);
    await write('<p>second</p>');
    for (const socket of sockets) expect(heard(socket)).not.toContain('second');
    await allow(permissions);
    await write('<p>third</p>');
    for (const socket of sockets) expect(heard(socket)).toContain('third');
  });

  test('messages:read alone: the conversation is still seen, its texts are not heard', async () => {
    await allow(['conversations:read', 'conversations:read_all']);
    expect((await agent.get(`/api/v1/conversations/${uuid}/messages`)).status).toBe(403);
    expect((await agent.get(`/api/v1/conversations/${uuid}`)).status).toBe(200);
    await write('<p>secret</p>');
    await admin.put(`/api/v1/conversations/${uuid}/priority`, { priority: 'Low' });
    for (const socket of sockets) {
      await socket.until(() => socket.frames.some(({ data }) => data.prop === 'priority'), 'the change');
      expect(heard(socket)).not.toContain('secret');
    }
  });

  test('the account itself: signed out everywhere', async () => {
    await a.pool.query('update users set enabled = false where id = $1', [id]);
    await a.pool.query("select pg_notify('bellhop_sessions', $1)", [String(id)]);
    expect((await agent.get('/api/v1/agents/me')).status).toBe(401);
    for (const socket of sockets) expect(await socket.closed).toBe(1008);
  });
});
