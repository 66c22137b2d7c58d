import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness, testPassword } from '../../../test/harness.ts';
import { clientId, clientSecret, type OidcServer, startOidcServer } from '../../../test/oidc-server.ts';
import { addApp, addPasskey, deskOrigin, moveToTls, type SoftApp } from '../../../test/second-factor.ts';
import { renewSettings } from '../settings/index.ts';

let desk: Harness;
let admin: ApiClient;
let provider: OidcServer;
/** The row of the provider that the tests ask. */
let id: number;
let made = 0;

beforeAll(async () => {
  [desk, provider] = await Promise.all([createHarness(), startOidcServer(deskOrigin)]);
  await desk.pool.query(
    `insert into settings (key, value) values ('app.allow_private_addresses', 'true')
     on conflict (key) do update set value = excluded.value`,
  );
  await renewSettings(desk.app.deps.db);
  await moveToTls(desk);
  admin = await desk.as();
  const answer = await admin.call('oidc.create', { body: input() });
  expect(answer.status, answer.body.message).toBe(200);
  id = Number(/\/oidc\/(\d+)\/finish$/.exec(answer.data)![1]);
});
afterAll(async () => {
  await provider.close();
  await desk.close();
});
beforeEach(async () => {
  await desk.pool.query('delete from login_attempts');
  await change({});
});

const input = () => ({
  provider: 'Custom' as const,
  name: 'Company login',
  provider_url: provider.issuer,
  client_id: clientId,
  client_secret: clientSecret,
  enabled: true,
  ends_session: true,
  trusts_second_factor: false,
});

async function change(more: object): Promise<void> {
  const answer = await admin.call('oidc.update', { params: { id }, body: { ...input(), client_secret: '', ...more } });
  expect(answer.status, answer.body.message).toBe(200);
}

/** An agent whom the provider knows by the same name. */
async function newcomer({ hasApp = true, ...more }: { hasApp?: boolean; permissions?: string[] } = {}) {
  const name = `agent${++made}`;
  const email = `${name}@desk.test`;
  const of = await desk.addAgent({ email, ...more });
  provider.people.set(name, { email, email_verified: true });
  const client = await desk.as(email);
  const added = hasApp ? await addApp(desk, client) : undefined;
  return { name, email, id: of, client, app: added?.app as SoftApp, codes: added?.codes ?? [] };
}

async function go(browser: ApiClient, address: string): Promise<string> {
  const answer = await browser.fetch(address);
  expect(answer.status).toBe(302);
  return answer.headers.get('location')!;
}

/** Goes to the provider and back; answers where it ends. */
async function signOn(
  name: string,
  browser = desk.anonymous(),
  next = '',
): Promise<{ browser: ApiClient; end: string }> {
  const back = await provider.visit(
    await go(browser, `/api/v1/oidc/${id}/login?${new URLSearchParams({ next })}`),
    name,
  );
  return { browser, end: await go(browser, back.pathname + back.search) };
}

const answered = async (browser: ApiClient, code: string) => {
  const { status, body } = await browser.call('login.second_factor', { body: { code } });
  return status === 200 ? 'in' : body.code;
};

async function demand(email: string, requires_second_factor: boolean) {
  const { data } = await admin.call('roles.list');
  const { id: role, name, description, permissions } = data.find((one) => one.name === `role of ${email}`)!;
  const body = { name, description, permissions, requires_second_factor };
  expect((await admin.call('roles.update', { params: { id: role }, body })).status).toBe(200);
}

const sessionsAtProviders = async () => (await desk.pool.query('select logout_address from oidc_sessions')).rows;

/** Signing out leads to the provider, which takes it. */
async function leave(browser: ApiClient): Promise<void> {
  const address = new URL(await go(browser, '/logout'));
  expect([address.origin, address.searchParams.get('post_logout_redirect_uri')]).toEqual([
    provider.issuer,
    `${deskOrigin}/`,
  ]);
  expect(address.searchParams.get('id_token_hint')).toMatch(/^ey/);
  expect((await fetch(address)).status).toBe(200);
  expect((await browser.call('agents.me')).status).toBe(401);
}

test('the second factor is asked for after the provider; then one is where one wanted to go, and signs out there too', async () => {
  const { name, email, id: of, app } = await newcomer();
  await desk.pool.query("update users set availability_status = 'away_manual' where id = $1", [of]);
  const { browser, end } = await signOn(name, desk.anonymous(), '/contacts?page=2');
  expect(end).toBe('/?second_factor=1&next=%2Fcontacts%3Fpage%3D2');
  expect(browser.cookies.has('bellhop_session')).toBe(false);
  expect((await browser.call('agents.me')).status).toBe(401);
  expect((await browser.call('login.methods')).data.second_factor).toEqual(['totp', 'recovery_code']);
  expect(await answered(browser, '000000')).toBe('login.code_wrong');
  expect(await answered(browser, app.code(1))).toBe('in');
  const { data } = await browser.call('agents.me');
  expect([data.email, data.availability_status]).toEqual([email, 'away_manual']);
  expect((await sessionsAtProviders()).at(-1)!.logout_address).toMatch(/^sealed:/);
  await leave(browser);
});

test('a provider does not make somebody available, a passkey and a recovery code after it do not either', async () => {
  const { name, id: of, client, codes } = await newcomer();
  const passkey = await addPasskey(client);
  await desk.pool.query("update users set availability_status = 'offline' where id = $1", [of]);
  const { browser } = await signOn(name);
  const options = await browser.call('login.passkey_options', { body: {} });
  const response = passkey.get(options.data);
  const verified = await browser.call('login.passkey_verify', { body: { response } });
  expect([verified.status, verified.data?.availability_status]).toEqual([200, 'offline']);
  await leave(browser);
  const { browser: next } = await signOn(name);
  expect(await answered(next, codes[0]!)).toBe('in');
  expect((await next.call('agents.me')).data.availability_status).toBe('offline');
  await leave(next);
});

test('a provider that is trusted with it has asked already: nothing more is asked, and no role limits the session', async () => {
  const { name, email } = await newcomer();
  await change({ trusts_second_factor: true });
  const { browser, end } = await signOn(name);
  expect([end, (await browser.call('agents.me')).data.email]).toEqual(['/', email]);
  await leave(browser);

  const bare = await newcomer({ hasApp: false, permissions: ['conversations:read'] });
  await demand(bare.email, true);
  const { browser: other } = await signOn(bare.name);
  expect((await other.call('agents.me')).status).toBe(200);
  // Whoever comes by the password instead, or by a provider that is not trusted, has shown none.
  const password = desk.anonymous();
  await password.call('auth.login', { body: { email: bare.email, password: testPassword } });
  expect((await password.call('agents.me')).body.code).toBe('session.second_factor_required');
  await change({ trusts_second_factor: false });
  const { browser: untrusted } = await signOn(bare.name);
  expect((await untrusted.call('agents.me')).body.code).toBe('session.second_factor_required');
});

test('whoever has to set one up after the provider does so, and still signs out there', async () => {
  const { name, email } = await newcomer({ hasApp: false, permissions: ['conversations:read'] });
  await demand(email, true);
  const { browser, end } = await signOn(name);
  expect(end).toBe('/');
  expect((await browser.call('agents.me')).body.code).toBe('session.second_factor_required');
  const before = browser.cookies.get('bellhop_session');
  await addApp(desk, browser);
  expect(browser.cookies.get('bellhop_session')).not.toBe(before);
  expect((await browser.call('agents.me')).data.email).toBe(email);
  await leave(browser);
});

test('the session here is all that ends where the provider is not to be told, or is told no more', async () => {
  const { name, app } = await newcomer();
  await change({ ends_session: false });
  const { browser } = await signOn(name);
  expect(await answered(browser, app.code(1))).toBe('in');
  expect(await go(browser, '/logout')).toBe('/');
  await change({});
  desk.clock.advance(60_000);
  const { browser: next } = await signOn(name);
  expect(await answered(next, app.code())).toBe('in');
  await change({ ends_session: false });
  expect(await go(next, '/logout')).toBe('/');
});

test('between the steps nothing is open: not after five minutes, a new password, a disabled agent, a deleted provider', async () => {
  const { name, email, id: of, app } = await newcomer();
  const { browser: slow } = await signOn(name);
  desk.clock.advance(5 * 60_000 + 1000);
  expect(await answered(slow, app.code())).toBe('login.challenge_over');

  const { browser: between } = await signOn(name);
  const body = { first_name: 'Test', last_name: 'Agent', email, roles: ['Agent'], new_password: 'Another-password-1' };
  expect((await admin.call('agents.update', { params: { id: of }, body })).status).toBe(200);
  expect(await answered(between, app.code())).toBe('login.challenge_over');

  const { browser: orphan } = await signOn(name);
  await admin.call('oidc.remove', { params: { id } });
  expect(await answered(orphan, app.code())).toBe('login.challenge_over');
  const again = await admin.call('oidc.create', { body: input() });
  id = Number(/\/oidc\/(\d+)\/finish$/.exec(again.data)![1]);
  const { browser: last } = await signOn(name);
  await desk.pool.query('update users set enabled = false where id = $1', [of]);
  expect(await answered(last, app.code())).toBe('login.disabled');
  for (const browser of [slow, between, orphan, last]) {
    expect(browser.cookies.has('bellhop_session')).toBe(false);
  }
  expect(await sessionsAtProviders()).toEqual([]);
});
