import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ApiClient } from '../../../test/api-client.ts';
import { clearActivityLog } from '../../../test/clear-activity-log.ts';
import { createHarness, type Harness, testPassword } from '../../../test/harness.ts';
import { createFindSession, endSessionsOf, setPasswordOf } from './index.ts';

const hour = 3_600_000;
let desk: Harness;
let id: number;
let asha: ApiClient;
let agents = 0;
beforeAll(async () => {
  desk = await createHarness({ env: { TRUST_PROXY: 'on' } });
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.pool.query('delete from login_attempts');
  const email = `asha${++agents}@desk.test`;
  id = await desk.addAgent({ email });
  asha = await desk.as(email);
});

const sessions = async () => {
  const { rows } = await desk.pool.query('select expires_at from sessions where user_id = $1', [id]);
  return rows as { expires_at: Date }[];
};

describe('a session', () => {
  test.each([
    ['no cookie', {}],
    ['an unknown cookie', { cookie: `bellhop_session=${'x'.repeat(64)}` }],
    ['a malformed cookie', { cookie: 'bellhop_session=%00;;=' }],
  ])('is missing with %s', async (_what, headers) => {
    const { status, body } = await desk.anonymous().call('agents.me', { headers });
    expect([status, body.error_type, body.code]).toEqual([401, 'GeneralException', 'session.missing']);
  });

  test('is ignored beside an Authorization header', async () => {
    for (const authorization of ['token a:b', 'Basic eA==', '']) {
      expect((await asha.call('agents.me', { headers: { authorization } })).status).toBe(401);
    }
    expect((await asha.call('agents.me')).status).toBe(200);
  });

  test('lives nine hours and no longer without use', async () => {
    desk.clock.advance(9 * hour - 60_000);
    expect((await asha.call('agents.me')).status).toBe(200);
    const other = await desk.as(`asha${agents}@desk.test`);
    desk.clock.advance(9 * hour + 1000);
    expect((await other.call('agents.me')).status).toBe(401);
  });

  test('begins anew, record and cookie together, when half of it is gone', async () => {
    const [before] = await sessions();
    desk.clock.advance(4 * hour);
    const early = await asha.call('agents.me');
    expect(early.headers.getSetCookie()).toEqual([]);
    expect(await sessions()).toEqual([before]);
    desk.clock.advance(hour);
    const token = asha.cookies.get('bellhop_session');
    const late = await asha.call('agents.me');
    expect(late.headers.getSetCookie()).toEqual([
      `bellhop_session=${token}; Path=/; SameSite=Lax; Max-Age=32400; HttpOnly`,
    ]);
    const [after] = await sessions();
    const prolonged = after!.expires_at.getTime() - before!.expires_at.getTime();
    expect(prolonged).toBeGreaterThan(5 * hour - 60_000);
    expect((await asha.call('agents.me')).headers.getSetCookie()).toEqual([]);
  });

  test('is not prolonged by a socket handshake, which could not carry the cookie', async () => {
    desk.clock.advance(6 * hour);
    const [before] = await sessions();
    const found = await createFindSession(desk.app.deps)({
      headers: { cookie: asha.cookieHeader(), upgrade: 'websocket' },
      protocol: 'http',
    });
    expect(found).toMatchObject({ agent: { id }, set_cookies: [] });
    expect(await sessions()).toEqual([before]);
  });

  test('lives as long as the stored setting says', async () => {
    await desk.pool.query(`update settings set value = '7200' where key = 'app.session_lifetime_seconds'`);
    await desk.pool.query('notify bellhop_settings');
    const client = desk.anonymous();
    const answer = await desk.until(async () => {
      const login = await client.call('auth.login', {
        body: { email: `asha${agents}@desk.test`, password: testPassword },
      });
      return login.headers.getSetCookie()[0]?.includes('Max-Age=7200') ? login : null;
    }, 'the new lifetime');
    expect(answer.status).toBe(200);
    desk.clock.advance(2 * hour + 1000);
    expect((await client.call('agents.me')).status).toBe(401);
    await desk.pool.query(`update settings set value = '32400' where key = 'app.session_lifetime_seconds'`);
    await desk.pool.query('notify bellhop_settings');
    await desk.until(async () => {
      const login = await client.call('auth.login', {
        body: { email: `asha${agents}@desk.test`, password: testPassword },
      });
      return login.headers.getSetCookie()[0]?.includes('Max-Age=32400');
    }, 'the old lifetime');
  });

  test('has Secure cookies when the request came by https', async () => {
    const answer = await desk.anonymous().call('auth.login', {
      body: { email: `asha${agents}@desk.test`, password: testPassword },
      headers: { 'x-forwarded-proto': 'https' },
    });
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/; Secure$/);
    expect(answer.headers.getSetCookie()).toHaveLength(2);
  });

  test("has Secure cookies when the desk's address is https, whoever believes what", async () => {
    const plain = await createHarness();
    try {
      const login = () =>
        plain.anonymous().call('auth.login', {
          body: { email: 'admin@bellhop.local', password: testPassword },
          // Not trusted here.
          headers: { 'x-forwarded-proto': 'https' },
        });
      for (const cookie of (await login()).headers.getSetCookie()) expect(cookie).not.toContain('Secure');
      await plain.pool.query(`update settings set value = '"https://desk.test"' where key = 'app.root_url'`);
      await plain.pool.query('notify bellhop_settings');
      await plain.until(
        async () => (await login()).headers.getSetCookie().every((cookie) => cookie.endsWith('; Secure')),
        'Secure',
      );
    } finally {
      await plain.close();
    }
  });
});

describe('an account that is disabled or deleted', () => {
  test('is out at its next request, and its session is gone', async () => {
    await desk.pool.query('update users set enabled = false where id = $1', [id]);
    const first = await asha.call('agents.me');
    expect([first.status, first.body.error_type, first.body.code]).toEqual([
      401,
      'PermissionException',
      'session.account_disabled',
    ]);
    expect(first.headers.getSetCookie()).toEqual(['bellhop_session=; Path=/; SameSite=Lax; Max-Age=0; HttpOnly']);
    expect(await sessions()).toEqual([]);
    await desk.pool.query('update users set enabled = true where id = $1', [id]);
    expect((await asha.call('agents.me')).status).toBe(401);
  });

  test('is out after deletion', async () => {
    await desk.pool.query('update users set deleted_at = now() where id = $1', [id]);
    expect((await asha.call('agents.me')).status).toBe(401);
    expect(await sessions()).toEqual([]);
  });

  test('loses all sessions at once, and every process hears of it after the commit', async () => {
    await desk.as(`asha${agents}@desk.test`);
    const heard: string[] = [];
    const stop = desk.app.bus.on('bellhop_sessions', (payload) => heard.push(payload));
    await desk.app.deps.work(desk.app.deps.system, (uow) => endSessionsOf(uow, id));
    expect(await sessions()).toEqual([]);
    await desk.until(async () => heard.includes(String(id)), 'the wake of bellhop_sessions');
    stop();
    expect((await asha.call('agents.me')).status).toBe(401);
  });
});

describe('sockets', () => {
  const open = async (client: ApiClient) => {
    const socket = new WebSocket(`${desk.app.address()!.replace('http', 'ws')}/ws`, {
      headers: { cookie: client.cookieHeader() },
    });
    await once(socket, 'open');
    return { socket, closed: once(socket, 'close').then(([code]) => code as number) };
  };

  test('of an account close when its sessions end', async () => {
    const { closed } = await open(asha);
    await desk.pool.query('update users set enabled = false where id = $1', [id]);
    await desk.app.deps.work(desk.app.deps.system, (uow) => endSessionsOf(uow, id));
    expect(await closed).toBe(1008);
  });

  test('of a disabled account close when another request notices', async () => {
    const { closed } = await open(asha);
    await desk.pool.query('update users set enabled = false where id = $1', [id]);
    expect((await asha.call('agents.me')).status).toBe(401);
    expect(await closed).toBe(1008);
  });

  test('close at logout, those of another session stay', async () => {
    const other = await open(await desk.as(`asha${agents}@desk.test`));
    const { closed } = await open(asha);
    await asha.fetch('/logout');
    expect(await closed).toBe(1008);
    other.socket.send('ping');
    expect(String((await once(other.socket, 'message'))[0])).toBe('pong');
    other.socket.close();
    await other.closed;
  });
});

describe('permissions', () => {
  test('that a role loses are gone at once, with teams and roles (behaviour 14, line 42)', async () => {
    const email = `lead${agents}@desk.test`;
    await desk.addAgent({ email, permissions: ['conversations:read', 'conversations:read_all'] });
    const lead = await desk.as(email);
    expect((await lead.call('agents.me')).data.permissions).toEqual(['conversations:read', 'conversations:read_all']);
    await desk.pool.query(`update roles set permissions = '{}' where name = $1`, [`role of ${email}`]);
    expect((await lead.call('agents.me')).data.permissions).toEqual([]);
    const { status, body } = await lead.call('conversations.all');
    expect([status, body.code]).toEqual([403, 'permission.missing']);
  });
});

describe('CSRF', () => {
  const put = (headers: Record<string, string> = {}, client = asha) =>
    client.call('agents.set_availability', { body: { status: 'away_manual' }, headers });

  test('is not asked of reads', async () => {
    expect((await asha.call('agents.me', { headers: { 'x-csrftoken': 'nonsense' } })).status).toBe(200);
  });

  test.each([
    ['an empty header', { 'x-csrftoken': '' }],
    ['a wrong header', { 'x-csrftoken': 'nonsense' }],
  ])('refuses %s', async (_what, headers) => {
    const { status, body } = await put(headers);
    expect([status, body.error_type, body.code]).toEqual([403, 'PermissionException', 'session.csrf']);
  });

  test('refuses a pair that agrees with itself but not with the session', async () => {
    const planted = desk.anonymous();
    planted.cookies.set('bellhop_session', asha.cookies.get('bellhop_session')!);
    planted.cookies.set('csrf_token', 'planted');
    expect((await put({}, planted)).status).toBe(403);
    planted.cookies.delete('csrf_token');
    expect((await put({ 'x-csrftoken': asha.cookies.get('csrf_token')! }, planted)).status).toBe(403);
  });

  test('takes the raw text of the cookie', async () => {
    expect((await put()).status).toBe(200);
  });

  test('comes after the session and before the permission', async () => {
    expect((await desk.anonymous().call('inboxes.create', {})).status).toBe(401);
    expect(await asha.call('inboxes.create', { headers: { 'x-csrftoken': 'x' } })).toMatchObject({
      status: 403,
      body: { code: 'session.csrf' },
    });
    expect(await asha.call('inboxes.create')).toMatchObject({ status: 403, body: { code: 'permission.missing' } });
  });
});

describe('logout', () => {
  test('ends the session, clears both cookies and leads to the login page', async () => {
    await clearActivityLog(desk.pool);
    const cookies = new Map(asha.cookies);
    const response = await asha.fetch('/logout');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect([...asha.cookies.keys()]).toEqual([]);
    expect(await sessions()).toEqual([]);
    const { rows } = await desk.pool.query('select activity_type, actor_id from activity_logs');
    expect(rows).toEqual([{ activity_type: 'agent_logout', actor_id: id }]);
    expect((await desk.events()).at(-1)).toMatchObject({ kind: 'agent.logged_out', actor_id: id });
    for (const [name, value] of cookies) asha.cookies.set(name, value);
    expect((await asha.call('agents.me')).status).toBe(401);
    const { rows: agent } = await desk.pool.query('select availability_status from users where id = $1', [id]);
    expect(agent[0].availability_status).toBe('online');
  });

  test('without a session leads to the login page too', async () => {
    const response = await desk.anonymous().fetch('/logout');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/']);
  });
});

describe('set-password', () => {
  const set = (email: string, password: string) => {
    const { work, system } = desk.app.deps;
    return setPasswordOf({ work, system, email, password });
  };

  test('replaces the password, ends all sessions, opens a locked account and is logged', async () => {
    const email = `asha${agents}@desk.test`;
    for (let i = 0; i < 10; i++) {
      await desk.anonymous().call('auth.login', { body: { email, password: 'Wrong-pass-1' } });
    }
    expect(await set(email.toUpperCase(), 'Another-pass-2')).toEqual({ ok: true });
    expect((await asha.call('agents.me')).status).toBe(401);
    const login = (password: string) => desk.anonymous().call('auth.login', { body: { email, password } });
    expect((await login(testPassword)).status).toBe(401);
    expect((await login('Another-pass-2')).status).toBe(200);
    const { rows } = await desk.pool.query(
      `select actor_id, target_model_id, params from activity_logs where activity_type = 'agent_password_set'`,
    );
    expect(rows).toEqual([
      {
        actor_id: desk.app.deps.system.id,
        target_model_id: id,
        params: { actor_email: 'System', target_email: email },
      },
    ]);
  });

  test.each([
    ['a weak password', 'admin@bellhop.local', 'short'],
    ['73 bytes', 'admin@bellhop.local', `Aa1-${'x'.repeat(67)}é`],
    ['an unknown address', 'nobody@desk.test', 'Another-pass-2'],
    ['System', 'System', 'Another-pass-2'],
  ])('refuses %s with a sentence', async (_what, email, password) => {
    const outcome = await set(email, password);
    expect(outcome).toEqual({ ok: false, reason: expect.stringMatching(/^\S.*\.$/) });
  });
});
