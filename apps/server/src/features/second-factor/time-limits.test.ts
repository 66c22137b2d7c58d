import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness, testPassword } from '../../../test/harness.ts';
import { addApp, addPasskey, deskOrigin, moveToTls, SoftApp } from '../../../test/second-factor.ts';
import { SoftPasskey } from '../../../test/soft-authenticator.ts';

let desk: Harness;
let made = 0;
beforeAll(async () => {
  desk = await createHarness({ env: { LOG_LEVEL: 'error' } });
  await moveToTls(desk);
});
afterAll(() => desk.close());

const minute = 60_000;

async function newcomer(): Promise<{ email: string; id: number; client: ApiClient }> {
  // Sign-ins of one address are limited to 30 a minute.
  desk.clock.advance(minute + 1000);
  const email = `agent${++made}@desk.test`;
  const id = await desk.addAgent({ email });
  return { email, id, client: await desk.as(email) };
}

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => (status === 200 ? 'done' : body.code);
const confirm = async (client: ApiClient, body: object) => codeOf(await client.call('account.confirm', { body }));
const shows = (client: ApiClient) => confirm(client, { password: testPassword });

async function begun(email: string): Promise<ApiClient> {
  const client = desk.anonymous();
  const { body } = await client.call('auth.login', { body: { email, password: testPassword } });
  expect(body.code).toBe('login.second_factor_needed');
  return client;
}
const optionsFor = async (client: ApiClient, alone = false) =>
  (await client.call('login.passkey_options', { body: { alone } })).data;
const verify = async (client: ApiClient, response: unknown) =>
  codeOf(await client.call('login.passkey_verify', { body: { response } }));

test('an app that was begun counts for a quarter of an hour, for the session that began it, and only the last one', async () => {
  const { email, client } = await newcomer();
  const begin = async () => new SoftApp(desk, (await client.call('account.begin_totp')).data.secret);
  const finish = async (app: SoftApp, by = client) =>
    codeOf(await by.call('account.finish_totp', { body: { code: app.code() } }));
  const late = await begin();
  desk.clock.advance(15 * minute + 1000);
  expect(await finish(late)).toBe('session.confirmation_needed');
  expect(await shows(client)).toBe('done');
  expect(await finish(late)).toBe('second_factor.setup_over');

  const first = await begin();
  const second = await begin();
  expect(await finish(first)).toBe('second_factor.code_wrong');
  expect(await finish(second, await desk.as(email))).toBe('second_factor.setup_over');
  desk.clock.advance(14 * minute);
  expect(await shows(client)).toBe('done');
  expect(await finish(second)).toBe('done');
  expect(await finish(second)).toBe('second_factor.setup_over');
});

test('a passkey that was begun counts for a quarter of an hour, for the session that began it', async () => {
  const { email, client } = await newcomer();
  const begin = async () => (await client.call('account.begin_passkey')).data;
  const add = async (response: unknown, by = client) =>
    codeOf(await by.call('account.add_passkey', { body: { name: 'Key', response } }));
  const passkey = new SoftPasskey(deskOrigin);
  const late = passkey.create(await begin());
  desk.clock.advance(15 * minute + 1000);
  expect(await shows(client)).toBe('done');
  expect(await add(late)).toBe('second_factor.setup_over');
  const right = passkey.create(await begin());
  expect(await add(right, await desk.as(email))).toBe('second_factor.setup_over');
  expect(await add(right)).toBe('done');
});

test('what a passkey was asked to sign counts for five minutes: alone, as the second step, to confirm', async () => {
  const { email, client } = await newcomer();
  const passkey = await addPasskey(client);
  const [alone, second] = [desk.anonymous(), await begun(email)];
  const answers = [
    [alone, passkey.get(await optionsFor(alone, true))],
    [second, passkey.get(await optionsFor(second))],
  ] as const;
  const asked = (await client.call('account.confirm_passkey_options')).data;
  const shown = passkey.get(asked);
  desk.clock.advance(5 * minute + 1000);
  for (const [browser, answer] of answers) {
    expect(await verify(browser, answer)).toBe('login.challenge_over');
    expect(browser.cookies.has('bellhop_session')).toBe(false);
  }
  expect(await confirm(client, { passkey: shown })).toBe('second_factor.setup_over');
  expect((await client.call('account.begin_totp')).body.code).toBe('session.confirmation_needed');
});

test('an assertion confirms once, for the session that asked, and only what it was asked for', async () => {
  const { email, client } = await newcomer();
  const passkey = await addPasskey(client);
  const other = desk.anonymous();
  const own = await optionsFor(other, true);
  expect(await verify(other, passkey.get(own))).toBe('done');
  const ask = async (by = client) => (await by.call('account.confirm_passkey_options')).data;
  const answer = passkey.get(await ask());
  // Another session of the same agent has been asked for nothing, or for something else.
  expect(await confirm(other, { passkey: answer })).toBe('second_factor.setup_over');
  await ask(other);
  expect(await confirm(other, { passkey: answer })).toBe('second_factor.passkey_refused');
  expect(await confirm(client, { passkey: answer })).toBe('done');
  expect(await confirm(client, { passkey: answer })).toBe('second_factor.setup_over');
  await ask();
  expect(await confirm(client, { passkey: answer })).toBe('second_factor.passkey_refused');
  // What was signed to confirm signs nobody in, and the other way round.
  const browser = await begun(email);
  await optionsFor(browser);
  expect(await verify(browser, passkey.get(await ask()))).toBe('login.passkey_refused');
  const forLogin = passkey.get(await optionsFor(browser));
  await ask();
  expect(await confirm(client, { passkey: forLogin })).toBe('second_factor.passkey_refused');
  const theirs = await addPasskey((await newcomer()).client);
  expect(await shows(client)).toBe('done');
  expect(await confirm(client, { passkey: theirs.get(await ask()) })).toBe('second_factor.passkey_refused');
});

test('a counter that confirmed is used up at the sign-in too, and a code as well', async () => {
  const { email, client } = await newcomer();
  const passkey = await addPasskey(client);
  const { app } = await addApp(desk, client);
  const { data: asked } = await client.call('account.confirm_passkey_options');
  expect(await confirm(client, { passkey: passkey.get(asked, { counter: 7 }) })).toBe('done');
  const browser = await begun(email);
  expect(await verify(browser, passkey.get(await optionsFor(browser), { counter: 7 }))).toBe('login.passkey_refused');
  const code = app.code(1);
  expect(await confirm(client, { code })).toBe('done');
  expect(codeOf(await browser.call('login.second_factor', { body: { code } }))).toBe('login.code_wrong');
});

test('wrong passkeys end a begun sign-in as wrong codes do, and both hold up the account', async () => {
  const { email, client } = await newcomer();
  const passkey = await addPasskey(client);
  const { app } = await addApp(desk, client);
  const browser = await begun(email);
  for (let tries = 0; tries < 5; tries++) {
    const wrong = passkey.get(await optionsFor(browser), { origin: 'https://evil.example' });
    expect(await verify(browser, wrong)).toBe('login.passkey_refused');
  }
  expect(await verify(browser, passkey.get(await optionsFor(browser)))).toBe('login.challenge_over');
  expect(codeOf(await browser.call('login.second_factor', { body: { code: app.code(1) } }))).toBe(
    'login.challenge_over',
  );
  // The code that came too late has counted as well.
  for (let tries = 0; tries < 4; tries++)
    expect(await confirm(client, { code: '000000' })).toBe('second_factor.code_wrong');
  expect(await confirm(client, { code: app.code(1) })).toBe('login.too_many');
});

test('an answer sent many times at once opens one session', async () => {
  const { email, id, client } = await newcomer();
  const passkey = await addPasskey(client);
  await desk.pool.query('delete from sessions where user_id = $1', [id]);
  for (const isAlone of [false, true]) {
    const browser = isAlone ? desk.anonymous() : await begun(email);
    const answer = passkey.get(await optionsFor(browser, isAlone));
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => verify(browser, answer)));
    expect(outcomes.toSorted()).toEqual(['done', ...Array.from({ length: 3 }, () => 'login.challenge_over')]);
  }
  const { rows } = await desk.pool.query('select id_hash from sessions where user_id = $1', [id]);
  // The second sign-in ended the session that its browser had, if any.
  expect(rows.length).toBe(2);
});

test('a passkey alone counts for its owner as they are now: gone, it opens nothing', async () => {
  const { client, id } = await newcomer();
  const passkey = await addPasskey(client);
  const browser = desk.anonymous();
  const asked = await optionsFor(browser, true);
  const { data } = await client.call('account.second_factor');
  await client.call('account.remove_passkey', { params: { id: data.passkeys[0]!.id } });
  expect(await verify(browser, passkey.get(asked))).toBe('login.passkey_refused');
  const again = await addPasskey(client);
  const next = desk.anonymous();
  const answer = again.get(await optionsFor(next, true));
  const admin = await desk.as();
  expect((await admin.call('agents.reset_second_factor', { params: { id } })).status).toBe(200);
  expect(await verify(next, answer)).toBe('login.passkey_refused');
});
