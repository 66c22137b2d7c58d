import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness, testPassword } from '../../../test/harness.ts';

/** A client whose requests a proxy has passed on, when `headers` say so. */
class Browser extends ApiClient {
  readonly #headers: Record<string, string>;
  constructor(address: string, headers: Record<string, string>) {
    super(address);
    this.#headers = headers;
  }
  override fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(this.#headers)) headers.set(name, value);
    return super.fetch(path, { ...init, headers });
  }
}

describe.each([
  ['on plain HTTP', {}, {}],
  ['behind a proxy with TLS', { TRUST_PROXY: 'on' }, { 'x-forwarded-proto': 'https' }],
])('%s', (_where, env, headers) => {
  const isSecure = 'x-forwarded-proto' in headers;
  let desk: Harness;
  beforeAll(async () => {
    desk = await createHarness({ env: env as Record<string, string> });
    await desk.addAgent({ email: 'asha@desk.test' });
    await desk.addAgent({ email: 'eve@desk.test' });
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.pool.query('delete from login_attempts'));

  const browser = () => new Browser(desk.app.address()!, headers as Record<string, string>);
  const login = (client: ApiClient, email = 'asha@desk.test') =>
    client.call('auth.login', { body: { email, password: testPassword } });
  const signedIn = async (email?: string) => {
    const client = browser();
    expect((await login(client, email)).status).toBe(200);
    return client;
  };
  const sessionOf = (client: ApiClient) => client.cookies.get('bellhop_session')!;
  const tokenOf = (client: ApiClient) => client.cookies.get('csrf_token')!;
  const put = (client: ApiClient, changed: Record<string, string> = {}) =>
    client.call('agents.set_availability', { body: { status: 'away_manual' }, headers: changed });
  const expectRefused = async (answer: ReturnType<typeof put>) => {
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([403, 'session.csrf']);
  };

  test('cookies are for this site alone, out of reach of scripts, and Secure where the way is', async () => {
    const [session, csrf] = (await login(browser())).headers.getSetCookie();
    for (const cookie of [session, csrf]) {
      expect(cookie).toContain('; SameSite=Lax');
      expect(cookie).toContain('; Path=/');
      expect(/; Secure(;|$)/.test(cookie!)).toBe(isSecure);
    }
    expect(session).toContain('; HttpOnly');
    expect(csrf).not.toContain('HttpOnly');
  });

  describe('session fixation', () => {
    test.each(['a'.repeat(64), '', '%00', 'short', `${'b'.repeat(64)}; Path=/`])(
      'the planted id %j is not the one after sign-in, and opens nothing',
      async (planted) => {
        const victim = browser();
        victim.cookies.set('bellhop_session', planted);
        await login(victim);
        expect(sessionOf(victim)).toMatch(/^[A-Za-z0-9]{64}$/);
        expect(sessionOf(victim)).not.toBe(planted);
        const attacker = browser();
        attacker.cookies.set('bellhop_session', planted);
        expect((await attacker.call('agents.me')).status).toBe(401);
      },
    );

    test("an attacker's own live session, planted, never becomes the victim's, and ends", async () => {
      const attacker = await signedIn('eve@desk.test');
      const victim = browser();
      for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
      await login(victim);
      expect((await victim.call('agents.me')).data.email).toBe('asha@desk.test');
      expect(sessionOf(victim)).not.toBe(sessionOf(attacker));
      expect(tokenOf(victim)).not.toBe(tokenOf(attacker));
      expect((await attacker.call('agents.me')).status).toBe(401);
    });

    test('the id from before signing in again opens nothing; a refused sign-in ends nothing', async () => {
      const client = await signedIn();
      const before = sessionOf(client);
      await client.call('auth.login', { body: { email: 'asha@desk.test', password: 'Wrong-pass-1' } });
      expect(sessionOf(client)).toBe(before);
      expect((await client.call('agents.me')).status).toBe(200);
      await login(client);
      const late = browser();
      late.cookies.set('bellhop_session', before);
      expect((await late.call('agents.me')).status).toBe(401);
    });

    test('a page that a stranger opens plants no session', async () => {
      const stranger = browser();
      for (const path of ['/', '/reset-password', '/set-password?token=x']) await stranger.fetch(path);
      expect(stranger.cookies.has('bellhop_session')).toBe(false);
    });

    test('signing out ends the id for good', async () => {
      const client = await signedIn();
      const before = new Map(client.cookies);
      await client.fetch('/logout');
      for (const [name, value] of before) client.cookies.set(name, value);
      expect((await client.call('agents.me')).status).toBe(401);
    });
  });

  describe('CSRF', () => {
    test('the own token goes through', async () => {
      expect((await put(await signedIn())).status).toBe(200);
    });

    test('a missing header and a missing cookie are refused', async () => {
      const client = await signedIn();
      const token = tokenOf(client);
      await expectRefused(put(client, { 'x-csrftoken': '' }));
      client.cookies.delete('csrf_token');
      await expectRefused(put(client));
      await expectRefused(put(client, { 'x-csrftoken': token }));
    });

    test.each([['nonsense'], ['x'.repeat(32)], ['null']])('the wrong token %j is refused', async (wrong) => {
      const client = await signedIn();
      await expectRefused(put(client, { 'x-csrftoken': wrong }));
      client.cookies.set('csrf_token', wrong);
      await expectRefused(put(client));
    });

    test.each(['asha@desk.test', 'eve@desk.test'])('the token of another session of %s is refused', async (email) => {
      const client = await signedIn();
      const other = await signedIn(email);
      await expectRefused(put(client, { 'x-csrftoken': tokenOf(other) }));
      client.cookies.set('csrf_token', tokenOf(other));
      await expectRefused(put(client));
      expect((await put(other)).status).toBe(200);
    });

    test('the token from before signing in again is refused', async () => {
      const client = await signedIn();
      const before = tokenOf(client);
      await login(client);
      client.cookies.set('csrf_token', before);
      await expectRefused(put(client));
    });

    test('reading needs none, and what needs no session neither', async () => {
      const client = await signedIn();
      client.cookies.delete('csrf_token');
      expect((await client.call('agents.me')).status).toBe(200);
      expect((await login(client)).status).toBe(200);
    });
  });
});
