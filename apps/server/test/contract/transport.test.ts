import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConversation } from '../conversations.ts';
import { adminEmail, createHarness, type Harness } from '../harness.ts';
import { ForeignClient, queryText, type RawAnswer } from './foreign-client.ts';

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

/** What every failure looks like; the client shows `message` as it stands (wire A 2.2, wire B 0.2). */
function expectError(answer: RawAnswer, status: number, errorType: string): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  const envelope = answer.json();
  expect(envelope).toMatchObject({ status: 'error', error_type: errorType });
  expect(envelope).toHaveProperty('data');
  expect(envelope.message).toMatch(/\w+ \w+/);
}

// Node 22 cannot tell offers apart: there they are answered with a 404.
test.skipIf(Number.parseInt(process.versions.node, 10) < 24)(
  'an offer to go on in HTTP/2, as some programs make with every request, is passed over',
  async () => {
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAEAAEAAAAIAAAAA' };
    const read = await admin.send('GET', '/api/v1/agents/me', { headers });
    expect([read.status, read.json().status]).toEqual([200, 'success']);
    const type = 'application/x-www-form-urlencoded';
    const path = '/api/v1/agents/me/availability';
    const written = await admin.send('PUT', path, { headers, type, body: 'status=online' });
    expect(written.json()).toEqual({ status: 'success', data: true });
  },
);

describe('success', () => {
  test('is 200 with status and data and nothing that looks like an error', async () => {
    for (const path of ['/api/v1/agents/me', '/api/v1/tags', '/health', '/api/v1/conversations/all']) {
      const answer = await admin.get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      const envelope = answer.json();
      expect(envelope.status).toBe('success');
      expect(envelope).toHaveProperty('data');
      expect(envelope).not.toHaveProperty('message');
      expect(envelope).not.toHaveProperty('error_type');
    }
  });

  test('is 200 for writes too, creates included, with `true` where the contract says so', async () => {
    const answer = await admin.put(`/api/v1/conversations/${uuid}/last-seen`);
    expect([answer.status, answer.json()]).toEqual([200, { status: 'success', data: true }]);
    const media = await admin.postMultipart('/api/v1/media', {
      files: { filename: 'a.txt', type: 'text/plain', bytes: Buffer.from('a') },
      inline: false,
      linked_model: 'messages',
    });
    expect(media.status).toBe(200);
  });

  test('is never kept by a cache, apart from the language pack, which asks each time', async () => {
    expect((await admin.get('/api/v1/agents/me')).headers['cache-control']).toBe('no-store');
    expect((await anybody.get('/api/v1/settings/general')).headers['cache-control']).toBe('no-store');
    expect((await anybody.get('/api/v1/lang/en')).headers['cache-control']).toBe('no-cache');
  });
});

describe('failures', () => {
  test.each([
    ['GET', '/api/v1/nothing'],
    ['POST', '/api/v1/agents/nobody/nothing'],
    ['GET', '/api'],
    ['GET', '/api/v2/agents/me'],
    ['DELETE', '/api/v1/'],
    ['GET', '/uploads'],
  ])('%s %s is unknown', async (method, path) => {
    const answer = await admin.send(method, path);
    expectError(answer, 404, 'GeneralException');
  });

  test.each([
    ['DELETE', '/api/v1/agents/me/teams'],
    ['POST', '/api/v1/conversations/all'],
    ['PATCH', '/api/v1/settings/general'],
    ['GET', '/api/v1/login'],
    ['GET', '/api/v1/conversations'],
    ['POST', '/nothing'],
    ['PUT', '/api/v1/media'],
    ['POST', '/health'],
    ['DELETE', '/uploads/1'],
    ['OPTIONS', '/api/v1/agents/me'],
    ['TRACE', '/api/v1/agents/me'],
    ['PROPFIND', '/api/v1/agents/me'],
  ])('%s %s is a wrong method', async (method, path) => {
    const answer = await admin.send(method, path);
    expectError(answer, 405, 'GeneralException');
    expect(answer.headers.allow).toMatch(/[A-Z]+/);
  });

  test('a body that is no JSON, of a strange kind, or broken UTF-8 in the address', async () => {
    const send = (body: string, type: string) =>
      admin.send('PUT', `/api/v1/conversations/${uuid}/status`, { body, type });
    expectError(await send('{"status":', 'application/json'), 400, 'InputException');
    expectError(await send('<status/>', 'text/xml'), 400, 'InputException');
    expectError(await admin.get('/api/v1/conversations/%ff'), 400, 'InputException');
  });

  test('a body that is too large, with and without its length announced', async () => {
    const body = Buffer.alloc(11 * 1024 * 1024, 'x');
    const path = `/api/v1/conversations/${uuid}/messages`;
    expectError(await admin.send('POST', path, { type: 'application/json', body }), 413, 'GeneralException');
    const form = Buffer.concat([Buffer.from('status='), body]);
    const formPath = `/api/v1/conversations/${uuid}/status`;
    const type = 'application/x-www-form-urlencoded';
    expectError(await admin.send('PUT', formPath, { type, body: form }), 413, 'GeneralException');
  });

  test('an upload that is larger than the desk allows is 413, the message names the limit', async () => {
    await desk.pool.query("update settings set value = '1' where key = 'app.max_file_upload_size'");
    const answer = await admin.postMultipart('/api/v1/media', {
      files: { filename: 'big.bin', type: 'application/octet-stream', bytes: Buffer.alloc(1_048_577) },
    });
    expectError(answer, 413, 'GeneralException');
    await desk.pool.query("update settings set value = '20' where key = 'app.max_file_upload_size'");
  });

  test('a refused caller hears nothing about the body', async () => {
    const broken = { type: 'application/json', body: '{"broken": ' };
    expectError(await anybody.send('POST', '/api/v1/conversations', broken), 401, 'GeneralException');
    const noHeader = { ...broken, headers: { 'x-csrftoken': null } };
    expectError(await admin.send('POST', '/api/v1/conversations', noHeader), 403, 'PermissionException');
  });

  test.each([
    ['a header beyond measure', `GET /api/v1/tags HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a method that is none', 'FOO /api/v1/tags HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a length that is none', 'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n', 400],
  ])('%s, before any route is asked', async (_what, bytes, status) => {
    const { hostname, port } = new URL(desk.app.address()!);
    const answer = await new Promise<string>((resolve, reject) => {
      let heard = '';
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      socket.setEncoding('utf8').on('data', (part: string) => {
        heard += part;
      });
      socket.on('error', reject).on('close', () => resolve(heard));
    });
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(Number(head.split(' ')[1])).toBe(status);
    expect(head).toMatch(/content-type: application\/json/i);
    const envelope = JSON.parse(body) as Record<string, unknown>;
    expect(envelope).toMatchObject({ status: 'error', data: null, error_type: expect.stringMatching(/Exception$/) });
    expect(envelope.message).toMatch(/\w+ \w+/);
  });

  test('an answer to HEAD has the headers of GET and no body', async () => {
    const [get, head] = [await admin.get('/api/v1/tags'), await admin.send('HEAD', '/api/v1/tags')];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    expect((await anybody.send('HEAD', '/api/v1/tags')).status).toBe(401);
    expect((await admin.send('HEAD', '/api/v1/nothing')).status).toBe(404);
  });
});

describe('what the client encodes', () => {
  test('blanks as +, brackets, colons and commas raw in a query', async () => {
    const filters = JSON.stringify([
      { model: 'conversation_statuses', field: 'name', operator: 'not equals', value: 'Some, other: [status]' },
    ]);
    const text = queryText({
      page: 1,
      page_size: 50,
      order_by: 'conversations.last_message_at',
      order: 'desc',
      filters,
    });
    expect(text).toContain('not+equals');
    expect(text).toContain('filters=[%7B%22model%22:');
    expect(text).toContain('Some,+other:+[status]');
    const answer = await admin.send('GET', `/api/v1/conversations/all?${text}`);
    expect([answer.status, answer.data<{ total: number }>().total]).toEqual([200, 1]);
  });

  test('an empty filter and a seeded blank row are no filter', async () => {
    for (const filters of ['', '[]', '[{"field":"","operator":"","value":""}]']) {
      const answer = await admin.get('/api/v1/conversations/all', { filters });
      expect([answer.status, answer.data<{ total: number }>().total]).toEqual([200, 1]);
    }
  });

  test('a PUT without data: a form content type with nothing in it', async () => {
    for (const path of [`/api/v1/conversations/${uuid}/assignee/user/remove`, '/api/v1/inboxes/1/toggle']) {
      expect((await admin.put(path)).json()).toEqual({ status: 'success', data: true });
    }
    await admin.put('/api/v1/inboxes/1/toggle');
  });

  test('%20 for blanks, an empty value for null, an indexed list with encoded brackets', async () => {
    await desk.pool.query("insert into tags (name) values ('spare part'), ('vip')");
    const status = `/api/v1/conversations/${uuid}/status`;
    expect((await admin.put(status, { status: 'Closed', snoozed_until: null })).status).toBe(200);
    expect((await admin.put(status, { status: 'Open', snoozed_until: undefined })).status).toBe(200);
    const tags = `/api/v1/conversations/${uuid}/tags`;
    expect((await admin.post(tags, { tags: JSON.stringify(['spare part']) })).status).toBe(200);
    const stored = async () => (await admin.get(`/api/v1/conversations/${uuid}`)).data<{ tags: string[] }>().tags;
    expect(await stored()).toEqual(['spare part']);
    expect((await admin.post(tags, { tags: ['vip', 'spare part'] })).status).toBe(200);
    expect(await stored()).toEqual(['spare part', 'vip']);
  });

  test('JSON where a form is usual, and a form where JSON is usual', async () => {
    const priority = `/api/v1/conversations/${uuid}/priority`;
    expect((await admin.sendJson('PUT', priority, { priority: 'High' })).status).toBe(200);
    expect((await admin.put(priority, { priority: 'Low' })).status).toBe(200);
    const charset = { type: 'application/json; charset=UTF-8', body: '{"priority": "High"}' };
    expect((await admin.send('PUT', priority, charset)).status).toBe(200);
  });

  test('members that nobody knows are ignored', async () => {
    const answer = await admin.put(`/api/v1/conversations/${uuid}/priority`, { priority: 'Low', colour: 'red' });
    expect(answer.status).toBe(200);
  });
});
