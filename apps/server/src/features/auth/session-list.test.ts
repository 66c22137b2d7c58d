import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ApiClient } from '../../../test/api-client.ts';
import { clearActivityLog } from '../../../test/clear-activity-log.ts';
import { createHarness, type Harness, testPassword } from '../../../test/harness.ts';
import { placeDatabase } from '../../../test/place-database.ts';

const minute = 60_000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const unknown = '00000000-0000-4000-8000-000000000000';
let desk: Harness;
let folder: string;
let id: number;
let email: string;
let asha: ApiClient;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellhop-test-'));
  const file = join(folder, 'places.mmdb');
  await writeFile(file, placeDatabase({ '203.0.113.7': { country: { names: { en: 'Portugal' } } } }));
  desk = await createHarness({ env: { TRUST_PROXY: 'on', BELLHOP_PLACE_DATABASE: file } });
});
afterAll(async () => {
  await desk.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await desk.pool.query('delete from login_attempts');
  await clearActivityLog(desk.pool);
  email = `asha${++count}@desk.test`;
  id = await desk.addAgent({ email });
  asha = await signIn();
});

async function signIn(address = email, headers: Record<string, string> = {}): Promise<ApiClient> {
  const client = desk.anonymous();
  const answer = await client.call('auth.login', { body: { email: address, password: testPassword }, headers });
  expect(answer.status).toBe(200);
  return client;
}
const mine = async (client = asha) => (await client.call('sessions.mine')).data;
const idOf = async (client: ApiClient) => (await mine(client)).find((session) => session.is_current)!.id;
const isIn = async (client: ApiClient) => (await client.call('agents.me')).status === 200;
async function openSocket(client: ApiClient) {
  const socket = new WebSocket(`${desk.app.address()!.replace('http', 'ws')}/ws`, {
    headers: { cookie: client.cookieHeader() },
  });
  await once(socket, 'open');
  return { socket, closed: once(socket, 'close').then(([code]) => code as number) };
}
const deeds = async () => {
  const { rows } = await desk.pool.query(
    "select actor_id, target_model_id from activity_logs where activity_type = 'agent_sessions_ended' order by id",
  );
  return rows;
};

describe("an agent's own sessions", () => {
  test('are listed with device, address, place and times, the present one marked', async () => {
    desk.clock.advance(30_000);
    await signIn(email, { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.7' });
    const sessions = await mine();
    expect(sessions).toEqual([
      expect.objectContaining({
        is_current: false,
        browser: 'Firefox 128',
        os: 'Linux',
        ip: '203.0.113.7',
        place: 'Portugal',
        user_agent: firefox,
      }),
      expect.objectContaining({ is_current: true, ip: '127.0.0.1', place: null, browser: null, os: null }),
    ]);
    for (const session of sessions) {
      expect(session.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(Date.parse(session.expires_at)).toBeGreaterThan(Date.parse(session.last_seen_at));
      expect(Date.parse(session.last_seen_at)).toBeGreaterThanOrEqual(Date.parse(session.created_at));
    }
  });

  test('tell neither their secret nor its hash', async () => {
    const { rows } = await desk.pool.query('select id_hash, csrf_token from sessions where user_id = $1', [id]);
    const text = JSON.stringify((await asha.call('sessions.mine')).body);
    expect(text).not.toContain(asha.cookies.get('bellhop_session')!);
    expect(text).not.toContain(rows[0].csrf_token);
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      expect(text).not.toContain(rows[0].id_hash.toString(encoding));
    }
  });

  test('leave out those that are over', async () => {
    await signIn();
    await desk.pool.query(`update sessions set expires_at = $1 where user_id = $2 and public_id <> $3`, [
      desk.clock.now(),
      id,
      await idOf(asha),
    ]);
    expect(await mine()).toHaveLength(1);
  });

  test('note their last use once a minute, not with every request', async () => {
    const seen = async () => {
      const { rows } = await desk.pool.query('select last_seen_at, xmin from sessions where user_id = $1', [id]);
      return rows[0] as { last_seen_at: Date; xmin: string };
    };
    const first = await seen();
    desk.clock.advance(minute - 5000);
    await isIn(asha);
    expect(await seen()).toEqual(first);
    desk.clock.advance(6000);
    await Promise.all([1, 2, 3].map(() => isIn(asha)));
    const second = await seen();
    expect(second.last_seen_at.getTime()).toBeGreaterThan(first.last_seen_at.getTime());
    await isIn(asha);
    expect(await seen()).toEqual(second);
  });

  test('end one by one, sockets at once, and no other', async () => {
    const other = await signIn();
    const third = await signIn();
    const { closed } = await openSocket(other);
    const staying = await openSocket(third);
    expect((await asha.call('sessions.end_mine', { params: { session_id: await idOf(other) } })).data).toBe(true);
    expect(await closed).toBe(1008);
    expect([await isIn(asha), await isIn(other), await isIn(third)]).toEqual([true, false, true]);
    staying.socket.send('ping');
    expect(String((await once(staying.socket, 'message'))[0])).toBe('pong');
    staying.socket.close();
    expect(await deeds()).toEqual([{ actor_id: id, target_model_id: id }]);
  });

  test('end all but the present one', async () => {
    const others = [await signIn(), await signIn()];
    const { closed } = await openSocket(others[0]!);
    expect((await asha.call('sessions.end_others')).data).toBe(true);
    expect(await closed).toBe(1008);
    expect(await Promise.all(others.map(isIn))).toEqual([false, false]);
    expect(await mine()).toMatchObject([{ is_current: true }]);
    // Nothing is left to end, and nothing is written down.
    expect((await asha.call('sessions.end_others')).data).toBe(true);
    expect(await deeds()).toHaveLength(1);
  });

  test.each([unknown, 'x', '%00', "' or true --", '0'])('the id %j is not found', async (session_id) => {
    const { status, body } = await asha.call('sessions.end_mine', { params: { session_id } });
    expect([status, body.code]).toEqual([404, 'session.not_found']);
  });

  test("a session of somebody else's is not found, and goes on", async () => {
    const noor = await desk.as();
    const { status } = await asha.call('sessions.end_mine', { params: { session_id: await idOf(noor) } });
    expect(status).toBe(404);
    expect(await isIn(noor)).toBe(true);
  });
});

describe('sessions of another agent', () => {
  test('are listed and ended by who manages agents', async () => {
    const admin = await desk.as();
    const other = await signIn();
    const { closed } = await openSocket(other);
    const listed = await admin.call('sessions.list', { params: { id } });
    expect(listed.data.map((session) => session.is_current)).toEqual([false, false]);
    const session_id = await idOf(other);
    expect((await admin.call('sessions.end', { params: { id, session_id } })).data).toBe(true);
    expect(await closed).toBe(1008);
    expect([await isIn(asha), await isIn(other)]).toEqual([true, false]);
    expect((await admin.call('sessions.end_all', { params: { id } })).data).toBe(true);
    expect(await isIn(asha)).toBe(false);
    expect((await admin.call('sessions.list', { params: { id } })).data).toEqual([]);
    const { data: me } = await admin.call('agents.me');
    expect(await deeds()).toEqual(Array(2).fill({ actor_id: me.id, target_model_id: id }));
  });

  test("ending one's own that way keeps the present one", async () => {
    const [admin, elsewhere] = [await desk.as(), await desk.as()];
    const { data: me } = await admin.call('agents.me');
    await admin.call('sessions.end_all', { params: { id: me.id } });
    expect([await isIn(admin), await isIn(elsewhere)]).toEqual([true, false]);
  });

  test('are out of reach for everybody else', async () => {
    const params = { id, session_id: await idOf(asha) };
    const agent = await signIn();
    expect((await agent.call('sessions.list', { params: { id } })).status).toBe(403);
    expect((await agent.call('sessions.end', { params })).status).toBe(403);
    expect((await agent.call('sessions.end_all', { params: { id } })).status).toBe(403);
  });

  test('are not found under another agent, an unknown one or a contact', async () => {
    const admin = await desk.as();
    const session_id = await idOf(asha);
    const other = await desk.addAgent({ email: `other${count}@desk.test` });
    const { rows } = await desk.pool.query(`insert into users (type, email) values ('contact', $1) returning id`, [
      `c${count}@example.com`,
    ]);
    for (const [wrong, code] of [
      [other, 'session.not_found'],
      [rows[0].id, 'agent.not_found'],
      [999_999, 'agent.not_found'],
    ] as const) {
      const answer = await admin.call('sessions.end', { params: { id: wrong, session_id } });
      expect([answer.status, answer.body.code]).toEqual([404, code]);
    }
    expect((await admin.call('sessions.list', { params: { id: 999_999 } })).status).toBe(404);
    expect((await admin.call('sessions.end_all', { params: { id: 999_999 } })).status).toBe(404);
    expect((await admin.call('sessions.end', { params: { id: 'x', session_id } })).status).toBe(400);
    expect(await isIn(asha)).toBe(true);
  });
});

describe('sessions end at once, sockets included, when', () => {
  const update = async (change: object) => {
    const admin = await desk.as();
    const { data } = await admin.call('agents.get', { params: { id } });
    const { first_name, last_name, roles } = data;
    const body = { first_name, last_name, email, roles, ...change };
    expect((await admin.call('agents.update', { params: { id }, body })).status).toBe(200);
  };
  test.each<[string, () => Promise<unknown>]>([
    ['the account is disabled', () => update({ enabled: false })],
    ['an administrator sets the password', () => update({ new_password: 'Next-Passw0rd' })],
    [
      'the account is deleted',
      async () => expect((await (await desk.as()).call('agents.remove', { params: { id } })).status).toBe(200),
    ],
    [
      'the password is changed in another session, which goes on',
      async () => {
        const other = await signIn();
        const staying = await openSocket(other);
        const body = { current_password: testPassword, new_password: 'Next-Passw0rd' };
        expect((await other.call('account.change_password', { body })).status).toBe(200);
        expect(await isIn(other)).toBe(true);
        staying.socket.send('ping');
        expect(String((await once(staying.socket, 'message'))[0])).toBe('pong');
        staying.socket.close();
      },
    ],
  ])('%s', async (_reason, end) => {
    const { closed } = await openSocket(asha);
    await end();
    expect(await closed).toBe(1008);
    expect(await isIn(asha)).toBe(false);
  });

  test('but go on with what they may still do when roles change', async () => {
    const open = await openSocket(asha);
    await desk.pool.query("insert into roles (name, permissions) values ($1, '{conversations:read}')", [email]);
    await update({ roles: [email] });
    expect((await asha.call('agents.me')).data.permissions).toEqual(['conversations:read']);
    open.socket.send('ping');
    expect(String((await once(open.socket, 'message'))[0])).toBe('pong');
    open.socket.close();
  });
});
