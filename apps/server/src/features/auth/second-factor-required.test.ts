import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ApiClient } from '../../../test/api-client.ts';
import { adminEmail, createHarness, type Harness, testPassword } from '../../../test/harness.ts';
import { addApp, addPasskey, moveToTls } from '../../../test/second-factor.ts';
import { resetFactorOf } from './index.ts';

let desk: Harness;
let other: Harness;
beforeAll(async () => {
  desk = await createHarness();
  other = await createHarness({ share: desk });
  await moveToTls(desk);
});
afterAll(async () => {
  await other.close();
  await desk.close();
});

async function require(admin: ApiClient, roleName: string, isRequired: boolean): Promise<void> {
  const { data } = await admin.call('roles.list');
  const role = data.find(({ name }) => name === roleName)!;
  const { id, name, description, permissions } = role;
  const body = { name, description, permissions, requires_second_factor: isRequired };
  expect((await admin.call('roles.update', { params: { id }, body })).status).toBe(200);
}

/** A socket that is open, with the code it is closed by. */
async function openSocket(client: ApiClient): Promise<{ closed: Promise<number> }> {
  const socket = new WebSocket(`${client.address.replace('http', 'ws')}/ws`, {
    headers: { cookie: client.cookieHeader() },
  });
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
    socket.once('error', reject);
  });
  return { closed };
}

test('a role that requires a second factor limits live sessions in every process, until there is one', async () => {
  const admin = await desk.as();
  await desk.addAgent({ email: 'lee@desk.test', permissions: ['conversations:read'] });
  const here = await desk.as('lee@desk.test');
  const elsewhere = other.anonymous();
  for (const [name, value] of here.cookies) elsewhere.cookies.set(name, value);
  const sockets = [await openSocket(here), await openSocket(elsewhere)];

  await require(admin, 'role of lee@desk.test', true);
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1008, 1008]);
  for (const client of [here, elsewhere]) {
    for (const name of ['agents.me', 'agents.compact', 'teams.compact'] as const) {
      const { status, body } = await client.call(name);
      expect([status, body.code, body.error_type], name).toEqual([
        403,
        'session.second_factor_required',
        'PermissionException',
      ]);
    }
    await expect(openSocket(client)).rejects.toThrow('403');
    expect((await client.fetch('/uploads/x')).status).toBe(403);
    expect((await client.call('settings.general')).status).toBe(200);
  }
  expect((await here.call('account.second_factor')).data).toMatchObject({
    is_limited: true,
    required_by: ['role of lee@desk.test'],
  });

  const session = here.cookies.get('bellhop_session');
  const csrf = here.cookies.get('csrf_token');
  const { codes } = await addApp(desk, here);
  expect(codes).toHaveLength(10);
  expect(here.cookies.get('bellhop_session')).not.toBe(session);
  expect(here.cookies.get('csrf_token')).not.toBe(csrf);
  expect((await here.call('agents.me')).status).toBe(200);
  // The id from before the lift opens nothing.
  expect((await elsewhere.call('agents.me')).status).toBe(401);
  await openSocket(here);

  const removed = await here.call('account.remove_totp');
  expect([removed.status, removed.body.code]).toEqual([409, 'second_factor.required']);
  await addPasskey(here);
  expect((await here.call('account.remove_totp')).status).toBe(200);
  const { data } = await here.call('account.second_factor');
  const last = await here.call('account.remove_passkey', { params: { id: data.passkeys[0]!.id } });
  expect(last.body.code).toBe('second_factor.required');
  expect((await here.call('account.second_factor')).data.recovery_codes_left).toBe(10);
});

test('who signs in without the required factor is told so, and can leave', async () => {
  const admin = await desk.as();
  await desk.addAgent({ email: 'kim@desk.test', permissions: ['conversations:read'] });
  await require(admin, 'role of kim@desk.test', true);
  const client = desk.anonymous();
  const login = await client.call('auth.login', { body: { email: 'kim@desk.test', password: testPassword } });
  expect(login.status).toBe(200);
  expect(login.data).toMatchObject({ email: 'kim@desk.test', second_factor_required: true });
  expect((await client.call('agents.me')).body.code).toBe('session.second_factor_required');
  expect((await client.fetch('/logout')).status).toBe(302);
  expect((await client.call('account.second_factor')).status).toBe(401);

  await require(admin, 'role of kim@desk.test', false);
  const free = await desk.as('kim@desk.test');
  expect((await free.call('agents.me')).data.second_factor_required).toBeUndefined();
});

test('an API key of an agent who lacks the required factor opens nothing, from the moment on that it is required', async () => {
  const admin = await desk.as();
  await desk.addAgent({ email: 'bot@desk.test', permissions: ['conversations:read'] });
  const owner = await desk.as('bot@desk.test');
  const made = await owner.call('api_keys.create', { body: { name: 'Bot', permissions: [], expires_at: null } });
  expect(made.status, made.body.message).toBe(200);
  const headers = { authorization: `Bearer ${made.data.key}:${made.data.secret}` };
  const ask = async (harness: Harness) => {
    const { status, body } = await harness.anonymous().call('agents.me', { headers });
    return [status, body.code];
  };
  expect(await ask(desk)).toEqual([200, undefined]);
  await require(admin, 'role of bot@desk.test', true);
  for (const harness of [desk, other]) expect(await ask(harness)).toEqual([403, 'session.second_factor_required']);
  // A key sets up no factor either.
  expect((await desk.anonymous().call('account.begin_totp', { headers })).status).toBe(403);
  await addApp(desk, owner);
  for (const harness of [desk, other]) expect(await ask(harness)).toEqual([200, undefined]);
});

test('the protected role can require one, and the command line lets its last holder in again', async () => {
  const admin = await desk.as();
  const { data: roles } = await admin.call('roles.list');
  const role = roles.find(({ name }) => name === 'Admin')!;
  expect(role.requires_second_factor).toBe(false);
  const update = (body: object) => admin.call('roles.update', { params: { id: role.id }, body });
  const same = { name: role.name, description: role.description, permissions: role.permissions };
  expect((await update(same)).body.code).toBe('role.protected');
  expect((await update({ ...same, requires_second_factor: false })).body.code).toBe('role.protected');
  const { app, codes } = await addApp(desk, admin);
  expect((await update({ ...same, permissions: ['tags:manage'], requires_second_factor: true })).status).toBe(200);
  const { data: after } = await admin.call('roles.get', { params: { id: role.id } });
  expect(after).toMatchObject({ requires_second_factor: true, permissions: role.permissions });
  expect(app.code()).toMatch(/^\d{6}$/);
  expect(codes).toHaveLength(10);

  const { work, system } = desk.app.deps;
  const reset = (email: string) => resetFactorOf({ work, system, email });
  expect(await reset('nobody@desk.test')).toMatchObject({ ok: false });
  expect(await reset(adminEmail.toUpperCase())).toEqual({ ok: true });
  expect(await reset(adminEmail)).toMatchObject({ ok: false });
  expect((await admin.call('agents.me')).status).toBe(401);
  const again = await desk.as();
  expect((await again.call('agents.me')).body.code).toBe('session.second_factor_required');
  await addApp(desk, again);
  expect((await again.call('agents.me')).status).toBe(200);
});

test('a role keeps what a client does not know of', async () => {
  const lee = await desk.pool.query("select id from roles where name = 'role of lee@desk.test'");
  const { id } = lee.rows[0];
  await desk.addAgent({ email: 'roles@desk.test', permissions: ['roles:manage', 'conversations:read'] });
  const client = await desk.as('roles@desk.test');
  const body = { name: 'role of lee@desk.test', description: 'Told', permissions: ['conversations:read'] };
  expect((await client.call('roles.update', { params: { id }, body })).status).toBe(200);
  expect((await client.call('roles.get', { params: { id } })).data).toMatchObject({
    description: 'Told',
    requires_second_factor: true,
  });
});
