import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { renewSettings } from '../settings/index.ts';

let desk: Harness;
let admin: ApiClient;
/** A provider of the test's own, which answers what `document` says. */
let server: Server;
let issuer: string;
let document: (path: string) => { status?: number; body: unknown };
let asked: string[];

const proper = () => ({
  body: {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  },
});

beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
  server = createServer((request, response) => {
    asked.push(request.url!);
    const { status = 200, body } = document(request.url!);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/main`;
});
afterAll(async () => {
  server.close();
  await desk.close();
});
beforeEach(async () => {
  asked = [];
  document = proper;
  await allowPrivate(true);
});

async function allowPrivate(isAllowed: boolean) {
  await desk.pool.query(
    `insert into settings (key, value) values ('app.allow_private_addresses', $1)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(isAllowed)],
  );
  await renewSettings(desk.app.deps.db);
}

const input = () => ({
  provider: 'Custom' as const,
  name: 'Company login',
  provider_url: issuer,
  client_id: 'desk-app',
  client_secret: 'Very-Secret-1',
  enabled: true,
});

async function create(more: object = {}) {
  const answer = await admin.call('oidc.create', { body: { ...input(), ...more } });
  expect(answer.status, answer.body.message).toBe(200);
  const id = Number(/\/oidc\/(\d+)\/finish$/.exec(answer.data)![1]);
  return { id, params: { id }, redirect_uri: answer.data };
}

const storedSecret = async (id: number) => {
  const { rows } = await desk.pool.query<{ client_secret: string }>(
    'select client_secret from oidc_providers where id = $1',
    [id],
  );
  return rows[0]!.client_secret;
};

const lastChange = async () =>
  (await desk.pool.query('select activity_type, params from activity_logs order by id desc limit 1')).rows[0];

test('added after it has answered, enabled, with its secret sealed and shown as ten bullets', async () => {
  const { id, params, redirect_uri } = await create({ enabled: false, client_secret: ' Very-Secret-1 ' });
  expect(asked).toEqual(['/realms/main/.well-known/openid-configuration']);
  expect(redirect_uri).toBe(`http://desk.test/api/v1/oidc/${id}/finish`);
  const { data } = await admin.call('oidc.get', { params });
  expect(data).toMatchObject({
    ...input(),
    id,
    client_secret: '••••••••••',
    redirect_uri,
    logo_url: '',
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect((await admin.call('oidc.list')).data).toEqual([data]);
  expect(desk.app.deps.sealer.open(await storedSecret(id))).toBe('Very-Secret-1');
  const change = await lastChange();
  expect(change).toMatchObject({
    activity_type: 'oidc_created',
    params: { name: 'Company login', changes: { client_secret: { before: null, after: '••••••••••' } } },
  });
  expect(JSON.stringify(change)).not.toMatch(/sealed:|Very-Secret/);
});

test('an empty secret and the mask keep the stored one; another takes its place', async () => {
  const { id, params } = await create();
  const before = await storedSecret(id);
  for (const client_secret of ['', '••••••••••', 'new•']) {
    const changed = await admin.call('oidc.update', { params, body: { ...input(), name: 'Renamed', client_secret } });
    expect(changed).toMatchObject({ status: 200, data: true });
    expect(await storedSecret(id)).toBe(before);
  }
  expect((await lastChange()).params.changes).toEqual({ name: { before: 'Company login', after: 'Renamed' } });
  await admin.call('oidc.update', { params, body: { ...input(), client_secret: 'Another-1' } });
  expect(desk.app.deps.sealer.open(await storedSecret(id))).toBe('Another-1');
  expect((await lastChange()).params.changes.client_secret).toEqual({ before: '••••••••••', after: '••••••••••' });
});

test('without a secret the single read has none, and the list its mask', async () => {
  const { params, id } = await create({ client_secret: '' });
  expect((await admin.call('oidc.get', { params })).data).not.toHaveProperty('client_secret');
  const row = (await admin.call('oidc.list')).data.find((one) => one.id === id)!;
  expect(row.client_secret).toBe('••••••••••');
});

test('the login page is offered those that are enabled, latest first, and nothing else of them', async () => {
  await desk.pool.query('delete from oidc_providers');
  const first = await create({ name: 'First' });
  const google = await create({ name: 'Google', provider: 'Google' });
  const { params } = await create({ name: 'Off' });
  await admin.call('oidc.update', { params, body: { ...input(), name: 'Off', enabled: false } });
  const { data } = await desk.anonymous().call('oidc.enabled');
  expect(data).toEqual([
    { id: google.id, name: 'Google', provider: 'Google', logo_url: '/images/google-logo.png' },
    { id: first.id, name: 'First', provider: 'Custom', logo_url: '' },
  ]);
  expect(await admin.call('oidc.remove', { params: google.params })).toMatchObject({ status: 200, data: true });
  expect(await lastChange()).toMatchObject({ activity_type: 'oidc_deleted' });
  expect((await desk.anonymous().call('oidc.enabled')).data.map(({ name }) => name)).toEqual(['First']);
});

test('the address of the document stands for its issuer', async () => {
  const { params } = await create({ provider_url: ` ${issuer}/.well-known/openid-configuration ` });
  expect((await admin.call('oidc.get', { params })).data.provider_url).toBe(issuer);
});

const refusals: [what: string, answer: () => { status?: number; body: unknown }, code: string, reason: RegExp][] = [
  [
    'another issuer',
    () => ({ body: { ...proper().body, issuer: `${issuer}/` } }),
    'oidc.other_issuer',
    /calls itself http/,
  ],
  ['no issuer', () => ({ body: { ...proper().body, issuer: undefined } }), 'oidc.no_document', /no discovery document/],
  [
    'nothing there',
    () => ({ status: 404, body: {} }),
    'oidc.no_document',
    /no discovery document at http.*configuration$/,
  ],
  ['a page', () => ({ body: '<!doctype html>' }), 'oidc.no_document', /no discovery document/],
  ['a redirect', () => ({ status: 302, body: {} }), 'oidc.no_document', /no discovery document/],
  ['too much', () => ({ body: `"${'x'.repeat(600_000)}"` }), 'oidc.unreachable', /more than 500000 bytes/],
  [
    'no way to exchange codes',
    () => ({ body: { ...proper().body, token_endpoint: undefined } }),
    'oidc.incomplete',
    /lacks token_endpoint/,
  ],
];
test.each(refusals)(
  'a provider that answers with %s is refused, and nothing stored',
  async (_what, answer, code, reason) => {
    const { params } = await create();
    const { data: before } = await admin.call('oidc.list');
    document = answer;
    const refused = {
      status: 400,
      body: { error_type: 'InputException', code, data: { provider_url: expect.stringMatching(reason) } },
    };
    expect(await admin.call('oidc.test', { body: { provider_url: issuer } })).toMatchObject(refused);
    expect(await admin.call('oidc.create', { body: input() })).toMatchObject(refused);
    expect(await admin.call('oidc.update', { params, body: { ...input(), name: 'Never' } })).toMatchObject(refused);
    expect((await admin.call('oidc.list')).data).toEqual(before);
  },
);

test('one that does not answer any more can be switched off, and others are asked for all the same', async () => {
  const { params } = await create({ name: 'Broken' });
  document = () => ({ status: 500, body: {} });
  const body = { ...input(), name: 'Broken', enabled: false };
  expect((await admin.call('oidc.update', { params, body })).status).toBe(200);
  expect((await admin.call('oidc.update', { params, body: { ...body, enabled: true } })).status).toBe(400);
  expect((await admin.call('oidc.get', { params })).data.enabled).toBe(false);
  document = proper;
  await create({ name: 'Sound' });
});

test('private networks and plain http are refused unless the settings allow them, and are not even asked', async () => {
  await allowPrivate(false);
  const refuse = async (provider_url: string, code: string) => {
    const answer = await admin.call('oidc.test', { body: { provider_url } });
    expect(answer, provider_url).toMatchObject({
      status: 400,
      body: { code, data: { provider_url: expect.any(String) } },
    });
  };
  const { port } = server.address() as AddressInfo;
  await refuse(issuer, 'oidc.not_encrypted');
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '2130706433']) {
    await refuse(`https://${host}:${port}/realms/main`, 'oidc.private_address');
  }
  await refuse('https://nowhere.invalid', 'oidc.unreachable');
  expect(asked).toEqual([]);
});

test('what a provider says about itself is told before anything is stored', async () => {
  const { data } = await admin.call('oidc.test', { body: { provider_url: issuer } });
  expect(data).toEqual({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    pkce: true,
  });
});

test.each([
  [{ provider: 'Other' }, 'provider'],
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(141) }, 'name'],
  [{ name: 'Comp\u202eany' }, 'name'],
  [{ provider_url: 'id.example.com' }, 'provider_url'],
  [{ provider_url: 'javascript:alert(1)' }, 'provider_url'],
  [{ provider_url: 'https://user:pass@id.example.com' }, 'provider_url'],
  [{ provider_url: 'https://id.example.com/?a=b' }, 'provider_url'],
  [{ provider_url: 'file:///etc/passwd' }, 'provider_url'],
  [{ client_id: '' }, 'client_id'],
  [{ client_id: 'a b' }, 'client_id'],
  [{ client_secret: 7 }, 'client_secret'],
  [{ client_secret: 'a\u0000' }, 'client_secret'],
  [{ enabled: 'maybe' }, 'enabled'],
])('%j is refused, and the member named', async (member, named) => {
  const answer = await admin.call('oidc.create', { body: { ...input(), ...member } as ReturnType<typeof input> });
  expect(answer).toMatchObject({ status: 400, body: { error_type: 'InputException' } });
  expect(answer.body.data).toHaveProperty([named]);
  expect(asked).toEqual([]);
});

test('unknown ones are not found, and the second of two who save is told before the provider is asked', async () => {
  const unknown = { params: { id: 999_999 } };
  for (const call of ['oidc.get', 'oidc.remove'] as const) expect((await admin.call(call, unknown)).status).toBe(404);
  expect((await admin.call('oidc.update', { ...unknown, body: input() })).status).toBe(404);
  const { params } = await create();
  const { updated_at } = (await admin.call('oidc.get', { params })).data;
  const body = { ...input(), name: 'Mine', based_on: updated_at };
  expect((await admin.call('oidc.update', { params, body })).status).toBe(200);
  asked = [];
  expect(await admin.call('oidc.update', { params, body: { ...body, name: 'Theirs' } })).toMatchObject({
    status: 409,
    body: { error_type: 'ConflictException' },
  });
  expect(asked).toEqual([]);
});

test('who comes for the first time is created only with roles and domains, and nobody gives more than they have', async () => {
  const creation = {
    creates_agents: true,
    agent_roles: ['Agent'],
    agent_domains: ['@Example.COM', 'b.example', 'example.com'],
  };
  const { params } = await create(creation);
  const stored = { creates_agents: true, agent_roles: ['Agent'], agent_domains: ['b.example', 'example.com'] };
  expect((await admin.call('oidc.get', { params })).data).toMatchObject({ ...stored, ends_session: false });
  expect((await lastChange()).params.changes).toMatchObject({ agent_roles: { before: null, after: ['Agent'] } });
  const { data: roles } = await admin.call('roles.list');
  const usage = await admin.call('roles.usage', { params: { id: roles.find(({ name }) => name === 'Agent')!.id } });
  expect(usage.data.used_by).toContainEqual({ entity: 'oidc', id: params.id, name: 'Company login' });
  // The foreign client knows nothing of it, and changes nothing.
  expect((await admin.call('oidc.update', { params, body: input() })).status).toBe(200);
  expect((await admin.call('oidc.get', { params })).data).toMatchObject(stored);

  for (const [member, wrong, status] of [
    ['agent_roles', [], 400],
    ['agent_roles', ['No such role'], 400],
    ['agent_domains', [], 400],
    ['agent_domains', ['example'], 400],
    ['agent_domains', ['a b.example'], 400],
  ] as const) {
    const body = { ...input(), ...creation, [member]: [...wrong] };
    const answer = await admin.call('oidc.update', { params, body });
    expect([answer.status, Object.keys(answer.body.data as unknown as object).join()], JSON.stringify(wrong)).toEqual([
      status,
      expect.stringContaining(member),
    ]);
  }
  expect((await admin.call('oidc.create', { body: { ...input(), creates_agents: true } })).status).toBe(400);

  await desk.addAgent({ email: 'lesser@desk.test', permissions: ['oidc:manage'] });
  const lesser = await desk.as('lesser@desk.test');
  for (const body of [
    input(),
    { ...input(), ...creation },
    { ...input(), creates_agents: false, agent_roles: ['Admin'] },
  ]) {
    expect(await lesser.call('oidc.update', { params, body })).toMatchObject({
      status: 403,
      body: { code: 'agent.role_exceeds', data: { agent_roles: expect.any(String) } },
    });
  }
  expect((await lesser.call('oidc.update', { params, body: { ...input(), creates_agents: false } })).status).toBe(200);
  expect((await admin.call('oidc.get', { params })).data).toMatchObject({ ...stored, creates_agents: false });
});
