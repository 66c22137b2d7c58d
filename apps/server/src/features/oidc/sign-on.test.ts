import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { adminEmail, createHarness, type Harness } from '../../../test/harness.ts';
import { clientId, clientSecret, type IdToken, type OidcServer, startOidcServer } from '../../../test/oidc-server.ts';
import { renewSettings } from '../settings/index.ts';
import { findProvider } from './oidc.queries.ts';
import { createProviderClients } from './provider-clients.ts';
import { signOnErrorOf } from './sign-on-error.ts';

const root = 'http://desk.test';
let desk: Harness;
let admin: ApiClient;
let provider: OidcServer;
let ana: number;
/** The row of the provider that the tests ask. */
let id: number;

beforeAll(async () => {
  [desk, provider] = await Promise.all([createHarness(), startOidcServer(root)]);
  admin = await desk.as();
  ana = await desk.addAgent({ email: 'Ana@example.com', first_name: 'Ana' });
  await allowPrivate(true);
  id = await add();
});
afterAll(async () => {
  await provider.close();
  await desk.close();
});
beforeEach(async () => {
  provider.intercept = undefined;
  provider.rewrite = undefined;
  provider.people.clear();
  provider.people.set('ana', { email: 'ana@Example.com', email_verified: true, given_name: 'Ana' });
  await desk.pool.query('delete from login_attempts');
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
  provider_url: provider.issuer,
  client_id: clientId,
  client_secret: clientSecret,
  enabled: true,
});

async function add(more: object = {}): Promise<number> {
  const answer = await admin.call('oidc.create', { body: { ...input(), ...more } });
  expect(answer.status, answer.body.message).toBe(200);
  return Number(/\/oidc\/(\d+)\/finish$/.exec(answer.data)![1]);
}

async function change(more: object, of = id): Promise<void> {
  const answer = await admin.call('oidc.update', {
    params: { id: of },
    body: { ...input(), client_secret: '', ...more },
  });
  expect(answer.status, answer.body.message).toBe(200);
}

/** Opens an address of the desk as a browser does; answers where it is sent. */
async function go(browser: ApiClient, address: string): Promise<string> {
  const answer = await browser.fetch(address);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  return answer.headers.get('location')!;
}
const start = (browser: ApiClient, { next = '', of = id }: { next?: string; of?: number | string } = {}) =>
  go(browser, `/api/v1/oidc/${of}/login${next && `?next=${encodeURIComponent(next)}`}`);

/** Goes to the provider and back, up to the callback, which is left to the test. */
async function away(
  browser: ApiClient,
  { login = 'ana', ...options }: { login?: string | null; next?: string; of?: number } = {},
) {
  const back = await provider.visit(await start(browser, options), login);
  expect(back.origin + back.pathname).toBe(`${root}/api/v1/oidc/${options.of ?? id}/finish`);
  return back;
}
const finish = (browser: ApiClient, back: URL) => go(browser, back.pathname + back.search);

/** The whole way; answers where it ends and whose session the browser has. */
async function signOn(options: { login?: string | null; next?: string; of?: number } = {}, browser = desk.anonymous()) {
  const end = await finish(browser, await away(browser, options));
  const { data } = await browser.call('agents.me');
  return { end, agent: data, browser };
}

async function refuse(end: string, problem: string, browser?: ApiClient) {
  const { pathname, searchParams } = new URL(end, root);
  expect([pathname, searchParams.get('error')]).toEqual(['/', problem]);
  expect(searchParams.get('request')).toMatch(/^[0-9a-f-]{36}$/);
  expect(end).not.toContain(provider.issuer);
  if (browser) expect(browser.cookies.has('bellhop_session')).toBe(false);
}
const lastActivity = async () =>
  (await desk.pool.query('select activity_type, params, target_model_id from activity_logs order by id desc limit 1'))
    .rows[0];

describe('signing on', () => {
  test('leads to the provider with PKCE, state and nonce, and back to where one wanted to go, signed in', async () => {
    const browser = desk.anonymous();
    const address = new URL(await start(browser, { next: '/contacts?page=2' }));
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: clientId,
      redirect_uri: `${root}/api/v1/oidc/${id}/finish`,
      response_type: 'code',
      scope: 'openid profile email',
      state: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
      code_challenge: expect.stringMatching(/^.{43}$/),
      code_challenge_method: 'S256',
    });
    const answer = await browser.fetch(`/api/v1/oidc/${id}/login`);
    expect(answer.headers.getSetCookie().join()).toMatch(
      /^bellhop_sign_on=[A-Za-z0-9]{64}; Path=\/; SameSite=Lax; Max-Age=600; HttpOnly$/,
    );
    await desk.pool.query("update users set availability_status = 'away_manual', last_login_at = null where id = $1", [
      ana,
    ]);
    const { end, agent } = await signOn({ next: '/contacts?page=2' }, browser);
    expect([end, agent.id, agent.availability_status]).toEqual(['/contacts?page=2', ana, 'away_manual']);
    expect(agent.last_login_at).not.toBeNull();
    expect(browser.cookies.get('csrf_token')).toMatch(/^\w+$/);
    expect(await lastActivity()).toMatchObject({ activity_type: 'agent_login', target_model_id: ana });
  });

  test('keeps verifier and nonce in a row that the callback takes away', async () => {
    const browser = desk.anonymous();
    const back = await away(browser);
    const count = async () => Number((await desk.pool.query('select count(*) from oidc_sign_ons')).rows[0].count);
    const before = await count();
    expect((await desk.pool.query('select state_hash::text from oidc_sign_ons')).rows.join()).not.toContain(
      back.searchParams.get('state'),
    );
    await finish(browser, back);
    expect(await count()).toBe(before - 1);
  });

  test.each([
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/inboxes/assigned', '/inboxes/assigned'],
  ])('to %s leads to %s', async (next, expected) => {
    expect((await signOn({ next })).end).toBe(expected);
  });

  test('ends the session that the browser had, and gives it another id', async () => {
    const browser = await desk.as();
    const before = browser.cookies.get('bellhop_session')!;
    const { agent } = await signOn({}, browser);
    expect(agent.id).toBe(ana);
    expect(browser.cookies.get('bellhop_session')).not.toBe(before);
    const old = desk.anonymous();
    old.cookies.set('bellhop_session', before);
    expect((await old.call('agents.me')).status).toBe(401);
  });

  test('in two windows of one browser ends well in either', async () => {
    const browser = desk.anonymous();
    const one = await away(browser, { next: '/contacts' });
    const other = await away(browser, { next: '/account' });
    expect(await finish(browser, one)).toBe('/contacts');
    expect(await finish(browser, other)).toBe('/account');
  });

  test('knows people by their subject once they came, whatever becomes of their address', async () => {
    await signOn();
    provider.people.set('ana', { email: adminEmail, email_verified: true });
    expect((await signOn()).agent.id).toBe(ana);
    provider.people.set('ana', {});
    expect((await signOn()).agent.id).toBe(ana);
  });

  test('takes the address out of the id token too', async () => {
    provider.people.set('bo', {});
    provider.rewrite = (token) => ({
      ...token,
      claims: { ...token.claims, email: 'ANA@example.com', email_verified: true },
    });
    provider.asked = [];
    expect((await signOn({ login: 'bo' })).agent.id).toBe(ana);
    expect(provider.asked.some((path) => path.startsWith('/me'))).toBe(false);
  });

  test('asks for document and keys once, until the provider is changed', async () => {
    await signOn();
    provider.asked = [];
    await signOn();
    const fetched = () => provider.asked.filter((path) => /well-known|jwks/.test(path));
    expect(fetched()).toEqual([]);
    await change({ name: 'Renamed' });
    provider.asked = [];
    await signOn();
    expect(fetched()).toHaveLength(2);
  });

  test('posts the secret to those that take it no other way', async () => {
    const ways: (string | undefined)[] = [];
    provider.intercept = (request, response) => {
      if (request.url === '/token') ways.push(request.headers.authorization?.split(' ')[0]);
      if (!request.url!.startsWith('/.well-known')) return false;
      return answer(response, { ...document(), token_endpoint_auth_methods_supported: ['client_secret_post'] });
    };
    await change({ name: 'Posts' });
    await signOn();
    provider.intercept = (request) => {
      if (request.url === '/token') ways.push(request.headers.authorization?.split(' ')[0]);
      return false;
    };
    await change({ name: 'Company login' });
    await signOn();
    expect(ways).toEqual([undefined, 'Basic']);
  });

  test('does not count twice among the sign-ins of an address, and is limited as they are', async () => {
    const browser = desk.anonymous();
    const back = await away(browser);
    await finish(browser, back);
    const { rows } = await desk.pool.query('select count(*)::int from login_attempts');
    expect(rows[0].count).toBe(1);
    await desk.pool.query(
      "insert into login_attempts (ip, email, succeeded) select '127.0.0.1', '', false from generate_series(2, 30)",
    );
    provider.asked = [];
    await refuse(await start(desk.anonymous()), 'too_many');
    // Callbacks that belong to nothing are.
    await refuse(await finish(desk.anonymous(), back), 'too_many');
    expect(provider.asked).toEqual([]);
    expect((await desk.anonymous().call('auth.login', { body: { email: adminEmail, password: 'x' } })).status).toBe(
      429,
    );
  });
});

test('another process ends what one began, and knows at once that a provider is switched off', async () => {
  const second = await createHarness({ share: desk });
  try {
    const browser = desk.anonymous();
    const [one, two] = [await away(browser), await away(browser)];
    const elsewhere = second.anonymous();
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    expect(await finish(elsewhere, one)).toBe('/');
    expect((await elsewhere.call('agents.me')).data.id).toBe(ana);
    await change({ enabled: false });
    await refuse(await finish(elsewhere, two), 'unknown_provider');
    await refuse(await start(second.anonymous()), 'unknown_provider');
  } finally {
    await change({ enabled: true });
    await second.close();
  }
});

describe('signing out', () => {
  const logout = (browser: ApiClient) => go(browser, '/logout');

  test('ends the session here alone unless the provider is to be told', async () => {
    const { browser } = await signOn();
    expect(await logout(browser)).toBe('/');
    await change({ ends_session: true });
    const { browser: other } = await signOn();
    expect((await desk.pool.query('select logout_address from oidc_sessions')).rows[0].logout_address).toMatch(
      /^sealed:/,
    );
    const address = new URL(await logout(other));
    expect(address.origin).toBe(provider.issuer);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: clientId,
      id_token_hint: expect.stringMatching(/^ey/),
      post_logout_redirect_uri: `${root}/`,
    });
    expect((await fetch(address)).status).toBe(200);
    expect((await other.call('agents.me')).status).toBe(401);
    expect((await desk.pool.query('select from oidc_sessions')).rows).toEqual([]);
  });

  test('leads nowhere else when a password was used, or the provider was switched over meanwhile', async () => {
    await change({ ends_session: true });
    expect(await logout(await desk.as('Ana@example.com'))).toBe('/');
    const { browser } = await signOn();
    await change({ ends_session: false });
    expect(await logout(browser)).toBe('/');
  });
});

describe('a callback is refused', () => {
  test('a second time, and after ten minutes', async () => {
    const browser = desk.anonymous();
    const back = await away(browser);
    await finish(browser, back);
    await refuse(await finish(browser, back), 'state');
    const late = await away(desk.anonymous());
    await desk.pool.query("update oidc_sign_ons set created_at = now() - interval '10 minutes 1 second'");
    await refuse(await finish(browser, late), 'state');
    expect(await lastActivity()).toMatchObject({
      activity_type: 'agent_login_failed',
      params: { reason: 'oidc_state' },
    });
  });

  test('in another browser, and is lost for the first one too', async () => {
    const browser = desk.anonymous();
    const back = await away(browser);
    const other = desk.anonymous();
    await start(other);
    await refuse(await finish(other, back), 'state', other);
    await refuse(await finish(browser, back), 'state', browser);
    await refuse(await finish(desk.anonymous(), await away(desk.anonymous())), 'state');
  });

  test.each(['', 'state=', 'state=wrong', 'state=a&state=b', 'error=access_denied', 'state=%00'])(
    'with %j alone',
    async (query) => {
      const browser = desk.anonymous();
      await start(browser);
      const answer = await browser.fetch(`/api/v1/oidc/${id}/finish?code=abc&${query}`);
      // What no row can hold is refused as everywhere.
      if (query.includes('%00')) expect(answer.status).toBe(400);
      else await refuse(answer.headers.get('location')!, 'state', browser);
    },
  );

  test('at another provider than it was for', async () => {
    const other = await add({ name: 'Other' });
    const browser = desk.anonymous();
    const back = await away(browser);
    back.pathname = `/api/v1/oidc/${other}/finish`;
    await refuse(await finish(browser, back), 'state', browser);
  });

  test.each([
    ['whose code was used or is over', 'state', async (back: URL) => provider.expire(back.searchParams.get('code')!)],
    ['whose code is another', 'state', (back: URL) => back.searchParams.set('code', 'x'.repeat(43))],
    [
      'that names another issuer',
      'not_verifiable',
      (back: URL) => back.searchParams.set('iss', 'https://evil.example'),
    ],
    ['without a code', 'not_verifiable', (back: URL) => back.searchParams.delete('code')],
  ])('%s', async (_what, problem, spoil) => {
    const browser = desk.anonymous();
    const back = await away(browser, { next: '/contacts' });
    await spoil(back);
    const end = await finish(browser, back);
    await refuse(end, problem, browser);
    expect(new URL(end, root).searchParams.get('next')).toBe('/contacts');
    expect((await lastActivity()).params).toMatchObject({ reason: `oidc_${problem}`, name: 'Company login' });
  });

  test('when its person did not want to', async () => {
    const browser = desk.anonymous();
    await refuse(await finish(browser, await away(browser, { login: null })), 'refused', browser);
    expect((await lastActivity()).params.detail).toContain('access_denied, they did not want to');
  });

  test('when the provider was changed, switched off or deleted meanwhile', async () => {
    const other = await add({ name: 'Other' });
    const browser = desk.anonymous();
    const [one, two, three] = [
      await away(browser, { of: other }),
      await away(browser, { of: other }),
      await away(browser, { of: other }),
    ];
    await change({ name: 'Renamed' }, other);
    await refuse(await finish(browser, one), 'state', browser);
    await change({ name: 'Renamed', enabled: false }, other);
    await refuse(await finish(browser, two), 'unknown_provider', browser);
    await refuse(await start(browser, { of: other }), 'unknown_provider');
    await admin.call('oidc.remove', { params: { id: other } });
    await refuse(await finish(browser, three), 'state', browser);
    await refuse(await start(browser, { of: other }), 'unknown_provider');
  });
});

test.each(['0', '-1', 'x', '99999999999', '1e1', '%00'])('an id such as %s is of no provider', async (of) => {
  await refuse(await start(desk.anonymous(), { of }), 'unknown_provider');
});

const now = () => Math.floor(Date.now() / 1000);
const tokens: [what: string, rewrite: NonNullable<OidcServer['rewrite']>, isTaken: boolean][] = [
  ['of another issuer', (token) => withClaims(token, { iss: 'https://evil.example' }), false],
  ['for another client', (token) => withClaims(token, { aud: 'somebody-else' }), false],
  ['with another nonce', (token) => withClaims(token, { nonce: 'another' }), false],
  ['without a nonce', (token) => withClaims(token, { nonce: undefined }), false],
  ['with another signature', (token) => ({ ...token, signature: 'x'.repeat(342) }), false],
  ['without a signature', (token) => ({ ...token, header: { alg: 'none' }, signature: '' }), false],
  ['signed with the secret', (token) => ({ ...token, header: { ...token.header, alg: 'HS256' } }), false],
  ['signed with an unknown key', (token) => ({ ...token, header: { ...token.header, kid: 'two' } }), false],
  [
    'of an hour ahead',
    (token) => withClaims(token, { nbf: now() + 3600, iat: now() + 3600, exp: now() + 7200 }),
    false,
  ],
  ['of an hour ago', (token) => withClaims(token, { iat: now() - 3700, exp: now() - 3600 }), false],
  ['of seconds ahead', (token) => withClaims(token, { nbf: now() + 5, iat: now() + 5 }), true],
  ['of seconds ago', (token) => withClaims(token, { iat: now() - 600, exp: now() - 5 }), true],
  ['of another subject than userinfo', (token) => withClaims(token, { sub: 'bo' }), false],
];
const withClaims = (token: IdToken, claims: object): IdToken => ({ ...token, claims: { ...token.claims, ...claims } });

test.each(tokens)('an id token %s', async (_what, rewrite, isTaken) => {
  provider.rewrite = rewrite;
  const browser = desk.anonymous();
  const end = await finish(browser, await away(browser));
  if (isTaken) expect(end).toBe('/');
  else await refuse(end, 'not_verifiable', browser);
});

describe('who it is', () => {
  const comeAs = async (claims: object, login = 'new', of = id) => {
    provider.people.set(login, { ...claims });
    const browser = desk.anonymous();
    return { browser, end: await finish(browser, await away(browser, { login, of })) };
  };

  test.each([
    ['an address that nobody has', { email: 'nobody@example.com', email_verified: true }, 'unknown_agent'],
    ['an address that is not verified', { email: 'ana@example.com', email_verified: false }, 'unverified'],
    ['an address that is said not to be verified', { email: 'ana@example.com', email_verified: 'false' }, 'unverified'],
    ['no address', { email_verified: true }, 'no_email'],
    ['an address that is none', { email: 7 }, 'no_email'],
    ['the address of System', { email: 'System' }, 'unknown_agent'],
    ['an address that no database holds', { email: 'a\0@example.com', email_verified: false }, 'unverified'],
    ['half a character', { email: '\ud83d@example.com', email_verified: false }, 'unverified'],
    ['an unknown address that no database holds', { email: 'a\0@example.com' }, 'unknown_agent'],
  ])('%s is refused', async (_what, claims, problem) => {
    const { end, browser } = await comeAs(claims);
    await refuse(end, problem, browser);
    const { params } = await lastActivity();
    expect(params).toMatchObject({
      reason: `oidc_${problem}`,
      detail: expect.any(String),
      request: expect.any(String),
    });
  });

  test('an address about which the provider says nothing is taken', async () => {
    expect((await comeAs({ email: 'ana@example.com' }, 'quiet')).end).toBe('/');
  });

  test('a disabled agent is refused, by address and by subject', async () => {
    const bea = await desk.addAgent({ email: 'bea@example.com' });
    const claims = { email: 'bea@example.com', email_verified: true };
    expect((await comeAs(claims, 'bea')).end).toBe('/');
    await desk.pool.query('update users set enabled = false where id = $1', [bea]);
    for (const login of ['bea', 'bea elsewhere']) {
      const { end, browser } = await comeAs(claims, login);
      await refuse(end, 'disabled', browser);
    }
    expect(await lastActivity()).toMatchObject({ target_model_id: bea, params: { target_email: 'bea@example.com' } });
  });

  test('a contact with the address is no agent', async () => {
    await desk.pool.query("insert into users (type, email, first_name) values ('contact', 'con@example.com', 'Con')");
    await refuse((await comeAs({ email: 'con@example.com', email_verified: true })).end, 'unknown_agent');
  });

  describe('with creation', () => {
    let of: number;
    beforeAll(async () => {
      of = await add({ creates_agents: true, agent_roles: ['Agent'], agent_domains: ['@Example.COM', 'example.com'] });
    });

    test('an agent of an allowed domain is created once, with the roles, and signed in', async () => {
      const claims = { email: 'Kim@Example.com', email_verified: true, given_name: 'Kim', family_name: 'Lo\u202e' };
      const { end, browser } = await comeAs(claims, 'kim', of);
      expect(end).toBe('/');
      const { data } = await browser.call('agents.me');
      expect(data).toMatchObject({
        email: 'kim@example.com',
        first_name: 'Kim',
        last_name: '',
        roles: ['Agent'],
        availability_status: 'offline',
      });
      const { rows } = await desk.pool.query(
        "select actor_id, params from activity_logs where activity_type = 'agent_created' order by id desc limit 1",
      );
      expect(rows[0].params).toMatchObject({ actor_email: 'System', name: 'kim@example.com' });
      expect((await comeAs(claims, 'kim', of)).end).toBe('/');
      const { rows: all } = await desk.pool.query("select id from users where email = 'kim@example.com'");
      expect(all).toEqual([{ id: data.id }]);
    });

    test('two at once are one', async () => {
      provider.people.set('two', { email: 'two@example.com', email_verified: true });
      const browsers = [desk.anonymous(), desk.anonymous()];
      const backs = await Promise.all(browsers.map((browser) => away(browser, { login: 'two', of })));
      expect(await Promise.all(backs.map((back, n) => finish(browsers[n]!, back)))).toEqual(['/', '/']);
      expect((await desk.pool.query("select id from users where email = 'two@example.com'")).rows).toHaveLength(1);
    });

    test.each([
      ['another domain', 'eve@evil.example', 'domain'],
      ['a domain below', 'eve@sub.example.com', 'domain'],
      ['two addresses in one', 'eve@evil.example,x@example.com', 'no_email'],
      ['a disguise', 'eve\u202e@example.com', 'no_email'],
    ])('%s creates nobody', async (_what, email, problem) => {
      const before = (await desk.pool.query('select count(*) from users')).rows;
      await refuse((await comeAs({ email, email_verified: true }, 'eve', of)).end, problem);
      expect((await desk.pool.query('select count(*) from users')).rows).toEqual(before);
    });

    test('whom an administrator has deleted does not come back', async () => {
      const claims = { email: 'gone@example.com', email_verified: true };
      const { browser } = await comeAs(claims, 'gone', of);
      const { data } = await browser.call('agents.me');
      await admin.call('agents.remove', { params: { id: data.id } });
      await refuse((await comeAs(claims, 'gone', of)).end, 'unknown_agent');
    });

    test('and no role left creates nobody', async () => {
      await desk.pool.query('delete from oidc_provider_roles where provider_id = $1', [of]);
      await refuse(
        (await comeAs({ email: 'late@example.com', email_verified: true }, 'late', of)).end,
        'unknown_agent',
      );
      // A client that knows nothing of it can save all the same.
      await change({ name: 'Creates' }, of);
    });
  });
});

describe('a provider', () => {
  const isAt =
    (path: RegExp, act: (response: ServerResponse) => void): NonNullable<OidcServer['intercept']> =>
    (request, response) => {
      if (!path.test(request.url!)) return false;
      act(response);
      return true;
    };
  const garbage = (response: ServerResponse) => response.end('<!doctype html>');
  const elsewhere = (response: ServerResponse) =>
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  const broken = (response: ServerResponse) => response.writeHead(500).end();
  const cut = (response: ServerResponse) => response.destroy();
  const endless = (response: ServerResponse) => response.end(`"${'x'.repeat(600_000)}"`);

  test.each([
    ['answers garbage', garbage],
    ['leads elsewhere', elsewhere],
    ['fails', broken],
    ['breaks off', cut],
    ['answers without end', endless],
  ])('that %s is told, wherever it does, and the next try is another', async (_what, act) => {
    for (const path of [/well-known/, /\/token/, /\/me/, /\/jwks/]) {
      await change({ name: 'Company login' });
      const browser = desk.anonymous();
      if (path.source.includes('known')) {
        provider.intercept = isAt(path, act);
        await refuse(await start(browser, { next: '/contacts' }), 'unreachable', browser);
      } else {
        const back = await away(browser);
        provider.intercept = isAt(path, act);
        await refuse(await finish(browser, back), 'unreachable', browser);
      }
      provider.intercept = undefined;
    }
    expect((await signOn()).agent.id).toBe(ana);
  });

  test('that is down harms no other', async () => {
    const down = await add({ name: 'Down' });
    await desk.pool.query("update oidc_providers set provider_url = 'http://127.0.0.1:9' where id = $1", [down]);
    await refuse(await start(desk.anonymous(), { of: down }), 'unreachable');
    expect((await desk.anonymous().call('oidc.enabled')).data.map((one) => one.id)).toEqual(
      expect.arrayContaining([id, down]),
    );
    expect((await signOn()).agent.id).toBe(ana);
  });

  test('that hangs is given up, and harms no other meanwhile', async () => {
    const hanging = await add({ name: 'Hangs' });
    await desk.pool.query('update oidc_providers set provider_url = $2 where id = $1', [
      hanging,
      `${provider.issuer}/hangs`,
    ]);
    const asked = Promise.withResolvers<void>();
    provider.intercept = isAt(/hangs/, () => asked.resolve());
    const { db, sealer } = desk.app.deps;
    const row = (await findProvider(db, hanging))!;
    const given = createProviderClients({ db, sealer }, 0.5).get(row).catch(signOnErrorOf);
    await asked.promise;
    expect((await signOn()).agent.id).toBe(ana);
    expect(await given).toMatchObject({ problem: 'unreachable', message: expect.stringContaining('timed out') });
  });

  test('in a private network is out of reach unless the settings allow it, though it was in reach before', async () => {
    await signOn();
    await allowPrivate(false);
    provider.asked = [];
    await refuse(await start(desk.anonymous()), 'unreachable');
    expect(provider.asked).toEqual([]);
    await allowPrivate(true);
  });

  test('that names an address in a private network for its tokens is not asked there', async () => {
    const browser = desk.anonymous();
    const back = await away(browser);
    // As if it had been a public one so far.
    await allowPrivate(false);
    provider.asked = [];
    await refuse(await finish(browser, back), 'unreachable', browser);
    expect(provider.asked).toEqual([]);
    await allowPrivate(true);
  });
});

function document() {
  const of = (path: string) => provider.issuer + path;
  return {
    issuer: provider.issuer,
    authorization_endpoint: of('/auth'),
    token_endpoint: of('/token'),
    jwks_uri: of('/jwks'),
    userinfo_endpoint: of('/me'),
  };
}

function answer(response: ServerResponse, body: object): true {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
  return true;
}
