import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminEmail, createHarness, type Harness, testPassword } from '../harness.ts';
import { ForeignClient } from './foreign-client.ts';

interface AgentOnWire {
  id: number;
  permissions: string[];
  roles: string[];
  teams: object[];
  last_name: string;
  availability_status: string;
}

let desk: Harness;
let address: string;
beforeAll(async () => {
  desk = await createHarness();
  address = desk.app.address()!;
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.pool.query('delete from login_attempts');
});

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

describe('before login (wire A 3.7, checklist 1)', () => {
  test('the general settings answer without any cookie, every key with its type', async () => {
    const answer = await new ForeignClient(address).get('/api/v1/settings/general');
    expect(answer.status).toBe(200);
    expect(answer.data()).toEqual({
      'app.site_name': 'Bellhop',
      'app.lang': 'en',
      'app.root_url': 'http://desk.test',
      'app.favicon_url': expect.any(String),
      'app.logo_url': expect.any(String),
      'app.max_file_upload_size': 20,
      'app.allowed_file_upload_extensions': ['*'],
      'app.timezone': expect.any(String),
      'app.business_hours_id': expect.any(String),
      'app.update': null,
      'app.version': expect.any(String),
    });
  });

  test('the language pack is bare, flat and falls back to English', async () => {
    const client = new ForeignClient(address);
    const answer = await client.get('/api/v1/lang/en');
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    const pack = JSON.parse(answer.text) as Record<string, unknown>;
    expect(pack).not.toHaveProperty('status');
    expect(pack).not.toHaveProperty('data');
    expect(pack['_.code']).toBe('en');
    expect(Object.values(pack).every((text) => typeof text === 'string')).toBe(true);
    // Leaf and prefix at once: a nested object could not hold both.
    expect(pack['admin.general.siteName']).toBeDefined();
    expect(pack['admin.general.siteName.description']).toBeDefined();
    for (const code of ['xx', '..%2f..%2fpackage', 'en.json', '%00', 'constructor', '__proto__']) {
      expect((await client.get(`/api/v1/lang/${code}`)).text, code).toBe(answer.text);
    }
  });

  test('the shell plants a token that scripts can read, of letters and digits alone', async () => {
    const client = new ForeignClient(address);
    const answer = await client.send('GET', '/', { headers: { accept: 'text/html' } });
    const cookie = answer.headers['set-cookie']!.find((one) => one.startsWith('csrf_token='))!;
    expect(cookie).not.toMatch(/httponly/i);
    expect(cookie).toMatch(/path=\//i);
    expect(cookie).not.toMatch(/max-age|expires/i);
    expect(client.cookies.get('csrf_token')).toMatch(/^[A-Za-z0-9]{16,}$/);
    const again = await client.send('GET', '/');
    expect(again.headers['set-cookie'] ?? []).toEqual([]);
  });
});

describe('login (wire A 3.4, checklist 4)', () => {
  test('is a form, and answers the whole agent with its arrays', async () => {
    const client = new ForeignClient(address);
    const answer = await client.post('/api/v1/login', { email: adminEmail, password: testPassword });
    expect(answer.status).toBe(200);
    const agent = answer.data<AgentOnWire & Record<string, unknown>>();
    expect(agent.permissions).toHaveLength(39);
    expect(agent.permissions).toEqual([...agent.permissions].sort());
    expect(agent).toMatchObject({
      type: 'agent',
      roles: ['Admin'],
      teams: [],
      availability_status: 'online',
      meta: null,
    });
    expect(agent.last_name).toEqual(expect.any(String));
    expect(agent.last_login_at).toMatch(rfc3339);
    expect(answer.text).not.toMatch(/argon2|password|token/i);
    // What login and the start-up call say is the same.
    expect((await client.get('/api/v1/agents/me')).data()).toEqual(agent);
  });

  test('plants session and token; both survive raw copying', async () => {
    const client = new ForeignClient(address);
    const answer = await client.post('/api/v1/login', { email: adminEmail, password: testPassword });
    const cookies = answer.headers['set-cookie']!;
    const session = cookies.find((one) => one.startsWith('bellhop_session='))!;
    expect(session).toMatch(/^bellhop_session=[A-Za-z0-9]{64}; Path=\/; SameSite=Lax; Max-Age=32400; HttpOnly$/);
    expect(cookies.find((one) => one.startsWith('csrf_token='))).toMatch(
      /^csrf_token=[A-Za-z0-9]+; Path=\/; SameSite=Lax$/,
    );
    expect(cookies).toHaveLength(2);
    expect((await client.put('/api/v1/agents/me/availability', { status: 'online' })).json()).toEqual({
      status: 'success',
      data: true,
    });
  });

  test('makes a new session and a new token each time, and ends the one that the browser held', async () => {
    const client = await ForeignClient.signedIn(address, adminEmail);
    const before = new Map(client.cookies);
    await client.post('/api/v1/login', { email: adminEmail, password: testPassword });
    for (const name of ['bellhop_session', 'csrf_token']) expect(client.cookies.get(name)).not.toBe(before.get(name));
    const stale = new ForeignClient(address);
    for (const [name, value] of before) stale.cookies.set(name, value);
    expect((await stale.get('/api/v1/agents/me')).status).toBe(401);
  });

  test('knows the address in any letter case and with blanks around it', async () => {
    const client = new ForeignClient(address);
    const answer = await client.post('/api/v1/login', { email: ' Admin@Bellhop.LOCAL ', password: testPassword });
    expect(answer.status).toBe(200);
  });

  test('says the same for an unknown address and a wrong password; nothing for System', async () => {
    const client = new ForeignClient(address);
    const answers = [
      await client.post('/api/v1/login', { email: 'nobody@desk.test', password: testPassword }),
      await client.post('/api/v1/login', { email: adminEmail, password: 'wrong' }),
      await client.post('/api/v1/login', { email: 'System', password: testPassword }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.json().error_type]).toEqual([401, 'UnauthorizedException']);
      expect(answer.text).toBe(answers[0]!.text);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test('accepts JSON as well', async () => {
    const answer = await new ForeignClient(address).sendJson('POST', '/api/v1/login', {
      email: adminEmail,
      password: testPassword,
    });
    expect(answer.status).toBe(200);
  });

  test('is refused with a 429 that says when to come back', async () => {
    const client = new ForeignClient(address);
    const wrong = () => client.post('/api/v1/login', { email: adminEmail, password: 'wrong' });
    for (let i = 0; i < 10; i++) expect((await wrong()).status).toBe(401);
    const answer = await wrong();
    expect([answer.status, answer.json().error_type]).toEqual([429, 'GeneralException']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a session', () => {
  test('reads without the CSRF header, which browsers cannot send from images and navigations (checklist 5)', async () => {
    const client = await ForeignClient.signedIn(address, adminEmail);
    for (const path of [
      '/api/v1/agents/compact',
      '/api/v1/inboxes',
      '/api/v1/conversations/all',
      '/uploads/00000000-0000-4000-8000-000000000000',
    ]) {
      const answer = await client.send('GET', path, { headers: { 'x-csrftoken': null } });
      expect([200, 404], path).toContain(answer.status);
    }
  });

  test('writes only with the raw token: none, empty, another, decoded or cookie alone are 403', async () => {
    const client = await ForeignClient.signedIn(address, adminEmail);
    const write = (headers: Record<string, string | null>) =>
      client.send('PUT', '/api/v1/agents/me/availability', {
        type: 'application/x-www-form-urlencoded',
        body: 'status=online',
        headers,
      });
    const other = 'x'.repeat(32);
    const cookie = (token: string) => `bellhop_session=${client.cookies.get('bellhop_session')}; csrf_token=${token}`;
    for (const headers of [
      { 'x-csrftoken': null },
      { 'x-csrftoken': '' },
      { 'x-csrftoken': other },
      // A forged pair: both agree, but with each other only.
      { 'x-csrftoken': other, cookie: cookie(other) },
      { cookie: `bellhop_session=${client.cookies.get('bellhop_session')}` },
    ] as Record<string, string | null>[]) {
      const answer = await write(headers);
      expect([answer.status, answer.json().error_type]).toEqual([403, 'PermissionException']);
    }
    expect((await write({})).status).toBe(200);
  });

  test('missing and malformed ones are 401 GeneralException', async () => {
    const client = new ForeignClient(address);
    for (const cookie of ['', 'bellhop_session=', 'bellhop_session=x', `bellhop_session=${'%41'.repeat(22)}`]) {
      const answer = await client.send('GET', '/api/v1/agents/me', { headers: { cookie } });
      expect([answer.status, answer.json().error_type]).toEqual([401, 'GeneralException']);
    }
  });

  test('of an account that was disabled meanwhile is 401 PermissionException, then gone', async () => {
    const id = await desk.addAgent({ email: 'gone@desk.test' });
    const client = await ForeignClient.signedIn(address, 'gone@desk.test');
    await desk.pool.query('update users set enabled = false where id = $1', [id]);
    // Checked before CSRF and permission, on plain session routes too.
    const first = await client.send('PUT', '/api/v1/agents/me/availability', { headers: { 'x-csrftoken': null } });
    expect([first.status, first.json().error_type]).toEqual([401, 'PermissionException']);
    const second = await client.get('/api/v1/agents/me');
    expect([second.status, second.json().error_type]).toEqual([401, 'GeneralException']);
    const login = await client.post('/api/v1/login', { email: 'gone@desk.test', password: testPassword });
    expect([login.status, login.json().error_type]).toEqual([403, 'PermissionException']);
  });

  test('ends by navigating to /logout: no token, 302 to /, cookies forgotten, availability as it was', async () => {
    const client = await ForeignClient.signedIn(address, adminEmail);
    const session = client.cookies.get('bellhop_session')!;
    const answer = await client.send('GET', '/logout', { headers: { 'x-csrftoken': null, accept: 'text/html' } });
    expect([answer.status, answer.headers.location]).toEqual([302, '/']);
    expect(answer.headers['cache-control']).toMatch(/no-store/);
    const forgotten = answer.headers['set-cookie']!.find((one) => one.startsWith('bellhop_session='));
    expect(forgotten).toMatch(/Path=\/;.*Max-Age=0/);
    client.cookies.set('bellhop_session', session);
    expect((await client.get('/api/v1/agents/me')).status).toBe(401);
    expect((await new ForeignClient(address).send('GET', '/logout')).headers.location).toBe('/');
    const { rows } = await desk.pool.query('select availability_status from users where email = $1', [adminEmail]);
    expect(rows[0].availability_status).toBe('online');
  });
});

describe('pages (wire A 3.6)', () => {
  test.each([
    '/inboxes/assigned',
    '/inboxes/all/conversation/1?x=1',
    '/admin',
    '/account/profile',
    '/teams/1',
    '/views/1',
  ])('%s leads a stranger to the login page, which leads back', async (path) => {
    const stranger = new ForeignClient(address);
    const answer = await stranger.send('GET', path);
    expect([answer.status, answer.headers.location]).toEqual([302, `/?next=${encodeURIComponent(path)}`]);
    const agent = await ForeignClient.signedIn(address, adminEmail);
    const back = await agent.send('GET', answer.headers.location!);
    expect([back.status, back.headers.location]).toEqual([302, path]);
  });

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '%2f%2fevil.example', 'javascript:alert(1)'])(
    'next=%s leads nowhere else',
    async (next) => {
      const agent = await ForeignClient.signedIn(address, adminEmail);
      const answer = await agent.send('GET', `/?next=${next}`);
      expect([answer.status, answer.headers.location]).toEqual([302, '/inboxes/assigned']);
    },
  );

  test('a cookie that leads nowhere is dropped, and the page comes all the same', async () => {
    const client = new ForeignClient(address);
    client.cookies.set('bellhop_session', 'x'.repeat(64));
    const answer = await client.send('GET', '/');
    expect(answer.status).not.toBe(401);
    expect(client.cookies.has('bellhop_session')).toBe(false);
  });
});

describe('what the client loads at its start (wire A 3.7, wire B 16)', () => {
  test('every list that exists is an array under data, with valid times', async () => {
    await desk.addTeam('Billing');
    await desk.pool.query("insert into tags (name) values ('returns')");
    const client = await ForeignClient.signedIn(address, adminEmail);
    for (const path of [
      'statuses',
      'priorities',
      'agents/compact',
      'teams/compact',
      'inboxes',
      'tags',
      'custom-attributes',
      'agents/me/teams',
      'sla',
      'business-hours',
      'macros',
      'views/me',
    ]) {
      const answer = await client.get(`/api/v1/${path}`);
      expect(answer.status, path).toBe(200);
      const rows = answer.data<Record<string, unknown>[]>();
      expect(Array.isArray(rows), path).toBe(true);
      for (const row of rows) {
        expect(row.id, path).toEqual(expect.any(Number));
        for (const key of ['created_at', 'updated_at'].filter((one) => one in row)) expect(row[key]).toMatch(rfc3339);
      }
    }
  });

  test('a single sign-on nobody has set up is an empty list on the login page, not an error', async () => {
    const answer = await new ForeignClient(address).get('/api/v1/oidc/enabled');
    expect([answer.status, answer.data()]).toEqual([200, []]);
  });

  test('agents without any permission get the names of business hours and policies', async () => {
    await desk.addAgent({ email: 'plain@desk.test', permissions: [] });
    await desk.pool.query(
      "insert into business_hours (name, updated_at) values ('Night', now() + interval '1 hour'), ('Old', '2001-01-01Z')",
    );
    const client = await ForeignClient.signedIn(address, 'plain@desk.test');
    const hours = (await client.get('/api/v1/business-hours')).data<{ name: string }[]>();
    expect(hours.map(({ name }) => name)).toEqual(['Night', 'Default', 'Old']);
    expect(hours[1]).toMatchObject({
      id: expect.any(Number),
      created_at: expect.stringMatching(rfc3339),
      updated_at: expect.stringMatching(rfc3339),
      name: 'Default',
      description: expect.any(String),
    });
    const policies = (await client.get('/api/v1/sla')).data<object[]>();
    expect(policies).toEqual([
      {
        id: expect.any(Number),
        created_at: expect.stringMatching(rfc3339),
        updated_at: expect.stringMatching(rfc3339),
        name: 'Default',
      },
    ]);
    expect((await client.get('/api/v1/business-hours/1')).status).toBe(403);
    expect((await client.get('/api/v1/sla/1')).status).toBe(403);
  });

  test('names, order and shape of the fixed vocabulary', async () => {
    const client = await ForeignClient.signedIn(address, adminEmail);
    const statuses = (await client.get('/api/v1/statuses')).data<{ id: number; name: string; category: string }[]>();
    expect(statuses.map(({ id, name, category }) => [id, name, category])).toEqual([
      [1, 'Open', 'open'],
      [2, 'Snoozed', 'waiting'],
      [3, 'Resolved', 'resolved'],
      [4, 'Closed', 'resolved'],
    ]);
    const priorities = (await client.get('/api/v1/priorities')).data<{ id: number; name: string }[]>();
    expect(priorities.map(({ id, name }) => [id, name])).toEqual([
      [1, 'Low'],
      [2, 'Medium'],
      [3, 'High'],
    ]);
  });

  test('compact agents hide System and deleted ones and show disabled ones; inboxes show no secret', async () => {
    await desk.addAgent({ email: 'off@desk.test', enabled: false });
    const gone = await desk.addAgent({ email: 'deleted@desk.test' });
    await desk.pool.query('update users set deleted_at = now() where id = $1', [gone]);
    const client = await ForeignClient.signedIn(address, adminEmail);
    const agents = (await client.get('/api/v1/agents/compact')).data<Record<string, unknown>[]>();
    expect(agents.every((agent) => agent.type === 'agent' && agent.first_name !== 'System')).toBe(true);
    expect(agents.some((agent) => agent.enabled === false)).toBe(true);
    expect(agents.some((agent) => agent.id === gone)).toBe(false);
    for (const member of ['id', 'first_name', 'last_name', 'enabled', 'avatar_url']) {
      expect(agents.every((agent) => member in agent)).toBe(true);
    }
    const inboxes = await client.get('/api/v1/inboxes');
    expect(inboxes.data<object[]>()[0]).toMatchObject({ channel: 'email', enabled: true, config: null });
  });

  test('custom attributes come complete: arrays and texts, never null (checklist 14)', async () => {
    await desk.pool.query(
      `insert into custom_attributes (applies_to, name, key, data_type) values ('contact', 'Plan', 'plan', 'list')`,
    );
    const client = await ForeignClient.signedIn(address, adminEmail);
    const path = '/api/v1/custom-attributes';
    for (const applies_to of [undefined, '', 'contact']) {
      const [row] = (await client.get(path, { applies_to })).data<object[]>();
      expect(row).toMatchObject({ values: [], regex: '', regex_hint: '', description: '', data_type: 'list' });
    }
    expect((await client.get(path, { applies_to: 'conversation' })).data()).toEqual([]);
    expect((await client.get(path, { applies_to: 'nothing' })).data()).toEqual([]);
  });
});

describe('availability (wire A 5.6)', () => {
  const statusOf = async (client: ForeignClient) =>
    (await client.get('/api/v1/agents/me')).data<AgentOnWire>().availability_status;

  test('what the idle timer and the switches send', async () => {
    await desk.addAgent({ email: 'idle@desk.test' });
    const client = await ForeignClient.signedIn(address, 'idle@desk.test');
    const put = (status: string) => client.put('/api/v1/agents/me/availability', { status });
    for (const [sent, then] of [
      ['away', 'away'],
      ['online', 'online'],
      ['away_manual', 'away_manual'],
      ['away', 'away_manual'],
      ['away_and_reassigning', 'away_and_reassigning'],
      ['away_manual', 'away_manual'],
      ['online', 'online'],
      ['offline', 'offline'],
    ] as const) {
      expect((await put(sent)).json()).toEqual({ status: 'success', data: true });
      expect(await statusOf(client), sent).toBe(then);
    }
    const answer = await put('busy');
    expect([answer.status, answer.json().error_type]).toEqual([400, 'InputException']);
  });
});
