import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type RouteSpec, routes } from '@bellhop/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ForeignClient, type RawAnswer } from '../contract/foreign-client.ts';
import { openConversation } from '../conversations.ts';
import { adminEmail, createHarness, type Harness, testPassword } from '../harness.ts';

let desk: Harness;
let admin: ForeignClient;
let anybody: ForeignClient;
let uuid: string;
beforeAll(async () => {
  desk = await createHarness();
  anybody = new ForeignClient(desk.app.address()!);
  admin = await ForeignClient.signedIn(desk.app.address()!, adminEmail);
  uuid = (await openConversation(desk)).conversation.uuid;
});
afterAll(() => desk.close());

/** Sends bytes as they are; answers what came until the server closed, or the client's end of the line is enough. */
async function speak(bytes: string): Promise<string> {
  const { hostname, port } = new URL(desk.app.address()!);
  let heard = '';
  const socket = connect(Number(port), hostname, () => socket.end(bytes));
  socket.setEncoding('utf8').on('data', (part: string) => {
    heard += part;
  });
  socket.on('error', () => {});
  await once(socket, 'close');
  return heard;
}
const statusesOf = (heard: string) => [...heard.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
const json = 'application/json';
const priority = () => `/api/v1/conversations/${uuid}/priority`;

describe('one request is never two, whoever stands in front', () => {
  const hidden = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
  test.each([
    ['two lengths', `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
    ['two lengths in one', `Content-Length: 0, ${hidden.length}\r\n\r\n${hidden}`],
    ['a length beside pieces', `Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['pieces beside a length', `Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${hidden}`],
    ['an encoding that nobody knows', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['pieces, and then something else', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`],
    ['a blank before the colon', `Content-Length : 0\r\n\r\n${hidden}`],
    ['a folded header', `Transfer-Encoding:\r\n chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n${hidden}`],
    ['a bare line feed', `Content-Length: 0\nX: 1\r\n\r\n${hidden}`],
    ['a length with a sign', `Content-Length: +0\r\n\r\n${hidden}`],
    ['a piece whose length is none', `Transfer-Encoding: chunked\r\n\r\n0x1\r\nx\r\n0\r\n\r\n${hidden}`],
  ])('%s', async (_what, rest) => {
    const heard = await speak(`POST /api/v1/login HTTP/1.1\r\nHost: x\r\n${rest}`);
    const statuses = statusesOf(heard);
    expect(statuses.at(-1), heard).toBe(400);
    expect(statuses, heard).not.toContain(200);
  });

  test('no Host, or two', async () => {
    expect(statusesOf(await speak('GET /health HTTP/1.1\r\n\r\n'))).toEqual([400]);
  });
});

describe('bounds', () => {
  test('a request line, or headers, beyond 16 KB', async () => {
    const long = 'x'.repeat(17_000);
    expect(statusesOf(await speak(`GET /api/v1/tags?q=${long} HTTP/1.1\r\nHost: x\r\n\r\n`))).toEqual([431]);
    const many = Array.from({ length: 2_000 }, (_, n) => `X-${n}: ${n}`).join('\r\n');
    expect(statusesOf(await speak(`GET /api/v1/tags HTTP/1.1\r\nHost: x\r\n${many}\r\n\r\n`))).toEqual([431]);
  });

  test('thousands of parameters in an address are read, and nothing comes of them', async () => {
    const query = Array.from({ length: 2_000 }, (_, n) => `p${n}=`).join('&');
    expect((await admin.send('GET', `/api/v1/tags?${query}`)).status).toBe(200);
  });

  test('JSON that is nested or counted beyond measure, in any member', async () => {
    for (const member of ['priority', 'nobody_knows_it', '__proto__']) {
      const deep = `{"${member}": ${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
      const wide = `{"${member}": [${'0,'.repeat(120_000)}0]}`;
      for (const body of [deep, wide]) {
        const answer = await admin.send('PUT', priority(), { type: json, body });
        expect([answer.status, answer.json().code], answer.text).toEqual([400, 'input.undecodable']);
      }
    }
  });

  test('a form of more fields than any form has', async () => {
    const body = `priority=Low&${Array.from({ length: 2_500 }, (_, n) => `f${n}=1`).join('&')}`;
    const answer = await admin.send('PUT', priority(), { type: 'application/x-www-form-urlencoded', body });
    expect([answer.status, answer.json().code]).toEqual([400, 'input.undecodable']);
  });

  test.each([
    ['fields', Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, 'x']))],
    ['a field', { inline: 'x'.repeat(1024 * 1024 + 1) }],
    ['files', Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, file(Buffer.from('x'))]))],
  ])('multipart with too much of %s', async (_what, parts) => {
    const answer = await admin.postMultipart('/api/v1/media', { ...parts, files: file(Buffer.from('a')) });
    expect(answer.status, answer.text).toBe(413);
    expect(answer.json().status).toBe('error');
  });

  test('compressed requests are refused before they are read', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '));
    for (const encoding of ['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip']) {
      const headers = { 'content-encoding': encoding };
      const answer = await admin.send('PUT', priority(), { type: json, body: bomb, headers });
      expect([answer.status, answer.json().code], encoding).toEqual([415, 'input.compressed']);
    }
    const plain = { type: json, body: '{"priority":"Low"}', headers: { 'content-encoding': 'identity' } };
    expect((await admin.send('PUT', priority(), plain)).status).toBe(200);
  });

  test('an upload is cut off when it passes the limit of the desk, and nothing of it stays', async () => {
    await desk.pool.query("update settings set value = '1' where key = 'app.max_file_upload_size'");
    const { hostname, port } = new URL(desk.app.address()!);
    // Promises half a gigabyte; the answer has to come while hardly more than a megabyte of it has been sent.
    const headers = {
      cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-csrftoken': admin.cookies.get('csrf_token')!,
      'content-type': 'multipart/form-data; boundary=xx',
      'content-length': String(500 * 1024 * 1024),
      host: 'x',
    };
    const socket = connect(Number(port), hostname);
    const answered = once(socket.setEncoding('utf8'), 'data');
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(`POST /api/v1/media HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    socket.write('--xx\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n');
    socket.write(Buffer.alloc(1024 * 1024 + 64 * 1024));
    const [answer] = (await answered) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    const staged = [];
    for await (const { key } of desk.app.deps.storage.list('staged')) staged.push(key);
    expect(staged).toEqual([]);
    await desk.pool.query("update settings set value = '20' where key = 'app.max_file_upload_size'");
  });
});

const file = (bytes: Buffer) => ({ filename: 'a.txt', type: 'text/plain', bytes });

describe('addresses', () => {
  test.each([
    '/assets/../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
    '/..%5c..%5cpackage.json',
    '/emoji/..%2f..%2fpackage.json',
    '/emoji/%2e%2e/%2e%2e/package.json',
    '/uploads/..%2f..%2fsecret.key',
    '/uploads/%2e%2e%2f%2e%2e%2fsecret.key',
    '/uploads/thumb_..%2fsecret.key',
    '/api/v1/lang/..%2fpackage',
    '/api/v1/lang/..%2f..%2fpackage.json%00en',
    '//etc/passwd',
    '/%2fetc%2fpasswd',
    '/.env',
    '/.git/config',
    '/assets/%00.js',
  ])('%s leads to no file', async (path) => {
    const answer = await admin.send('GET', path);
    expect(answer.status, answer.text.slice(0, 200)).toBeLessThan(500);
    expect(answer.text).not.toMatch(/"name": ?"|root:|PRIVATE KEY|\[core\]/);
  });

  test('no header makes a request another one than it is', async () => {
    const overrides = { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' };
    const before = (await admin.get('/api/v1/tags')).text;
    await admin.send('POST', '/api/v1/tags', { type: json, body: '{"name": "kept"}' });
    const made = (await admin.get('/api/v1/tags')).data<{ id: number; name: string }[]>();
    const { id } = made.find(({ name }) => name === 'kept')!;
    await admin.send('GET', `/api/v1/tags?_method=DELETE`, { headers: overrides });
    await admin.send('PUT', `/api/v1/tags/${id}`, {
      type: json,
      body: '{"name": "kept", "_method": "DELETE"}',
      headers: overrides,
    });
    const rewritten = { 'x-original-url': '/api/v1/tags', 'x-rewrite-url': '/api/v1/tags' };
    expect((await anybody.send('GET', '/api/v1/settings/general', { headers: rewritten })).text).toContain(
      'app.root_url',
    );
    expect((await admin.get('/api/v1/tags')).text).not.toBe(before);
    expect((await admin.get('/api/v1/tags')).text).toContain('"kept"');
  });

  test('whatever Host says, links are those of the desk', async () => {
    const lies: Record<string, string>[] = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { forwarded: 'host=evil.example;proto=https' },
    ];
    for (const headers of lies) {
      for (const path of ['/', '/api/v1/settings/general', '/api/v1/agents/me', '/inboxes/assigned']) {
        for (const client of [anybody, admin]) {
          const answer = await client.send('GET', path, { headers });
          expect(answer.text + JSON.stringify(answer.headers), path).not.toContain('evil.example');
        }
      }
    }
    const media = await admin.postMultipart('/api/v1/media', { files: file(Buffer.from('a')) });
    expect(media.data<{ url: string }>().url).toMatch(/^http:\/\/desk\.test\/uploads\//);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    'https://evil.example',
    'https:evil.example',
    '/.//evil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/%0d%0aSet-Cookie:x=1',
    '/\r\nSet-Cookie: x=1',
  ])('next=%j leads nowhere else', async (next) => {
    const answer = await admin.send('GET', `/?next=${encodeURIComponent(next)}`);
    expect(answer.status).toBe(302);
    const target = new URL(answer.headers.location!, 'http://desk.test');
    expect(target.origin).toBe('http://desk.test');
    expect(answer.headers.location).toMatch(/^\/[^/\\]/);
    expect(answer.headers['set-cookie']?.join() ?? '').not.toContain('x=1');
  });
});

describe('line breaks smuggled into names', () => {
  test('of files stay out of headers', async () => {
    const names = ['a\r\nSet-Cookie: x=1\r\n.txt', 'a"; filename="b.html', 'a%0d%0aX: 1.txt', 'ä\u202egpj.txt'];
    for (const filename of names) {
      const { data } = (
        await admin.postMultipart('/api/v1/media', {
          files: { filename, type: 'text/plain\r\nx-evil: 1', bytes: Buffer.from('a') },
        })
      ).json<{ uuid: string }>();
      const answer = await admin.get(`/uploads/${data.uuid}`);
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('x-evil');
      expect(answer.headers['set-cookie']?.join() ?? '').not.toContain('x=1');
      expect(answer.headers['content-disposition']).toMatch(
        /^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''[^"\s]*$/,
      );
    }
  });

  test('of people and subjects stay out of the heads of mails', async () => {
    const me = await admin.sendJson('PUT', '/api/v1/agents/me', {
      first_name: 'Ana\r\nBcc: all@evil.example',
      last_name: 'X',
    });
    expect(me.status, me.text).toBe(400);
    const sent = await admin.sendJson('POST', '/api/v1/conversations', {
      inbox_id: 1,
      contact_email: 'mina@mail.example',
      first_name: 'Mina',
      subject: 'Hello\r\nBcc: all@evil.example\r\n\r\nbody',
      content: '<p>x</p>',
    });
    expect(sent.status, sent.text).toBe(200);
    const { rows } = await desk.pool.query('select subject from conversations order by id desc limit 1');
    expect(rows[0].subject).toMatch(/^Hello Bcc: all@evil\.example body\b/);
  });
});

test('a page of another site signs nobody in, and asks for nothing in their name', async () => {
  const publicCalls = Object.entries<RouteSpec>(routes).filter(
    ([, { access, method }]) => access === 'public' && method !== 'GET',
  );
  expect(publicCalls.map(([name]) => name)).toContain('auth.login');
  const form = { type: 'application/x-www-form-urlencoded', body: `email=${adminEmail}&password=${testPassword}` };
  for (const [name, { method, path }] of publicCalls) {
    const from = (site: string) => anybody.send(method, path, { ...form, headers: { 'sec-fetch-site': site } });
    const foreign = await from('cross-site');
    expect([foreign.status, foreign.json().code], name).toEqual([403, 'session.origin']);
    expect(foreign.headers['set-cookie'], name).toBeUndefined();
    for (const site of ['same-origin', 'none']) expect((await from(site)).status, name).not.toBe(403);
  }
});

describe('members that are not meant', () => {
  test.each([
    '{"__proto__": {"priority": "High", "is_admin": true}, "priority": "Low"}',
    '{"constructor": {"prototype": {"is_admin": true}}, "priority": "Low"}',
    '{"priority": "Low", "__proto__": null, "toString": 1, "hasOwnProperty": 1}',
  ])('%s is what its own members say', async (body) => {
    expect((await admin.send('PUT', priority(), { type: json, body })).status).toBe(200);
    expect(({} as Record<string, unknown>).is_admin).toBeUndefined();
    const { rows } = await desk.pool.query(
      'select p.name from conversations c join conversation_priorities p on p.id = c.priority_id',
    );
    expect(rows[0].name).toBe('Low');
  });

  test.each([
    'priority=Low&__proto__[is_admin]=1&__proto__=x&constructor[prototype][is_admin]=1&__proto__[]=y&__proto__[0]=z',
    'priority=Low&constructor=1&hasOwnProperty=1&toString=1&valueOf=1',
  ])('the form %s too', async (body) => {
    const answer = await admin.send('PUT', priority(), { type: 'application/x-www-form-urlencoded', body });
    expect(answer.status, answer.text).toBe(200);
    expect(({} as Record<string, unknown>).is_admin).toBeUndefined();
    expect(({} as Record<string, unknown>)[0]).toBeUndefined();
  });

  test('attributes may have such names and pollute nothing', async () => {
    const path = `/api/v1/conversations/${uuid}/custom-attributes`;
    for (const body of ['{"__proto__": {"polluted": 1}}', '{"constructor": {"prototype": {"polluted": 1}}}']) {
      const answer = await admin.send('PUT', path, { type: json, body });
      expect(answer.status, answer.text).toBeLessThan(500);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    }
  });

  test('nobody makes himself more than he is', async () => {
    const id = await desk.addAgent({ email: 'small@desk.test', permissions: ['conversations:read'] });
    const small = await ForeignClient.signedIn(desk.app.address()!, 'small@desk.test');
    const before = (await desk.pool.query('select * from users where id = $1', [id])).rows[0];
    const more = {
      id: 1,
      email: 'root@desk.test',
      type: 'contact',
      enabled: false,
      roles: ['Admin'],
      role_ids: [1],
      permissions: ['users:manage'],
      is_admin: true,
      teams: [1],
      password_hash: 'x',
      created_at: '2000-01-01T00:00:00Z',
      two_factor: null,
    };
    const answers: RawAnswer[] = [
      await small.sendJson('PUT', '/api/v1/agents/me', { ...more, first_name: 'Sam', last_name: 'Small' }),
      await small.sendJson('PUT', '/api/v1/agents/me/availability', { ...more, status: 'away_manual' }),
      await small.sendJson('PUT', '/api/v1/agents/me/password', {
        ...more,
        current_password: testPassword,
        new_password: 'Another-Passw0rd',
      }),
      await small.sendJson('PUT', `/api/v1/agents/${id}`, { ...more, first_name: 'Sam' }),
    ];
    expect(answers.at(-1)!.status).toBe(403);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    const after = (await desk.pool.query('select * from users where id = $1', [id])).rows[0];
    for (const member of ['id', 'email', 'type', 'enabled', 'created_at', 'deleted_at'])
      expect(after[member]).toEqual(before[member]);
    const me = (await small.get('/api/v1/agents/me')).data<{ permissions: string[]; teams: unknown[] }>();
    expect([me.permissions, me.teams]).toEqual([['conversations:read'], []]);
  });
});
