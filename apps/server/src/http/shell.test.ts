import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';
import { createHandlers } from '../app/handlers.ts';
import { createFindSession, createLogout, createPageCookies } from '../features/auth/index.ts';
import { createStageUpload } from '../features/media/index.ts';
import { currentLanguagePack } from '../features/settings/index.ts';
import { bindRoutes } from './bind-routes.ts';
import { createServer } from './create-server.ts';
import { registerShell } from './shell.ts';

const dist = mkdtempSync(join(tmpdir(), 'bellhop-dist-'));
mkdirSync(join(dist, 'assets'));
writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Bellhop</title>');
writeFileSync(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(dist, 'assets', 'app-Ab12.js'), 'export {};');
writeFileSync(join(dist, '.secret'), 'x');

let desk: Harness;
let server: FastifyInstance;
let unbuilt: FastifyInstance;
let session: string;
let csrf: string;
beforeAll(async () => {
  desk = await createHarness();
  server = await serve(dist);
  unbuilt = await serve(join(dist, 'nowhere'));
  const admin = await desk.as();
  session = admin.cookies.get('bellhop_session')!;
  csrf = admin.cookies.get('csrf_token')!;
});
afterAll(async () => {
  await server.close();
  await unbuilt.close();
  await desk.close();
  rmSync(dist, { recursive: true, force: true });
});

/** The pages with a client of the test's own behind the real sessions. */
async function serve(folder: string): Promise<FastifyInstance> {
  const { deps } = desk.app;
  const findSession = createFindSession(deps);
  const app = await createServer({
    log: deps.log,
    trustProxy: false,
    languagePack: () => currentLanguagePack(deps.db),
  });
  bindRoutes(app, createHandlers(deps, { list: async () => [] }), {
    findCaller: findSession,
    stageUpload: createStageUpload(deps),
    languagePack: () => currentLanguagePack(deps.db),
    checkOutput: true,
    publicLimit: () => 0,
  });
  await registerShell(app, {
    dist: folder,
    findSession,
    pageCookies: createPageCookies(deps),
    deskPicture: async () => null,
    logout: createLogout(deps, findSession),
  });
  return app;
}
const get = (url: string, cookie?: string, options: InjectOptions = {}) =>
  server.inject({ method: 'GET', url, headers: cookie ? { cookie } : {}, ...options });
const signedIn = () => `bellhop_session=${session}; csrf_token=${csrf}`;
const setCookies = (response: { headers: Record<string, unknown> }) =>
  [response.headers['set-cookie'] ?? []].flat() as string[];

describe('without a session', () => {
  test.each([
    '/',
    '/reset-password',
    '/set-password',
    '/set-password?token=x',
    '/nonsense',
    '/index.html',
    '/inboxesx',
  ])('%s is the shell with a CSRF cookie', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toContain('<title>Bellhop</title>');
    expect(setCookies(response)).toEqual([
      expect.stringMatching(/^csrf_token=[A-Za-z0-9]{32}; Path=\/; SameSite=Lax$/),
    ]);
  });

  test('a CSRF cookie that is there already stays', async () => {
    expect(setCookies(await get('/', 'csrf_token=abc'))).toEqual([]);
  });

  test.each(['inboxes', 'teams', 'views', 'admin', 'contacts', 'reports', 'account'])(
    '/%s and what is below leads to the login page and back',
    async (prefix) => {
      for (const url of [`/${prefix}`, `/${prefix}/`, `/${prefix}/a/b?x=1&y=%2F`]) {
        const response = await get(url);
        expect(response.statusCode).toBe(302);
        const location = new URL(response.headers.location!, 'http://desk.test');
        expect(location.pathname).toBe('/');
        expect(location.searchParams.get('next')).toBe(url);
      }
    },
  );

  test('a cookie that leads nowhere is dropped', async () => {
    for (const url of ['/', '/inboxes/all']) {
      const response = await get(url, `bellhop_session=${'x'.repeat(64)}; csrf_token=abc`);
      expect(setCookies(response)).toEqual(['bellhop_session=; Path=/; SameSite=Lax; Max-Age=0; HttpOnly']);
    }
  });
});

describe('with a live session', () => {
  test.each(['/', '/reset-password', '/set-password'])('%s leads to the own inbox', async (url) => {
    const response = await get(url, signedIn());
    expect([response.statusCode, response.headers.location]).toEqual([302, '/inboxes/assigned']);
  });

  test.each([
    ['/contacts/5?tab=notes', '/contacts/5?tab=notes'],
    ['//evil.example', '/inboxes/assigned'],
    ['/\\evil.example', '/inboxes/assigned'],
    ['https://evil.example/', '/inboxes/assigned'],
    ['/.//evil.example', '/inboxes/assigned'],
    ['', '/inboxes/assigned'],
  ])('/?next=%s leads to %s', async (next, location) => {
    const response = await get(`/?next=${encodeURIComponent(next)}`, signedIn());
    expect([response.statusCode, response.headers.location]).toEqual([302, location]);
  });

  test('protected pages are the shell', async () => {
    const response = await get('/inboxes/teams/1/conversation/x', signedIn());
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('<title>Bellhop</title>');
    expect(setCookies(response)).toEqual([]);
  });

  test('a page plants the CSRF token of the session when the browser lost it or has another', async () => {
    for (const cookie of [`bellhop_session=${session}`, `bellhop_session=${session}; csrf_token=other`]) {
      expect(setCookies(await get('/inboxes/all', cookie))).toEqual([`csrf_token=${csrf}; Path=/; SameSite=Lax`]);
    }
  });

  test('a page prolongs the session like any request', async () => {
    desk.clock.advance(5 * 3_600_000);
    const response = await get('/inboxes/all', signedIn());
    expect(setCookies(response)).toEqual([expect.stringMatching(`^bellhop_session=${session};.*Max-Age=32400`)]);
    desk.clock.set(new Date());
  });
});

describe('files', () => {
  test('with a hash in their name are kept for a year', async () => {
    const response = await get('/assets/app-Ab12.js');
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers['content-type']).toMatch(/javascript/);
    expect(setCookies(response)).toEqual([]);
  });

  test('scripts carry no headers that concern pages alone', async () => {
    const { headers } = await get('/assets/app-Ab12.js');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers).not.toHaveProperty('permissions-policy');
    expect((await get('/inboxes/all', signedIn())).headers).toHaveProperty('permissions-policy');
  });

  test('others are asked for again', async () => {
    const first = await get('/favicon.svg');
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-cache']);
    const second = await get('/favicon.svg', undefined, {
      headers: { 'if-none-match': first.headers.etag as string },
    });
    expect(second.statusCode).toBe(304);
  });

  test.each(['/assets/gone-Ab12.js', '/images/gone.png', '/gone.ico', '/robots.txt'])('%s is no page', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ status: 'error', error_type: 'GeneralException' });
  });

  test.each(['/.secret', '/..%2f..%2fpackage.json', '/assets/../../package.json', '/assets/..%2f.secret'])(
    '%s is never served',
    async (url) => {
      const response = await get(url);
      expect(response.body === 'x' || response.body.includes('"workspaces"')).toBe(false);
    },
  );
});

describe('the API', () => {
  test.each(['/api', '/api/v1', '/api/v1/nonsense', '/api/v2/agents/me', '/api/v1/agents/me/nonsense'])(
    '%s is unknown, in the envelope',
    async (url) => {
      for (const method of ['GET', 'POST'] as const) {
        const response = await server.inject({ method, url });
        expect(response.statusCode).toBe(404);
        expect(response.json()).toMatchObject({ status: 'error', error_type: 'GeneralException', data: null });
      }
    },
  );

  test.each([
    ['GET', '/api/v1/login', 'POST'],
    ['POST', '/api/v1/agents/me', 'GET, PUT, DELETE, HEAD'],
    ['PATCH', '/api/v1/inboxes/5', 'GET, PUT, DELETE, HEAD'],
    ['POST', '/inboxes/all', 'GET, HEAD'],
    ['PUT', '/', 'GET, HEAD'],
    ['POST', '/logout', 'GET, HEAD'],
  ] as const)('%s %s is told what is allowed: %s', async (method, url, allow) => {
    const response = await server.inject({ method, url });
    expect([response.statusCode, response.headers.allow]).toEqual([405, allow]);
    expect(response.json()).toMatchObject({ status: 'error', error_type: 'GeneralException' });
  });

  test.each(['/%zz', '/api/v1/lang/%zz'])('the broken address %s is a 400 in the envelope', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ status: 'error', error_type: 'InputException' });
  });
});

test('without a built client every page says what to do', async () => {
  for (const url of ['/', '/nonsense']) {
    const response = await unbuilt.inject({ method: 'GET', url });
    expect(response.statusCode).toBe(503);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.body).toContain('npm run build');
  }
});
