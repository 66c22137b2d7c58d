import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../api-client.ts';
import { ForeignClient } from '../contract/foreign-client.ts';
import { followUp, openConversation } from '../conversations.ts';
import { adminEmail, createHarness, type Harness } from '../harness.ts';

let a: Harness;
/** Another process on the same database. */
let b: Harness;
let admin: ApiClient;
let round = 0;
beforeAll(async () => {
  a = await createHarness();
  b = await createHarness({ share: a });
  admin = await a.as();
});
afterAll(async () => {
  await b.close();
  await a.close();
});

const base = ['conversations:read', 'messages:read'];
/** An agent of a role of their own, with a socket at each process. */
let email: string;
let agentId: number;
let sockets: Awaited<ReturnType<ForeignClient['open']>>[];
beforeEach(async () => {
  email = `watcher${++round}@desk.test`;
});
async function watch(permissions: string[], team_ids: number[] = []): Promise<void> {
  agentId = await a.addAgent({ email, permissions: [...base, ...permissions], team_ids });
  const client = await ForeignClient.signedIn(a.app.address()!, email);
  const other = new ForeignClient(b.app.address()!);
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  sockets = [await client.open(), await other.open()];
}

/** What the sockets have heard, once both have heard something that everybody hears. */
async function heard(): Promise<string[]> {
  const status = round++ % 2 ? 'away' : 'away_manual';
  await admin.call('agents.set_availability', { body: { status: 'online' } });
  await admin.call('agents.set_availability', { body: { status, source: 'manual' } });
  const last = (await a.frames()).at(-1)!.seq;
  for (const socket of sockets) await socket.until(() => socket.frames.at(-1)?.seq === last, 'the mark');
  return sockets.map((socket) => JSON.stringify(socket.frames));
}

const setRole = async (permissions: string[]) => {
  const role = (await admin.call('roles.list')).data.find((one) => one.name === `role of ${email}`)!;
  const body = { name: role.name, description: '', permissions: [...base, ...permissions] };
  const answer = await admin.call('roles.update', { params: { id: role.id }, body });
  expect(answer.status, answer.body.message).toBe(200);
};
const setAgent = async (members: object) => {
  const { first_name, last_name, roles } = (await admin.call('agents.get', { params: { id: agentId } })).data;
  const body = { first_name, last_name, email, roles, ...members };
  const answer = await admin.call('agents.update', { params: { id: agentId }, body });
  expect(answer.status, answer.body.message).toBe(200);
};

test('a role that loses a permission: open sockets at both processes hear no more of what it allowed', async () => {
  await watch(['conversations:read_all']);
  const { conversation } = await openConversation(a);
  await followUp(a, conversation.id, { text: 'for all eyes' });
  for (const frames of await heard()) expect(frames).toContain('for all eyes');
  await setRole(['conversations:read_assigned']);
  await followUp(b, conversation.id, { text: 'secret' });
  await followUp(a, conversation.id, { text: 'secret' });
  for (const frames of await heard()) expect(frames).not.toContain('secret');
  // And what it is given again is heard again, on the same sockets.
  await setRole(['conversations:read_all']);
  await followUp(b, conversation.id, { text: 'public again' });
  for (const frames of await heard()) expect(frames).toContain('public again');
  for (const socket of sockets) await socket.close();
});

test('a role that is deleted takes effect in the same way', async () => {
  await watch(['conversations:read_all']);
  const role = (await admin.call('roles.list')).data.find((one) => one.name === `role of ${email}`)!;
  expect((await admin.call('roles.remove', { params: { id: role.id } })).status).toBe(200);
  const { conversation } = await openConversation(a);
  await followUp(b, conversation.id, { text: 'secret' });
  for (const frames of await heard()) expect(frames).not.toContain('secret');
  for (const socket of sockets) await socket.close();
});

test('who leaves a team hears no more of its conversations, and who joins hears of them at once', async () => {
  const team = await a.addTeam(`Night ${round}`);
  await watch(['conversations:read_team_inbox'], [team]);
  const { conversation } = await openConversation(a);
  await a.pool.query('update conversations set assigned_team_id = $1 where id = $2', [team, conversation.id]);
  await setAgent({ teams: [] });
  await followUp(b, conversation.id, { text: 'secret' });
  for (const frames of await heard()) expect(frames).not.toContain('secret');
  const { name } = (await admin.call('teams.get', { params: { id: team } })).data;
  await setAgent({ teams: [{ name }] });
  await followUp(b, conversation.id, { text: 'welcome' });
  for (const frames of await heard()) expect(frames).toContain('welcome');
  expect((await admin.call('teams.remove', { params: { id: team } })).status).toBe(200);
  expect((await admin.call('agents.get', { params: { id: agentId } })).data.teams).toEqual([]);
  for (const socket of sockets) await socket.close();
});

test.each(['disabled', 'deleted'])('who is %s loses the sockets at both processes', async (way) => {
  await watch(['conversations:read_all']);
  if (way === 'disabled') await setAgent({ enabled: false });
  else expect((await admin.call('agents.remove', { params: { id: agentId } })).status).toBe(200);
  for (const socket of sockets) expect(await socket.closed).toBe(1008);
});

test('the session of an administrator survives all of it', async () => {
  expect((await admin.call('agents.me')).data.email).toBe(adminEmail);
});
