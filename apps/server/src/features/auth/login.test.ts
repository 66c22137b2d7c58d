import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clearActivityLog } from '../../../test/clear-activity-log.ts';
import { adminEmail, createHarness, type Harness, testPassword } from '../../../test/harness.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
  await desk.addAgent({ email: 'asha@desk.test', first_name: 'Asha' });
  await desk.addAgent({ email: 'off@desk.test', enabled: false });
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.pool.query('delete from login_attempts');
  await clearActivityLog(desk.pool);
  await desk.pool.query('delete from events');
});

const attempt = (email: string, password: string, encoding: 'form' | 'json' = 'form') =>
  desk.anonymous().call('auth.login', { body: { email, password }, encoding });
const logged = async () => {
  const { rows } = await desk.pool.query(
    'select activity_type, target_model_id, params from activity_logs order by id',
  );
  return rows as { activity_type: string; target_model_id: number; params: Record<string, unknown> }[];
};
const row = async (email: string) => {
  const { rows } = await desk.pool.query(`select * from users where email = $1 and type = 'agent'`, [email]);
  return rows[0];
};

describe('the right password', () => {
  test.each(['form', 'json'] as const)('signs in by %s and answers the whole agent', async (encoding) => {
    const { status, data } = await attempt('asha@desk.test', testPassword, encoding);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      email: 'asha@desk.test',
      first_name: 'Asha',
      type: 'agent',
      availability_status: 'online',
      roles: ['Agent'],
      teams: [],
    });
    expect(data.permissions).toContain('conversations:read');
    expect(Date.parse(data.last_login_at!)).not.toBeNaN();
  });

  test('the address is trimmed and its case does not matter', async () => {
    expect((await attempt('  Asha@DESK.test ', testPassword)).status).toBe(200);
  });

  test('sets a session cookie out of reach of scripts and a CSRF cookie within, both of letters and digits', async () => {
    const { headers } = await attempt('asha@desk.test', testPassword);
    const [session, csrf, ...rest] = headers.getSetCookie();
    expect(session).toMatch(/^bellhop_session=[A-Za-z0-9]{64}; Path=\/; SameSite=Lax; Max-Age=32400; HttpOnly$/);
    expect(csrf).toMatch(/^csrf_token=[A-Za-z0-9]{32}; Path=\/; SameSite=Lax$/);
    expect(rest).toEqual([]);
  });

  test('the session is stored under a hash of the cookie', async () => {
    const client = desk.anonymous();
    await client.login('asha@desk.test', testPassword);
    const hash = createHash('sha256').update(client.cookies.get('bellhop_session')!).digest();
    const { rows } = await desk.pool.query('select csrf_token from sessions where id_hash = $1', [hash]);
    expect(rows).toEqual([{ csrf_token: client.cookies.get('csrf_token') }]);
  });

  test('each login makes a new session and ends the one that the browser had', async () => {
    const client = desk.anonymous();
    await client.login('asha@desk.test', testPassword);
    const first = new Map(client.cookies);
    await client.login('asha@desk.test', testPassword);
    expect(client.cookies.get('bellhop_session')).not.toBe(first.get('bellhop_session'));
    expect(client.cookies.get('csrf_token')).not.toBe(first.get('csrf_token'));
    expect((await client.call('agents.me')).status).toBe(200);
    const before = desk.anonymous();
    for (const [name, value] of first) before.cookies.set(name, value);
    expect((await before.call('agents.me')).status).toBe(401);
  });

  test('another browser keeps its session', async () => {
    const one = await desk.as('asha@desk.test');
    await desk.as('asha@desk.test');
    expect((await one.call('agents.me')).status).toBe(200);
  });

  test('a session id that a browser brings along is never taken over', async () => {
    const client = desk.anonymous();
    const planted = 'a'.repeat(64);
    client.cookies.set('bellhop_session', planted);
    await client.login('asha@desk.test', testPassword);
    expect(client.cookies.get('bellhop_session')).not.toBe(planted);
  });

  test('writes the time, the activity and the event', async () => {
    await attempt('asha@desk.test', testPassword);
    const { id, last_login_at, last_active_at } = await row('asha@desk.test');
    expect(Math.abs(last_login_at.getTime() - desk.clock.now().getTime())).toBeLessThan(60_000);
    expect(last_active_at).toEqual(last_login_at);
    expect(await logged()).toEqual([
      {
        activity_type: 'agent_login',
        target_model_id: id,
        params: { actor_email: 'asha@desk.test', target_email: 'asha@desk.test' },
      },
    ]);
    expect((await desk.events()).map((event) => [event.kind, event.actor_id])).toContainEqual(['agent.logged_in', id]);
  });

  test.each([
    ['offline', 'online'],
    ['away', 'online'],
    ['away_manual', 'away_manual'],
    ['away_and_reassigning', 'away_and_reassigning'],
  ])('finds %s and leaves %s', async (before, after) => {
    await desk.pool.query(`update users set availability_status = $1 where email = 'asha@desk.test'`, [before]);
    const { data } = await attempt('asha@desk.test', testPassword);
    expect(data.availability_status).toBe(after);
    expect((await row('asha@desk.test')).availability_status).toBe(after);
    const frames = (await desk.frames()).map((frame) => frame.data.availability_status);
    expect(frames).toEqual(before === after ? [] : [after]);
  });
});

describe('a refusal', () => {
  test('is the same for an unknown address and a wrong password', async () => {
    const unknown = await attempt('nobody@desk.test', testPassword);
    const wrong = await attempt('asha@desk.test', 'Wrong-pass-1');
    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body).toMatchObject({ status: 'error', error_type: 'UnauthorizedException', code: 'login.failed' });
    expect([...unknown.headers.getSetCookie(), ...wrong.headers.getSetCookie()]).toEqual([]);
  });

  test('tells a disabled account only to who knows its password', async () => {
    expect(await attempt('off@desk.test', 'Wrong-pass-1')).toMatchObject({
      status: 401,
      body: { code: 'login.failed' },
    });
    const { status, body, headers } = await attempt('off@desk.test', testPassword);
    expect([status, body.error_type, body.code]).toEqual([403, 'PermissionException', 'login.disabled']);
    expect(headers.getSetCookie()).toEqual([]);
  });

  test.each(['System', 'system', 'SYSTEM'])('meets %s, even if somebody gave it a password', async (name) => {
    await desk.pool.query(
      `update users set password_hash = (select password_hash from users where email = $1) where email = 'System'`,
      [adminEmail],
    );
    expect((await attempt(name, testPassword)).status).toBe(401);
    await desk.pool.query(`update users set password_hash = null where email = 'System'`);
    expect((await attempt(name, testPassword)).status).toBe(401);
  });

  test('meets contacts and deleted agents', async () => {
    await desk.pool.query(
      `insert into users (type, email, password_hash) select 'contact', 'c@example.com', password_hash from users where email = $1`,
      [adminEmail],
    );
    await desk.addAgent({ email: 'gone@desk.test' });
    await desk.pool.query(`update users set deleted_at = now() where email = 'gone@desk.test'`);
    expect((await attempt('c@example.com', testPassword)).status).toBe(401);
    expect((await attempt('gone@desk.test', testPassword)).status).toBe(401);
  });

  test('is logged with its reason, without what was typed for an unknown address', async () => {
    await attempt('asha@desk.test', 'Wrong-pass-1');
    await attempt('my-Secret-typed-1@oops', 'x');
    await attempt('off@desk.test', testPassword);
    const [asha, system] = [await row('asha@desk.test'), await row('System')];
    const rows = await logged();
    expect(rows.map((entry) => [entry.activity_type, entry.target_model_id, entry.params.reason])).toEqual([
      ['agent_login_failed', asha.id, 'wrong_password'],
      ['agent_login_failed', system.id, 'unknown_address'],
      ['agent_login_failed', (await row('off@desk.test')).id, 'disabled'],
    ]);
    expect(JSON.stringify(rows)).not.toContain('oops');
  });

  test.each([
    [{ email: '', password: 'x' }, 'email'],
    [{ email: 'asha@desk.test', password: '' }, 'password'],
    [{ email: 'asha@desk.test' }, 'password'],
    [{}, 'email'],
  ])('of %j names the member', async (body, field) => {
    const answer = await desk.anonymous().call('auth.login', { body });
    expect([answer.status, answer.body.error_type]).toEqual([400, 'InputException']);
    expect(answer.body.message).toContain(field);
  });

  test.each([
    ['form', 'email=a%00b%40c.example&password=x', 'application/x-www-form-urlencoded'],
    ['json', '{"email": ', 'application/json'],
    ['json', '{"email": 5, "password": []}', 'application/json'],
    ['json', '[]', 'application/json'],
    ['json', 'null', 'application/json'],
    ['text', 'email=x', 'text/plain'],
  ])('of a broken %s body %j is a 400 in the envelope', async (_kind, body, type) => {
    const response = await desk.anonymous().fetch('/api/v1/login', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ status: 'error', error_type: 'InputException' });
  });
});
