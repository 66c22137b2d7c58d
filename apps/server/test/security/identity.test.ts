import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issuePasswordToken } from '../../src/features/auth/index.ts';
import { createLog } from '../../src/lib/log.ts';
import type { ApiClient } from '../api-client.ts';
import { createHarness, type Harness, testPassword } from '../harness.ts';
import { addApp, moveToTls } from '../second-factor.ts';

let desk: Harness;
let lines: string[];
let made = 0;
beforeAll(async () => {
  lines = [];
  desk = await createHarness({ log: createLog('trace', { write: (line) => void lines.push(line) }) });
  await moveToTls(desk);
});
afterAll(() => desk.close());
beforeEach(() => desk.pool.query('delete from login_attempts'));

const five = [1, 2, 3, 4, 5];

async function newcomer(): Promise<{ email: string; id: number; client: ApiClient }> {
  const email = `agent${++made}@desk.test`;
  const id = await desk.addAgent({ email, roles: ['Admin'] });
  return { email, id, client: await desk.as(email) };
}

/** A token as the mailed link holds it. */
async function linkTo(id: number): Promise<string> {
  const { work, system, sealer } = desk.app.deps;
  return sealer.open(await work(system, (uow) => issuePasswordToken(uow, sealer, id)));
}

/** A browser whose first step of signing in is done. */
async function begun(email: string): Promise<ApiClient> {
  const client = desk.anonymous();
  const { body } = await client.call('auth.login', { body: { email, password: testPassword } });
  expect(body.code).toBe('login.second_factor_needed');
  return client;
}

const sendCode = async (client: ApiClient, code: string) =>
  (await client.call('login.second_factor', { body: { code } })).status;
const sessionsOf = async (id: number) =>
  Number((await desk.pool.query('select count(*) from sessions where user_id = $1', [id])).rows[0].count);

describe('what counts once counts once for many at the same moment', () => {
  test('a link to set a password', async () => {
    const { id, email } = await newcomer();
    const token = await linkTo(id);
    const passwords = five.map((number) => `Raced-Passw0rd-${number}`);
    const answers = await Promise.all(
      passwords.map((password) => desk.anonymous().call('auth.set_password', { body: { token, password } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]!;
    expect((await desk.anonymous().call('auth.login', { body: { email, password: winner } })).status).toBe(200);
  });

  test('a recovery code, and a code of an app, over as many begun sign-ins', async () => {
    const { id, email, client } = await newcomer();
    const { app, codes } = await addApp(desk, client);
    await desk.pool.query('delete from sessions where user_id = $1', [id]);
    for (const code of [codes[0]!, app.code(1)]) {
      await desk.pool.query('delete from login_attempts');
      const browsers = await Promise.all(five.map(() => begun(email)));
      const statuses = await Promise.all(browsers.map((browser) => sendCode(browser, code)));
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    }
    expect(await sessionsOf(id)).toBe(2);
  });

  test('one begun sign-in', async () => {
    const { id, email, client } = await newcomer();
    const { codes } = await addApp(desk, client);
    await desk.pool.query('delete from sessions where user_id = $1', [id]);
    const browser = await begun(email);
    const statuses = await Promise.all(five.map((number) => sendCode(browser, codes[number]!)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await sessionsOf(id)).toBe(1);
    // The codes that came too late are still there.
    const { rows } = await desk.pool.query('select count(*) from recovery_codes where user_id = $1', [id]);
    expect(Number(rows[0].count)).toBe(9);
  });

  test('wrong codes are counted before they are looked at', async () => {
    const { email, client } = await newcomer();
    const { codes } = await addApp(desk, client);
    const browser = await begun(email);
    const many = Array.from({ length: 12 }, (_, number) => String(number).padStart(6, '0'));
    const answers = await Promise.all(many.map((code) => browser.call('login.second_factor', { body: { code } })));
    expect(answers.filter(({ body }) => body.code === 'login.code_wrong').length).toBeLessThanOrEqual(4);
    expect(await sendCode(browser, codes[0]!)).not.toBe(200);
  });
});

describe('a half of something is nothing', () => {
  test('a begun sign-in opens nothing, and nobody else ends it', async () => {
    const [owner, other] = [await newcomer(), await newcomer()];
    await addApp(desk, owner.client);
    const { codes } = await addApp(desk, other.client);
    const browser = await begun(owner.email);
    expect((await browser.call('agents.me')).status).toBe(401);
    expect((await browser.fetch('/uploads/x')).status).toBe(401);
    expect(await sendCode(browser, codes[0]!)).toBe(401);
    const planted = desk.anonymous();
    planted.cookies.set('bellhop_session', browser.cookies.get('bellhop_sign_in')!);
    expect((await planted.call('agents.me')).status).toBe(401);
  });

  test('a new password ends sign-ins that have begun, and links that were mailed', async () => {
    const { id, email, client } = await newcomer();
    const { codes } = await addApp(desk, client);
    const browser = await begun(email);
    const token = await linkTo(id);
    const body = { current_password: testPassword, new_password: 'Changed-Passw0rd-1' };
    expect((await client.call('account.change_password', { body })).status).toBe(200);
    expect(await sendCode(browser, codes[0]!)).not.toBe(200);
    const late = await desk.anonymous().call('auth.set_password', { body: { token, password: 'Late-Passw0rd-1' } });
    expect(late.body.code).toBe('password_link.invalid');
  });
});

describe('two ways to say who one is', () => {
  test('with an Authorization header cookies count for nothing, whatever it holds', async () => {
    const { client } = await newcomer();
    const csrf = { 'x-csrftoken': '' };
    for (const authorization of ['', 'x', 'Basic YTpi', 'Bearer', `token ${'a'.repeat(32)}:${'b'.repeat(64)}`]) {
      const headers = { authorization, ...csrf };
      expect((await client.call('agents.me', { headers })).status, authorization).toBe(401);
      const written = await client.call('agents.set_availability', { body: { status: 'away_manual' }, headers });
      expect(written.status, authorization).toBe(401);
    }
    expect((await client.call('agents.me')).data.availability_status).toBe('online');
  });

  test('two Authorization headers are none', async () => {
    const { client } = await newcomer();
    const body = { name: 'Script', permissions: ['tags:manage'], expires_at: null };
    const { key, secret } = (await client.call('api_keys.create', { body })).data;
    const { hostname, port } = new URL(desk.app.address()!);
    const ask = async (heads: string[]) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET /api/v1/tags HTTP/1.1\r\nHost: x\r\n${heads.join('\r\n')}\r\nConnection: close\r\n\r\n`),
      );
      const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
      socket.destroy();
      return Number(answer.split(' ')[1]);
    };
    const right = `Authorization: Bearer ${key}:${secret}`;
    expect(await ask([right])).toBe(200);
    expect(await ask([right, 'Authorization: Bearer x'])).toBe(401);
    expect(await ask(['Authorization: Bearer x', right])).toBe(401);
  });
});

test('no secret of identity lies readable in any table, nor in the log', async () => {
  const { id, client } = await newcomer();
  const begunApp = await client.call('account.confirm', { body: { password: testPassword } });
  expect(begunApp.status).toBe(200);
  const totp = (await client.call('account.begin_totp', { body: {} })).data as { secret: string };
  const { codes } = await addApp(desk, client);
  const key = (
    await client.call('api_keys.create', { body: { name: 'Kept', permissions: ['tags:manage'], expires_at: null } })
  ).data;
  const webhook = await client.call('webhooks.create', {
    body: { name: 'Shop', url: 'https://shop.example.com/hook', events: ['message.received'], enabled: false },
  });
  expect(webhook.status, JSON.stringify(webhook.body)).toBe(200);
  const rotated = await client.call('webhooks.rotate_secret', { params: { id: webhook.data.id }, body: {} });
  const secrets: Record<string, string> = {
    link: await linkTo(id),
    session: client.cookies.get('bellhop_session')!,
    app: totp.secret,
    recovery: codes[0]!,
    key: key.secret,
    webhook: webhook.data.secret,
    rotated: rotated.data.secret,
    password: testPassword,
  };
  for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(10);
  const { rows: tables } = await desk.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(40);
  for (const { name: table } of tables) {
    const { rows } = await desk.pool.query<{ text: string }>(
      `select coalesce(string_agg(to_jsonb(t)::text, ' '), '') as text from ${table} t`,
    );
    for (const [name, secret] of Object.entries(secrets)) {
      const plain = secret.replaceAll('-', '');
      expect(rows[0]!.text.includes(secret) || rows[0]!.text.includes(plain), `${name} in ${table}`).toBe(false);
    }
  }
  const log = lines.join('');
  for (const [name, secret] of Object.entries(secrets)) expect(log.includes(secret), `${name} in the log`).toBe(false);
});
