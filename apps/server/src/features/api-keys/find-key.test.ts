import { connect } from 'node:net';
import type { ApiKeyCreate } from '@bellhop/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ApiClient } from '../../../test/api-client.ts';
import { ForeignClient } from '../../../test/contract/foreign-client.ts';
import { followUp, openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';

let a: Harness;
/** Another process on the same database. */
let b: Harness;
let admin: ApiClient;
beforeAll(async () => {
  a = await createHarness({ env: { TRUST_PROXY: 'loopback' } });
  b = await createHarness({ share: a, env: { TRUST_PROXY: 'loopback' } });
  admin = await a.as();
});
afterAll(async () => {
  await b.close();
  await a.close();
});
/** Addresses are limited; each test has its own. */
let ip: string;
let round = 0;
beforeEach(() => {
  ip = `192.0.2.${++round}`;
});

let made = 0;
async function makeKey(members: Partial<ApiKeyCreate> = {}, client: ApiClient = admin) {
  const body = { name: `Key ${++made}`, permissions: [], expires_at: null, ...members };
  const answer = await client.call('api_keys.create', { body });
  expect(answer.status, answer.body.message).toBe(200);
  return { ...answer.data, header: `Bearer ${answer.data.key}:${answer.data.secret}` };
}
const other = (text: string) => (text.endsWith('x') ? `${text.slice(0, -1)}y` : `${text.slice(0, -1)}x`);

/** `GET /agents/me` with a header, from this test's address. */
const ask = (authorization: string, desk = a) =>
  desk.anonymous().call('agents.me', { headers: { authorization, 'x-forwarded-for': ip } });

describe('the header', () => {
  test('is Bearer or token in any case, with blanks round it', async () => {
    const { key, secret } = await makeKey();
    for (const header of [
      `Bearer ${key}:${secret}`,
      `bearer ${key}:${secret}`,
      `BEARER ${key}:${secret}`,
      `token ${key}:${secret}`,
      `Token ${key}:${secret}`,
      `Bearer   ${key}:${secret}  `,
    ]) {
      const answer = await ask(header);
      expect([header, answer.status]).toEqual([header, 200]);
      expect(answer.data.email).toBe('admin@bellhop.local');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test('that holds no right key is 401 with a challenge, and tells nothing', async () => {
    const { key, secret } = await makeKey();
    const basic = Buffer.from(`${key}:${secret}`).toString('base64');
    for (const header of [
      '',
      'Bearer',
      'Bearer ',
      `${key}:${secret}`,
      `Basic ${basic}`,
      `Digest ${key}:${secret}`,
      `Bearer ${key}`,
      `Bearer ${secret}`,
      `Bearer ${key}:`,
      `Bearer ${key} ${secret}`,
      `Bearer ${key}:${secret}x`,
      `Bearer ${key}:${secret.slice(1)}`,
      `Bearer ${key}:${secret}, Bearer ${key}:${secret}`,
      `Bearer "${key}:${secret}"`,
      `Bearer ${key}:${secret.slice(1)}é`,
      `Bearer ${key}:${other(secret)}`,
      `Bearer ${other(key)}:${secret}`,
      `Bearer ${'x'.repeat(8000)}`,
    ]) {
      const answer = await ask(header);
      expect([header, answer.status]).toEqual([header, 401]);
      expect(answer.body).toMatchObject({ status: 'error', error_type: 'UnauthorizedException', data: null });
      expect(answer.body.code).toBe('api_key.invalid');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="Bellhop", error="invalid_token"');
      expect(answer.body.message).not.toContain(secret.slice(0, 8));
    }
    expect((await a.pool.query('select count(*)::int from wrong_api_keys where ip = $1', [ip])).rows[0].count).toBe(2);
  });

  test('is not taken twice, and what follows it is a header of its own', async () => {
    const { header } = await makeKey();
    const raw = async (lines: string[]) => {
      const { hostname, port } = new URL(a.app.address()!);
      const socket = connect(Number(port), hostname);
      socket.write(
        `GET /api/v1/agents/me HTTP/1.1\r\nHost: desk.test\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`,
      );
      let text = '';
      for await (const chunk of socket) text += String(chunk);
      return text;
    };
    expect(await raw([`Authorization: ${header}`])).toMatch(/^HTTP\/1.1 200 /);
    expect(await raw([`AUTHORIZATION:${header}\t `])).toMatch(/^HTTP\/1.1 200 /);
    expect(await raw([`Authorization: ${header}`, `authorization: ${header}`])).toMatch(/^HTTP\/1.1 401 /);
    expect(await raw([`Authorization: Bearer x`, `authorization: ${header}`])).toMatch(/^HTTP\/1.1 401 /);
    const injected = await raw([`Authorization: ${header.slice(0, 20)}\nX-Injected: 1`]);
    expect(injected).toMatch(/^HTTP\/1.1 40[01] /);
    expect(injected).not.toContain('X-Injected');
    expect(await raw([`Authorization: Bearer ${'y'.repeat(20_000)}`])).toMatch(/^HTTP\/1.1 431 /);
  });

  test('puts cookies out of sight, those of a live session too', async () => {
    const { header } = await makeKey({ permissions: [] });
    const cookies = admin.cookieHeader();
    const call = (authorization: string) =>
      admin.fetch('/api/v1/tags', { headers: { cookie: cookies, authorization, 'x-forwarded-for': ip } });
    expect((await call(header)).status).toBe(200);
    const wrong = await call(`Bearer ${'A'.repeat(32)}:${'B'.repeat(64)}`);
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([401, []]);
    // The scope counts, not what the session may do.
    const denied = await admin.fetch('/api/v1/roles', { headers: { cookie: cookies, authorization: header } });
    expect(denied.status).toBe(403);
    expect((await admin.call('roles.list')).status).toBe(200);
  });
});

describe('a key that is over', () => {
  test('says so only to who knows its secret', async () => {
    const soon = new Date(a.clock.now().getTime() + 60_000).toISOString();
    const [expired, revoked] = [await makeKey({ expires_at: soon }), await makeKey()];
    expect((await ask(expired.header)).status).toBe(200);
    expect((await ask(revoked.header)).status).toBe(200);
    a.clock.advance(60_001);
    await admin.call('api_keys.revoke', { params: { id: revoked.id } });
    for (const [key, code] of [
      [expired, 'api_key.expired'],
      [revoked, 'api_key.revoked'],
    ] as const) {
      const answer = await ask(key.header);
      expect([answer.status, answer.body.code, answer.body.error_type]).toEqual([401, code, 'UnauthorizedException']);
      expect(answer.headers.get('www-authenticate')).toContain('invalid_token');
      expect((await ask(other(key.header))).body.code).toBe('api_key.invalid');
    }
    a.clock.advance(-60_001);
  });

  test('because its agent is disabled says that', async () => {
    const id = await a.addAgent({ email: `off${round}@desk.test` });
    const key = await makeKey({}, await a.as(`off${round}@desk.test`));
    await a.pool.query('update users set enabled = false where id = $1', [id]);
    const answer = await ask(key.header);
    expect([answer.status, answer.body.code, answer.body.error_type]).toEqual([
      401,
      'session.account_disabled',
      'PermissionException',
    ]);
    expect((await ask(other(key.header))).body.code).toBe('api_key.invalid');
    await a.pool.query('update users set enabled = true where id = $1', [id]);
    expect((await ask(key.header)).status).toBe(200);
  });

  test('is over in every process at once', async () => {
    const key = await makeKey();
    expect((await ask(key.header, b)).status).toBe(200);
    await admin.call('api_keys.revoke', { params: { id: key.id } });
    expect((await ask(key.header, b)).body.code).toBe('api_key.revoked');
  });
});

describe('what a key may do', () => {
  test('is its scope and its roles at once; CSRF is nothing to it, whatever the encoding', async () => {
    const key = await makeKey({ permissions: ['tags:manage'] });
    const client = new ForeignClient(a.app.address()!);
    const headers = { authorization: key.header };
    const form = { type: 'application/x-www-form-urlencoded', body: 'name=By+form', headers };
    const json = { type: 'application/json', body: '{"name": "By JSON"}', headers };
    for (const options of [form, json]) {
      const answer = await client.send('POST', '/api/v1/tags', options);
      expect(answer.status, answer.text).toBe(200);
    }
    const names = (await admin.call('tags.list')).data.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['By form', 'By JSON']));
    const roles = await client.send('GET', '/api/v1/roles', { headers });
    expect([roles.status, roles.json().code]).toEqual([403, 'permission.missing']);
    // And what it did is in the log under its name.
    const { rows } = await a.pool.query(
      "select params ->> 'via' as via, actor_id from activity_logs where activity_type = 'tag_created' order by id desc limit 1",
    );
    expect(rows).toEqual([{ via: key.name, actor_id: (await admin.call('agents.me')).data.id }]);
    const { data: entries } = await admin.call('activity_logs.list');
    expect(entries.results.find(({ activity_type }) => activity_type === 'tag_created')?.via).toBe(key.name);
    expect(entries.results.find(({ activity_type }) => activity_type === 'agent_login')?.via).toBe('');
    const csv = await (await admin.fetch('/api/v1/activity-logs/export')).text();
    expect(csv.split('\n')[0]).toContain('ip,via,changes');
    expect(csv).toContain(key.name);
  });

  test('uploads and downloads too', async () => {
    const key = await makeKey({ permissions: ['messages:write', 'messages:read'] });
    const headers = { authorization: key.header };
    const form = new FormData();
    form.set('files', new Blob(['order 4711'], { type: 'text/plain' }), 'order.txt');
    const file = await a.anonymous().call('media.upload', { body: form, headers });
    expect(file.status, file.body.message).toBe(200);
    const got = await a.anonymous().fetch(`/uploads/${file.data.uuid}`, { headers });
    expect([got.status, await got.text()]).toEqual([200, 'order 4711']);
    const blind = await makeKey({ permissions: [] });
    const refused = { authorization: blind.header };
    expect((await a.anonymous().call('media.upload', { body: form, headers: refused })).status).toBe(403);
    // Own uploads are one's own; what a message has taken goes with the conversation.
    const { conversation } = await openConversation(a);
    const note = { private: true, message: '<p>see</p>', attachments: [file.data.id] };
    await admin.call('messages.send', { params: { uuid: conversation.uuid }, body: note });
    const hidden = await a.anonymous().fetch(`/uploads/${file.data.uuid}`, { headers: refused });
    expect(hidden.status).toBe(403);
    const wrong = { authorization: 'Bearer x' };
    expect((await a.anonymous().fetch(`/uploads/${file.data.uuid}`, { headers: wrong })).status).toBe(401);
  });

  test('follows the roles of its agent from one request to the next', async () => {
    const email = `roles${round}@desk.test`;
    await a.addAgent({ email, permissions: ['tags:manage', 'sla:manage'] });
    const key = await makeKey({ permissions: ['sla:manage'] }, await a.as(email));
    const sla = () => b.anonymous().call('sla.get', { params: { id: 999 }, headers: { authorization: key.header } });
    expect((await sla()).status).toBe(404);
    await a.pool.query("update roles set permissions = '{tags:manage}' where name = $1", [`role of ${email}`]);
    expect((await sla()).status).toBe(403);
  });

  test('is nothing with keys, passwords and its own address', async () => {
    const key = await makeKey({ permissions: [...(await admin.call('agents.me')).data.permissions] as never });
    const headers = { authorization: key.header };
    const client = a.anonymous();
    const { data: me } = await client.call('agents.me', { headers });
    for (const answer of [
      await client.call('api_keys.list_mine', { headers }),
      await client.call('api_keys.create', { headers, body: { name: 'More', permissions: [], expires_at: null } }),
      await client.call('api_keys.revoke', { headers, params: { id: key.id } }),
      await client.call('api_keys.list_of', { headers, params: { id: me.id } }),
      await client.call('account.change_password', {
        headers,
        body: { current_password: 'Bellhop-test-1', new_password: 'Bellhop-test-2' },
      }),
    ]) {
      expect([answer.status, answer.body.code, answer.body.error_type]).toEqual([
        403,
        'api_key.not_allowed',
        'PermissionException',
      ]);
    }
    const own = { first_name: 'A', last_name: '', email: 'taken@over.test', roles: me.roles };
    const moved = await client.call('agents.update', { headers, params: { id: me.id }, body: own });
    expect([moved.status, moved.body.code]).toEqual([403, 'api_key.not_allowed']);
    const fresh = { ...own, email: 'new@over.test', roles: ['Agent'], new_password: 'Bellhop-test-3' };
    const created = await client.call('agents.create', { headers, body: fresh });
    expect([created.status, created.body.code]).toEqual([403, 'api_key.not_allowed']);
    // Provisioning without a password goes.
    const plain = await client.call('agents.create', { headers, body: { ...fresh, new_password: '' } });
    expect(plain.status, plain.body.message).toBe(200);
    const { rows } = await a.pool.query("select id from users where email = 'new@over.test'");
    const set = await client.call('agents.update', { headers, params: { id: rows[0].id }, body: fresh });
    expect([set.status, set.body.code]).toEqual([403, 'api_key.not_allowed']);
  });

  test('ends where pages begin: they know no keys, and signing out with one ends nothing', async () => {
    const key = await makeKey();
    const headers = { authorization: key.header };
    const page = await a.anonymous().fetch('/inboxes/assigned', { headers });
    expect([page.status, page.headers.get('location')]).toEqual([302, '/?next=%2Finboxes%2Fassigned']);
    const broken = await a.anonymous().fetch('/', { headers: { authorization: 'Bearer x' } });
    expect([200, 503]).toContain(broken.status);
    const out = await a.anonymous().fetch('/logout', { headers });
    expect([out.status, out.headers.get('location')]).toEqual([302, '/']);
    expect((await ask(key.header)).status).toBe(200);
    // A page that a proxy sends a header with does not end the session of its cookie.
    const kept = await admin.fetch('/', { headers: { ...headers, cookie: admin.cookieHeader() } });
    expect(kept.headers.getSetCookie().join()).not.toContain('bellhop_session');
  });

  test('on public calls a right key is welcome, a wrong one refused', async () => {
    const key = await makeKey();
    const read = (authorization: string) => a.anonymous().call('settings.general', { headers: { authorization } });
    expect((await read(key.header)).status).toBe(200);
    expect((await read('Bearer x')).status).toBe(401);
    expect((await a.anonymous().call('settings.general')).status).toBe(200);
  });
});

describe('its last use', () => {
  test('is noted with time and address, once a minute', async () => {
    const key = await makeKey();
    const used = async () => {
      const { data } = await admin.call('api_keys.list_mine');
      const { last_used_at, last_used_ip } = data.find(({ id }) => id === key.id)!;
      return { at: last_used_at, ip: last_used_ip };
    };
    expect(await used()).toEqual({ at: null, ip: null });
    await ask(key.header);
    const first = await used();
    expect(first.ip).toBe(ip);
    const { rows: before } = await a.pool.query('select xmin from api_keys where id = $1', [key.id]);
    ip = `198.51.100.${round}`;
    await ask(key.header);
    const { rows: after } = await a.pool.query('select xmin from api_keys where id = $1', [key.id]);
    expect(after).toEqual(before);
    await a.pool.query("update api_keys set last_used_at = now() - interval '61 s' where id = $1", [key.id]);
    await ask(key.header);
    expect((await used()).ip).toBe(ip);
  });
});

describe('limits', () => {
  test('30 wrong keys of an address within a minute, in all processes together; those that are known there go on', async () => {
    const [known, unknown] = [await makeKey(), await makeKey()];
    expect((await ask(known.header)).status).toBe(200);
    const answers: number[] = [];
    for (let n = 0; n < 40; n++) {
      const { status, headers } = await ask(other(unknown.header), n % 2 ? a : b);
      answers.push(status);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(answers).toEqual([...Array<number>(30).fill(401), ...Array<number>(10).fill(429)]);
    const right = await ask(unknown.header, b);
    expect([right.status, right.body.code, right.body.error_type]).toEqual([
      429,
      'api_key.too_many_wrong',
      'GeneralException',
    ]);
    expect((await ask(known.header)).status).toBe(200);
    const [busy] = [ip];
    ip = `203.0.113.${round}`;
    expect((await ask(unknown.header)).status).toBe(200);
    // Nobody is kept from signing in by it, and after a minute it is over.
    ip = busy;
    await a.pool.query("update wrong_api_keys set at = at - interval '61 s' where ip = $1", [ip]);
    const fresh = await makeKey();
    expect((await ask(fresh.header)).status).toBe(200);
  });

  test('requests of one key within a minute, by the setting, without a row', async () => {
    await admin.call('settings.update_general', { body: { 'app.api_key_requests_per_minute': 5 } });
    const [busy, idle] = [await makeKey(), await makeKey()];
    a.clock.advance(120_000);
    const rows = async () => (await a.pool.query('select xmin from api_keys where id = $1', [busy.id])).rows;
    expect((await ask(busy.header)).status).toBe(200);
    const before = await rows();
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(await ask(busy.header));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
    expect(answers.at(-1)!.body).toMatchObject({ code: 'api_key.too_many_requests', error_type: 'GeneralException' });
    const seconds = Number(answers.at(-1)!.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await rows()).toEqual(before);
    expect((await ask(idle.header)).status).toBe(200);
    a.clock.advance(60_000);
    expect((await ask(busy.header)).status).toBe(200);
    a.clock.advance(-180_000);
    await admin.call('settings.update_general', { body: { 'app.api_key_requests_per_minute': 600 } });
  });
});

describe('a websocket', () => {
  const open = async (header: string, path = '/ws', desk = a) => {
    const client = new ForeignClient(desk.app.address()!);
    return client.open(path, { cookie: '', origin: '', authorization: header });
  };
  /** What the handshake is refused with. */
  const refusal = (headers: Record<string, string>) =>
    new Promise<{ status: number; challenge: string | undefined }>((resolve, reject) => {
      const socket = new WebSocket(`${a.app.address()!.replace(/^http/, 'ws')}/ws`, { headers });
      socket.on('open', () => reject(new Error('it was let in')));
      socket.on('error', () => {});
      socket.on('unexpected-response', (_request, response) => {
        resolve({ status: response.statusCode ?? 0, challenge: response.headers['www-authenticate'] });
        response.destroy();
      });
    });

  test('opens by a key and hears what its scope allows, no more', async () => {
    const wide = await makeKey({ permissions: ['conversations:read', 'conversations:read_all', 'messages:read'] });
    const narrow = await makeKey({ permissions: ['conversations:read', 'messages:read'] });
    const sockets = [await open(wide.header), await open(narrow.header)] as const;
    const { conversation } = await openConversation(a);
    await followUp(a, conversation.id, { text: 'only for some' });
    await admin.call('agents.set_availability', { body: { status: 'away_manual', source: 'manual' } });
    const last = (await a.frames()).at(-1)!.seq;
    for (const socket of sockets) await socket.until(() => socket.frames.at(-1)?.seq === last, 'the mark');
    expect(JSON.stringify(sockets[0].frames)).toContain('only for some');
    expect(JSON.stringify(sockets[1].frames)).not.toContain('only for some');
    // Neither does the past.
    const late = await open(narrow.header, '/ws?since=1');
    await late.until(() => late.frames.some(({ type }) => type === 'resumed' || type === 'reload'), 'the past');
    expect(JSON.stringify(late.frames)).not.toContain('only for some');
    // The scope is given while it is open.
    const grown = { name: narrow.name, permissions: wide.permissions };
    expect((await admin.call('api_keys.update', { params: { id: narrow.id }, body: grown })).status).toBe(200);
    await followUp(a, conversation.id, { text: 'for both' });
    for (const socket of sockets) {
      await socket.until(() => JSON.stringify(socket.frames).includes('for both'), 'what both may hear');
    }
    for (const socket of [...sockets, late]) await socket.close();
  });

  test('is closed in every process when its key is revoked', async () => {
    const key = await makeKey();
    const sockets = [await open(key.header), await open(key.header, '/ws', b)];
    await admin.call('api_keys.revoke', { params: { id: key.id } });
    for (const socket of sockets) expect(await socket.closed).toBe(1008);
  });

  test('is refused with status and challenge for a key that is no good', async () => {
    const { header } = await makeKey();
    expect(await refusal({ authorization: other(header) })).toEqual({
      status: 401,
      challenge: 'Bearer realm="Bellhop", error="invalid_token"',
    });
    expect((await refusal({ authorization: 'Basic eDp5' })).status).toBe(401);
    // Cookies are out of sight here too.
    expect((await refusal({ authorization: 'Bearer x', cookie: admin.cookieHeader() })).status).toBe(401);
    expect(await refusal({})).toEqual({ status: 401, challenge: 'Bearer realm="Bellhop"' });
    expect((await refusal({ authorization: header, origin: 'https://evil.example' })).status).toBe(403);
  });

  test('of a key is no sign of life of its agent', async () => {
    const email = `quiet${round}@desk.test`;
    const id = await a.addAgent({ email });
    const key = await makeKey({}, await a.as(email));
    const active = async () => (await a.pool.query('select last_active_at from users where id = $1', [id])).rows;
    const before = await active();
    const socket = await open(key.header);
    socket.send('ping');
    await socket.until(() => socket.texts.includes('pong'), 'the answer');
    expect(await active()).toEqual(before);
    await socket.close();
  });
});
