import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness, testPassword } from '../../../test/harness.ts';
import { addApp, addPasskey, deskOrigin, moveToTls } from '../../../test/second-factor.ts';
import { type Deviation, SoftPasskey } from '../../../test/soft-authenticator.ts';

let desk: Harness;
let made = 0;
beforeAll(async () => {
  desk = await createHarness({ env: { LOG_LEVEL: 'error' } });
  await moveToTls(desk);
});
afterAll(() => desk.close());

async function newcomer(): Promise<{ email: string; id: number; client: ApiClient }> {
  // Sign-ins of one address are limited to 30 a minute.
  desk.clock.advance(61_000);
  const email = `agent${++made}@desk.test`;
  const id = await desk.addAgent({ email });
  return { email, id, client: await desk.as(email) };
}

/** A browser that is asked for a passkey: alone, or as the second step after the password. */
async function asked(email: string | null) {
  const client = desk.anonymous();
  if (email) await client.call('auth.login', { body: { email, password: testPassword } });
  const { status, data } = await client.call('login.passkey_options', { body: { alone: email === null } });
  expect(status).toBe(200);
  return { client, options: data };
}

async function verify(client: ApiClient, response: unknown): Promise<string | undefined> {
  const { status, body } = await client.call('login.passkey_verify', { body: { response } });
  return status === 200 ? 'in' : body.code;
}

test('a passkey is the second step of a sign-in, and can stand for all of it', async () => {
  const { email, client } = await newcomer();
  expect((await desk.anonymous().call('login.methods')).data).toEqual({ passkey: false, second_factor: null });
  const passkey = await addPasskey(client, 'Laptop');
  expect((await desk.anonymous().call('login.methods')).data.passkey).toBe(true);
  expect((await client.call('account.second_factor')).data).toMatchObject({
    totp: null,
    passkeys: [{ name: 'Laptop', works: true, last_used_at: null }],
    recovery_codes_left: 10,
    passkey_host: 'desk.test',
  });

  const second = await asked(email);
  expect(second.options).toMatchObject({
    rpId: 'desk.test',
    userVerification: 'preferred',
    allowCredentials: [{ id: passkey.id.toString('base64url') }],
  });
  expect(await verify(second.client, passkey.get(second.options, { isUnverified: true }))).toBe('in');
  expect((await second.client.call('agents.me')).data.email).toBe(email);

  const alone = await asked(null);
  expect(alone.options).toMatchObject({ userVerification: 'required', allowCredentials: [] });
  expect(await verify(alone.client, passkey.get(alone.options))).toBe('in');
  expect((await alone.client.call('agents.me')).data).toMatchObject({ email, availability_status: 'online' });
});

test('what differs from what was asked is refused, and an answer is looked at once', async () => {
  const { email, client } = await newcomer();
  const passkey = await addPasskey(client);
  const wrongs: Record<string, Deviation> = {
    'another site': { origin: 'https://desk.test.evil.example' },
    'no TLS': { origin: 'http://desk.test' },
    'another host': { rpId: 'evil.example' },
    'another challenge': { challenge: Buffer.alloc(32, 7).toString('base64url') },
    'another user': { userHandle: Buffer.alloc(32, 7).toString('base64url') },
    'user not verified': { isUnverified: true },
  };
  for (const [what, wrong] of Object.entries(wrongs)) {
    const { client: browser, options } = await asked(null);
    expect(await verify(browser, passkey.get(options, wrong)), what).toBe('login.passkey_refused');
    // The right answer comes too late.
    expect(await verify(browser, passkey.get(options)), what).toBe('login.challenge_over');
    expect(browser.cookies.has('bellhop_session')).toBe(false);
  }
  const stranger = await asked(null);
  expect(await verify(stranger.client, new SoftPasskey(deskOrigin).get(stranger.options, { userHandle: null }))).toBe(
    'login.passkey_refused',
  );

  const used = await asked(email);
  const answer = passkey.get(used.options);
  const copy = desk.anonymous();
  for (const [name, value] of used.client.cookies) copy.cookies.set(name, value);
  expect(await verify(used.client, answer)).toBe('in');
  expect(await verify(copy, answer)).toBe('login.challenge_over');
  const later = await asked(email);
  expect(await verify(later.client, answer)).toBe('login.passkey_refused');
});

test('a counter that goes back is a copy of the passkey', async () => {
  const { email, client } = await newcomer();
  const passkey = await addPasskey(client);
  const first = await asked(email);
  expect(await verify(first.client, passkey.get(first.options, { counter: 10 }))).toBe('in');
  for (const counter of [10, 3, 0]) {
    const next = await asked(email);
    expect(await verify(next.client, passkey.get(next.options, { counter })), String(counter)).toBe(
      'login.passkey_refused',
    );
  }
  const last = await asked(email);
  expect(await verify(last.client, passkey.get(last.options, { counter: 11 }))).toBe('in');
});

test('a passkey of another agent is no second step', async () => {
  const one = await newcomer();
  const other = await newcomer();
  await addPasskey(one.client);
  const theirs = await addPasskey(other.client);
  const begun = await asked(one.email);
  expect(await verify(begun.client, theirs.get(begun.options))).toBe('login.passkey_refused');
  await addApp(desk, other.client);
  await desk.pool.query('update users set enabled = false where id = $1', [other.id]);
  const alone = await asked(null);
  expect(await verify(alone.client, theirs.get(alone.options))).toBe('login.disabled');
});

test('an attestation is looked at once, for this desk and this session', async () => {
  const { client } = await newcomer();
  const add = async (response: unknown, name: unknown = 'Key') => {
    const answer = await client.call('account.add_passkey', { body: { name, response } });
    return answer.status === 200 ? 'added' : answer.body.code;
  };
  const options = async () => (await client.call('account.begin_passkey')).data;
  const passkey = new SoftPasskey(deskOrigin);
  expect(await options()).toMatchObject({
    rp: { id: 'desk.test' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const wrongs: Deviation[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { challenge: Buffer.alloc(32).toString('base64url') },
    { isUnverified: true },
  ];
  for (const wrong of wrongs) {
    const asked = await options();
    expect(await add(passkey.create(asked, wrong)), JSON.stringify(wrong)).toBe('second_factor.passkey_refused');
    expect(await add(passkey.create(asked))).toBe('second_factor.setup_over');
  }
  const right = passkey.create(await options());
  expect(await add(right, '')).toBe('input.invalid');
  expect(await add(right, 'x'.repeat(81))).toBe('input.invalid');
  expect(await add(right, 'Touch\u202eID')).toBe('input.invalid');
  expect(await add(right, '<b>Touch</b>')).toBe('added');
  expect(await add(passkey.create(await options()))).toBe('second_factor.passkey_known');

  const { data } = await client.call('account.second_factor');
  const [{ id } = { id: 0 }] = data.passkeys;
  const rename = (target: number, name: unknown) =>
    client.call('account.rename_passkey', { params: { id: target }, body: { name } }).then(({ body }) => body.code);
  expect(await rename(id, 'Phone')).toBeUndefined();
  expect(await rename(id, '')).toBe('input.invalid');
  const other = await newcomer();
  await addPasskey(other.client);
  const { data: theirs } = await other.client.call('account.second_factor');
  expect(await rename(theirs.passkeys[0]!.id, 'Mine')).toBe('second_factor.not_found');
  const removed = await client.call('account.remove_passkey', { params: { id: theirs.passkeys[0]!.id } });
  expect(removed.body.code).toBe('second_factor.not_found');
  expect((await client.call('account.remove_passkey', { params: { id } })).status).toBe(200);
  expect((await client.call('account.second_factor')).data).toMatchObject({ passkeys: [], recovery_codes_left: 0 });
});

test('what came is no answer of a browser: truncated, oversized, of another type', async () => {
  const { email, client } = await newcomer();
  const passkey = await addPasskey(client);
  const { client: browser, options } = await asked(email);
  const answer = passkey.get(options);
  const { response } = answer;
  const shapes: unknown[] = [
    null,
    'x',
    {},
    { ...answer, id: '' },
    { ...answer, id: 'a'.repeat(1401) },
    { ...answer, id: 'a b' },
    { ...answer, type: 'password' },
    { ...answer, response: { ...response, signature: '' } },
    { ...answer, response: { ...response, clientDataJSON: 'a'.repeat(4001) } },
    { ...answer, response: { ...response, authenticatorData: ['a'] } },
  ];
  for (const shape of shapes) expect(await verify(browser, shape), JSON.stringify(shape)).toBe('input.invalid');
  const cut = { ...response, authenticatorData: response.authenticatorData.slice(0, 20) };
  expect(await verify(browser, { ...answer, response: cut })).toBe('login.passkey_refused');
  for (const part of ['clientDataJSON', 'signature'] as const) {
    const next = await asked(email);
    const whole = passkey.get(next.options);
    const broken = { ...whole.response, [part]: whole.response[part].slice(0, 8) };
    expect(await verify(next.client, { ...whole, response: broken }), part).toBe('login.passkey_refused');
  }
});

test('passkeys are bound to the host name: under another one recovery codes remain', async () => {
  const { email, client } = await newcomer();
  const options = await client.call('account.begin_passkey');
  const passkey = new SoftPasskey(deskOrigin);
  const body = { name: 'Laptop', response: passkey.create(options.data) };
  const { recovery_codes } = (await client.call('account.add_passkey', { body })).data;
  await moveToTls(desk, 'https://help.desk.test');
  try {
    expect((await client.call('account.second_factor')).data).toMatchObject({
      passkeys: [{ works: false }],
      passkey_host: 'help.desk.test',
    });
    const begun = desk.anonymous();
    const login = await begun.call('auth.login', { body: { email, password: testPassword } });
    expect(login.body.data).toEqual({ methods: ['recovery_code'] });
    expect((await begun.call('login.passkey_options', { body: {} })).body.code).toBe('second_factor.none');
    const alone = await asked(null);
    expect(alone.options.rpId).toBe('help.desk.test');
    expect(await verify(alone.client, passkey.get(alone.options))).toBe('login.passkey_refused');
    expect((await begun.call('login.second_factor', { body: { code: recovery_codes![0] } })).status).toBe(200);
    await moveToTls(desk, 'http://desk.test');
    expect((await desk.anonymous().call('login.passkey_options', { body: { alone: true } })).body.code).toBe(
      'second_factor.no_passkeys',
    );
    await moveToTls(desk, 'https://192.0.2.7');
    expect((await begun.call('account.begin_passkey')).body.code).toBe('second_factor.no_passkeys');
  } finally {
    await moveToTls(desk);
  }
});
