import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer } from '../../src/http/create-server.ts';
import { createLog } from '../../src/lib/log.ts';
import { ForeignClient, type RawAnswer } from '../contract/foreign-client.ts';
import { adminEmail, createHarness, type Harness, testPassword } from '../harness.ts';

/** Everything that a caller or an administrator hands over in confidence, each of a kind that no other text has. */
const secrets = {
  password: 'Typed-Passw0rd-in-vain',
  next: 'Next-Passw0rd-of-mine',
  mailbox: 'mailbox-Secret-4711',
  provider: 'provider-Secret-0815',
  notices: 'notices-Secret-2025',
  header: 'bearer-Secret-3141',
  query: 'query-Token-2718',
};

let desk: Harness;
let lines: string[];
beforeAll(async () => {
  lines = [];
  desk = await createHarness({
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    roles: ['web', 'worker', 'mail'],
  });
});
afterAll(() => desk.close());

test('no secret reaches the log, not even at its most talkative and when everything fails', async () => {
  const admin = await ForeignClient.signedIn(desk.app.address()!, adminEmail);
  const json = (method: 'POST' | 'PUT', path: string, body: unknown) => admin.sendJson(method, path, body);
  const anybody = new ForeignClient(desk.app.address()!);
  await anybody.post('/api/v1/login', { email: adminEmail, password: secrets.password });
  await anybody.sendJson('POST', '/api/v1/login', { email: [], password: secrets.password });
  await anybody.send('POST', '/api/v1/login', {
    type: 'application/json',
    body: `{"password": "${secrets.password}",,`,
  });
  await json('PUT', '/api/v1/agents/me/password', { current_password: secrets.password, new_password: secrets.next });
  await json('PUT', '/api/v1/agents/me/password', { current_password: testPassword, new_password: 'short' });
  const headers = { authorization: `Bearer ${secrets.header}` };
  await anybody.send('GET', '/api/v1/agents/me', { headers });
  await anybody.send('GET', '/api/v1/agents/me', { headers: { authorization: `token a:${secrets.header}` } });
  await anybody.send('GET', `/set-password?token=${secrets.query}`);
  await anybody.send('GET', `/api/v1/oidc/1/finish?code=${secrets.query}&state=${secrets.query}`);
  await anybody.send('GET', `/api/v1/nothing?token=${secrets.query}`);
  const kept: RawAnswer[] = [];
  const provider = {
    provider: 'Custom',
    name: 'Company',
    provider_url: 'https://127.0.0.1:9',
    client_id: 'desk',
    client_secret: secrets.provider,
  };
  await json('POST', '/api/v1/oidc', { ...provider, enabled: true });
  await json('POST', '/api/v1/oidc', { ...provider, provider_url: 'https://id.example.com', enabled: false });
  const server = { host: '127.0.0.1', port: 9, username: 'desk', password: secrets.mailbox, tls_type: 'none' };
  const config = { imap: [{ ...server, mailbox: 'INBOX', read_interval: '30s' }], smtp: [{ ...server }] };
  const inbox = { name: 'Mailbox', channel: 'email', from: 'Desk <box@desk.test>', config, enabled: true };
  kept.push(await json('POST', '/api/v1/inboxes', inbox));
  await json('POST', '/api/v1/inboxes/test-connection', { id: null, config });
  kept.push(
    await json('PUT', '/api/v1/settings/notifications/email', {
      'notification.email.host': '127.0.0.1',
      'notification.email.port': 9,
      'notification.email.email_address': 'desk@example.com',
      'notification.email.username': 'desk',
      'notification.email.password': secrets.notices,
      'notification.email.enabled': true,
    }),
  );
  await json('POST', '/api/v1/settings/notifications/email/test', {});
  for (const { status, text } of kept) expect(status, text).toBe(200);
  // The mailbox is tried, in vain.
  await desk.until(
    async () => (await desk.pool.query('select 1 from inboxes where last_error is not null')).rowCount,
    'the mailbox to fail',
  );
  // The database fails in the middle of it all.
  await desk.pool.query('alter table users rename to users_away');
  await anybody.post('/api/v1/login', { email: adminEmail, password: secrets.password });
  await json('PUT', '/api/v1/agents/me/password', { current_password: secrets.password, new_password: secrets.next });
  await desk.pool.query('alter table users_away rename to users');

  const session = admin.cookies.get('bellhop_session')!;
  const written = lines.join('');
  expect(written).toContain('request failed');
  const known = { ...secrets, testPassword, session, csrf: admin.cookies.get('csrf_token')! };
  for (const [name, secret] of Object.entries(known)) expect(written.includes(secret), name).toBe(false);
  // What is stored of them is sealed or hashed, wherever it lies.
  const { rows } = await desk.pool.query<{ text: string }>(
    `select coalesce(string_agg(t::text, ''), '') as text from (
       select to_jsonb(s) from settings s union all select to_jsonb(i) from inboxes i union all select to_jsonb(u) from users u
       union all select to_jsonb(p) from oidc_providers p union all select to_jsonb(l) from activity_logs l
       union all select to_jsonb(e) from events e union all select to_jsonb(n) from sessions n) t`,
  );
  for (const [name, secret] of Object.entries({ ...known, csrf: 'not sealed: it is no secret without the session' }))
    expect(rows[0]!.text.includes(secret), name).toBe(false);
});

test('an address with a token in it is logged without the token when it fails', async () => {
  const heard: string[] = [];
  const log = createLog('trace', { write: (line) => void heard.push(line) });
  const server = await createServer({ log, trustProxy: false, languagePack: () => ({}) });
  server.get('/fails', async () => {
    throw new Error('out of order');
  });
  await server.inject({
    url: `/fails?token=${secrets.query}`,
    headers: { cookie: 'bellhop_session=abc', authorization: 'x' },
  });
  await server.close();
  expect(heard.join('')).toContain('out of order');
  expect(heard.join('')).not.toContain(secrets.query);
  expect(heard.join('')).not.toMatch(/bellhop_session|authorization/);
});

test.skipIf(process.platform === 'win32')('what lies in the data folder is its owner’s alone', async () => {
  const admin = await ForeignClient.signedIn(desk.app.address()!, adminEmail);
  const files = { filename: 'a.txt', type: 'text/plain', bytes: Buffer.from('a') };
  expect((await admin.postMultipart('/api/v1/media', { files })).status).toBe(200);
  const folder = desk.config.data_dir;
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const open: string[] = [];
  for (const entry of names.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if (((await stat(path)).mode & 0o077) !== 0) open.push(path.slice(folder.length + 1));
  }
  expect(names.some((entry) => entry.name === 'secret.key')).toBe(true);
  expect(names.filter((entry) => entry.isFile()).length).toBeGreaterThan(1);
  expect(open).toEqual([]);
});
