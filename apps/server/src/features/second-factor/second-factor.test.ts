import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { adminEmail, createHarness, type Harness, testPassword } from '../../../test/harness.ts';
import { addApp, moveToTls } from '../../../test/second-factor.ts';

let desk: Harness;
let made = 0;
beforeAll(async () => {
  desk = await createHarness();
  await moveToTls(desk);
});
afterAll(() => desk.close());

/** An agent of one's own for each test, with a session. */
async function newcomer(): Promise<{ email: string; id: number; client: ApiClient }> {
  // Sign-ins of one address are limited to 30 a minute.
  desk.clock.advance(61_000);
  const email = `agent${++made}@desk.test`;
  const id = await desk.addAgent({ email });
  return { email, id, client: await desk.as(email) };
}

/** The first step of a sign-in that needs a second. */
async function begin(email: string): Promise<ApiClient> {
  const client = desk.anonymous();
  const answer = await client.call('auth.login', { body: { email, password: testPassword } });
  expect(answer.status).toBe(401);
  expect(answer.body).toMatchObject({
    error_type: 'UnauthorizedException',
    code: 'login.second_factor_needed',
  });
  return client;
}

const answered = async (client: ApiClient, code: string) => {
  const { status, body } = await client.call('login.second_factor', { body: { code } });
  return status === 200 ? 'in' : body.code;
};

test('an app is added, asked for at the next sign-in, and each of its steps counts once', async () => {
  const { email, client } = await newcomer();
  const { app, codes } = await addApp(desk, client);
  expect(codes).toHaveLength(10);
  expect(codes[0]).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  expect(await desk.pool.query('select totp_secret from second_factors')).toMatchObject({
    rows: [{ totp_secret: expect.stringMatching(/^sealed:v1:/) }],
  });

  const next = await begin(email);
  expect(next.cookies.has('bellhop_session')).toBe(false);
  expect((await next.call('login.methods')).data).toEqual({
    passkey: false,
    second_factor: ['totp', 'recovery_code'],
  });
  expect((await next.call('agents.me')).status).toBe(401);
  // Its own code of the enrolment.
  expect(await answered(next, app.code())).toBe('login.code_wrong');
  const answer = await next.call('login.second_factor', { body: { code: app.code(1) } });
  expect(answer.status).toBe(200);
  expect(answer.data).toMatchObject({ email, availability_status: 'online' });
  expect((await next.call('agents.me')).status).toBe(200);
  expect(next.cookies.has('bellhop_sign_in')).toBe(false);

  const third = await begin(email);
  expect(await answered(third, app.code(1))).toBe('login.code_wrong');
  desk.clock.advance(60_000);
  expect(await answered(third, app.code())).toBe('in');
});

test('clocks may differ by one step, not by two', async () => {
  const { email, client } = await newcomer();
  const { app } = await addApp(desk, client);
  desk.clock.advance(120_000);
  const next = await begin(email);
  expect(await answered(next, app.code(-2))).toBe('login.code_wrong');
  expect(await answered(next, app.code(2))).toBe('login.code_wrong');
  expect(await answered(next, app.code(-1))).toBe('in');
});

test('a recovery code counts once, however it is typed, and its owner reads of it in the log', async () => {
  const { email, id, client } = await newcomer();
  const { codes } = await addApp(desk, client);
  const [code = ''] = codes;
  expect(await answered(await begin(email), ` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe('in');
  const again = await begin(email);
  expect(await answered(again, code)).toBe('login.code_wrong');
  expect(await answered(again, codes[1]!)).toBe('in');
  expect((await again.call('account.second_factor')).data.recovery_codes_left).toBe(8);
  const { rows } = await desk.pool.query(
    "select actor_id from activity_logs where activity_type = 'agent_recovery_code_used' and target_model_id = $1",
    [id],
  );
  expect(rows).toEqual([{ actor_id: id }, { actor_id: id }]);

  const { data } = await again.call('account.renew_recovery_codes');
  expect(data.recovery_codes).toHaveLength(10);
  desk.clock.advance(61_000);
  const third = await begin(email);
  expect(await answered(third, codes[2]!)).toBe('login.code_wrong');
  expect(await answered(third, data.recovery_codes[0]!)).toBe('in');
});

test('five wrong codes end a sign-in, ten in all hold up the account, in every process', async () => {
  const { email, client } = await newcomer();
  const { app } = await addApp(desk, client);
  const first = await begin(email);
  for (let i = 0; i < 4; i++) expect(await answered(first, '000000')).toBe('login.code_wrong');
  expect(await answered(first, '000000')).toBe('login.challenge_over');
  expect(await answered(first, app.code(1))).toBe('login.challenge_over');
  const second = await begin(email);
  const other = await createHarness({ share: desk });
  try {
    const elsewhere = other.anonymous();
    for (const [name, value] of second.cookies) elsewhere.cookies.set(name, value);
    for (let i = 0; i < 4; i++) expect(await answered(elsewhere, '000000')).toBe('login.code_wrong');
    const held = await second.call('login.second_factor', { body: { code: app.code(1) } });
    expect(held.status).toBe(429);
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await desk.anonymous().call('auth.login', { body: { email, password: testPassword } })).status).toBe(429);
  } finally {
    await other.close();
  }
});

test('a begun sign-in ends after five minutes, with a new password, and opens nothing for somebody disabled', async () => {
  const { email, id, client } = await newcomer();
  const { app } = await addApp(desk, client);
  const slow = await begin(email);
  desk.clock.advance(5 * 60_000 + 1000);
  expect(await answered(slow, app.code())).toBe('login.challenge_over');
  expect((await slow.call('login.methods')).data.second_factor).toBeNull();
  expect(await answered(desk.anonymous(), app.code())).toBe('login.challenge_over');

  const between = await begin(email);
  await client.login(adminEmail, testPassword);
  await client.call('agents.update', {
    params: { id },
    body: { first_name: 'Test', last_name: 'Agent', email, roles: ['Agent'], new_password: 'Another-password-1' },
  });
  expect(await answered(between, app.code())).toBe('login.challenge_over');

  const last = desk.anonymous();
  await last.call('auth.login', { body: { email, password: 'Another-password-1' } });
  await desk.pool.query('update users set enabled = false where id = $1', [id]);
  expect(await answered(last, app.code())).toBe('login.disabled');
  expect(last.cookies.has('bellhop_session')).toBe(false);
});

test('a begun sign-in of one agent takes no code of another', async () => {
  const one = await newcomer();
  const other = await newcomer();
  const { app } = await addApp(desk, one.client);
  const theirs = await addApp(desk, other.client);
  const begun = await begin(one.email);
  expect(await answered(begun, theirs.app.code(1))).toBe('login.code_wrong');
  expect(await answered(begun, theirs.codes[0]!)).toBe('login.code_wrong');
  expect(await answered(begun, app.code(1))).toBe('in');
  expect((await begun.call('agents.me')).data.email).toBe(one.email);
});

test('what came is no code: empty, over-long, of another type', async () => {
  const { email, client } = await newcomer();
  await addApp(desk, client);
  const begun = await begin(email);
  for (const code of ['', ' ', 'x'.repeat(61), 123456, null, ['000000'], { a: 1 }, '\u0000']) {
    const { status, body } = await begun.call('login.second_factor', { body: { code } });
    expect([status, body.code], JSON.stringify(code)).toEqual([400, 'input.invalid']);
  }
  expect(await answered(begun, '１２３４５６')).toBe('login.code_wrong');
  expect(await answered(begun, '<b>000000</b>')).toBe('login.code_wrong');
  const forged = desk.anonymous();
  for (const token of ['', 'x', 'a'.repeat(64), 'a'.repeat(5000)]) {
    forged.cookies.set('bellhop_sign_in', token);
    expect(await answered(forged, '000000')).toBe('login.challenge_over');
  }
});

test('adding and removing needs somebody who has lately shown who they are', async () => {
  const { client } = await newcomer();
  const { app, codes } = await addApp(desk, client);
  desk.clock.advance(5 * 60_000 + 1000);
  expect((await client.call('account.second_factor')).data.confirmed_until).toBeNull();
  for (const name of ['account.begin_totp', 'account.remove_totp', 'account.begin_passkey'] as const) {
    expect((await client.call(name)).body.code, name).toBe('session.confirmation_needed');
  }
  expect((await client.call('account.renew_recovery_codes')).body.code).toBe('session.confirmation_needed');
  const confirm = async (body: object) => {
    const answer = await client.call('account.confirm', { body });
    return answer.status === 200 ? true : answer.body.code;
  };
  expect(await confirm({})).toBe('input.invalid');
  expect(await confirm({ password: testPassword, code: app.code() })).toBe('input.invalid');
  expect(await confirm({ password: 'Not-the-password-1' })).toBe('agent.password_wrong');
  expect(await confirm({ code: '000000' })).toBe('second_factor.code_wrong');
  expect(await confirm({ code: app.code() })).toBe(true);
  expect((await client.call('account.begin_totp')).status).toBe(200);
  desk.clock.advance(5 * 60_000 + 1000);
  expect(await confirm({ code: codes[0] })).toBe(true);
  desk.clock.advance(5 * 60_000 + 1000);
  expect(await confirm({ password: testPassword })).toBe(true);
  expect((await client.call('account.remove_totp')).data).toBe(true);
  const { data } = await client.call('account.second_factor');
  expect(data).toMatchObject({ totp: null, recovery_codes_left: 0 });
  expect((await client.call('account.remove_totp')).body.code).toBe('second_factor.not_found');
  expect((await client.call('account.renew_recovery_codes')).body.code).toBe('second_factor.none');
});

test('a setup ends with its session, after a quarter of an hour, and after ten wrong codes', async () => {
  const { client } = await newcomer();
  const finish = async (code: string) => (await client.call('account.finish_totp', { body: { code } })).body.code;
  expect(await finish('000000')).toBe('second_factor.setup_over');
  await client.call('account.begin_totp');
  for (let i = 0; i < 10; i++) expect(await finish('000000')).toBe('second_factor.code_wrong');
  expect(await finish('000000')).toBe('second_factor.setup_over');
  expect((await client.call('account.second_factor')).data.totp).toBeNull();
});

test('another administrator takes a second factor away, not one who may do less, and nobody their own', async () => {
  const { email, id, client } = await newcomer();
  await addApp(desk, client);
  const admin = await desk.as();
  const { data: me } = await admin.call('agents.me');
  const reset = (of: ApiClient, target: number) =>
    of.call('agents.reset_second_factor', { params: { id: target } }).then(({ status, body }) => [status, body.code]);
  expect(await reset(admin, me.id)).toEqual([403, 'second_factor.own_reset']);
  expect(await reset(client, id)).toEqual([403, 'permission.missing']);
  expect(await reset(admin, 99_999)).toEqual([404, 'agent.not_found']);
  const boss = await desk.addAgent({ email: 'boss@desk.test', roles: ['Admin'] });
  const manager = await desk.addAgent({ email: 'manager@desk.test', permissions: ['users:manage'] });
  expect(manager).toBeGreaterThan(0);
  expect(await reset(await desk.as('manager@desk.test'), boss)).toEqual([403, 'agent.may_do_more']);
  expect(await reset(admin, boss)).toEqual([409, 'second_factor.none']);

  expect((await admin.call('agents.second_factor', { params: { id } })).data).toEqual({
    totp: true,
    passkeys: 0,
    recovery_codes_left: 10,
    required_by: [],
  });
  const begun = await begin(email);
  expect(await reset(admin, id)).toEqual([200, undefined]);
  expect((await client.call('agents.me')).status).toBe(401);
  expect((await begun.call('login.methods')).data.second_factor).toBeNull();
  await client.login(email, testPassword);
});
