import { allPermissions, type Permission, type RouteSpec, routes } from '@bellhop/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSession } from '../../src/features/auth/start-session.ts';
import { adminEmail, createHarness, type Harness } from '../harness.ts';

/** Who asks: without a session, without any permission, with one alone, or with all of them. */
type Caller = 'nobody' | 'none' | Permission | 'all';
const callers: Caller[] = ['nobody', 'none', ...allPermissions, 'all'];

const all = Object.entries<RouteSpec>(routes);
const guarded = all.filter(([, route]) => route.access !== 'public');
const withPermission = guarded.filter(([, route]) => route.access !== 'session');
const writing = guarded.filter(([, route]) => route.method !== 'GET');

let desk: Harness;
const keys = new Map<Caller, { cookie: string; csrf: string }>();
beforeAll(async () => {
  desk = await createHarness();
  const { deps } = desk.app;
  for (const caller of callers) {
    if (caller === 'nobody') continue;
    const permissions = caller === 'all' ? allPermissions : caller === 'none' ? [] : [caller];
    const email = `${caller.replace(':', '.')}@desk.test`;
    const user_id = await desk.addAgent(caller === 'all' ? { email, roles: ['Admin'] } : { email, permissions });
    const { token, csrf_token } = await deps.work(deps.system, (uow) =>
      startSession(uow, { user_id, lifetime_seconds: 3600, ip: '127.0.0.1', user_agent: 'test' }),
    );
    keys.set(caller, { cookie: `bellhop_session=${token}; csrf_token=${csrf_token}`, csrf: csrf_token });
  }
});
afterAll(() => desk.close());

/** A request that would be refused for its path and body too, if anybody looked at them: checks come first (settled question 4). */
async function send(caller: Caller, route: RouteSpec, headers: Record<string, string> = {}) {
  const key = keys.get(caller);
  const answer = await desk.app.server().inject({
    method: route.method,
    url: route.path.replace(/:\w+/g, '-1'),
    headers: { ...(key && { cookie: key.cookie, 'x-csrftoken': key.csrf }), ...headers },
    ...(route.method !== 'GET' && {
      payload: '{"broken": ',
      headers: {
        'content-type': 'application/json',
        ...(key && { cookie: key.cookie, 'x-csrftoken': key.csrf }),
        ...headers,
      },
    }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, body: isJson ? answer.json() : null };
}

/** What the route's own data say. */
function expected(route: RouteSpec, caller: Caller): 401 | 403 | 'passes' {
  if (route.access === 'public') return 'passes';
  if (caller === 'nobody') return 401;
  if (route.access === 'session' || caller === 'all') return 'passes';
  const wanted: readonly string[] = 'permission' in route.access ? [route.access.permission] : route.access.any_of;
  return wanted.includes(caller) ? 'passes' : 403;
}

test('there are routes of every kind, and a caller for each permission', () => {
  expect(withPermission.length).toBeGreaterThan(10);
  expect(writing.length).toBeGreaterThan(10);
  expect(callers).toHaveLength(42);
  expect(adminEmail).toContain('@');
});

describe('every route, for', () => {
  test.each(callers)('%s', async (caller) => {
    const wrong: string[] = [];
    for (const [name, route] of all) {
      const { status } = await send(caller, route);
      const outcome = status === 401 || status === 403 ? status : 'passes';
      if (outcome !== expected(route, caller) || status >= 500) wrong.push(`${name}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('without a session', () => {
  test.each(guarded)('%s says so', async (_name, route) => {
    expect((await send('nobody', route)).body).toMatchObject({
      status: 'error',
      error_type: 'GeneralException',
      code: 'session.missing',
      data: null,
    });
  });
});

describe('without the permission', () => {
  test.each(withPermission)('%s names it', async (_name, route) => {
    const { body } = await send('none', route);
    expect(body).toMatchObject({ status: 'error', error_type: 'PermissionException', code: 'permission.missing' });
    const access = route.access as { permission: string } | { any_of: readonly string[] };
    const wanted = 'permission' in access ? [access.permission] : access.any_of;
    for (const permission of wanted) expect(body.message).toContain(permission);
    expect(body.data).toEqual({ permissions: wanted });
  });
});

describe('without the CSRF header', () => {
  test.each(writing)('%s is 403', async (_name, route) => {
    for (const caller of ['all', 'none'] as const) {
      const { status, body } = await send(caller, route, { 'x-csrftoken': '' });
      expect(status).toBe(403);
      expect(body).toMatchObject({ status: 'error', error_type: 'PermissionException', code: 'session.csrf' });
    }
  });
});

describe('with the permission', () => {
  test.each(writing)('%s looks at the input', async (_name, route) => {
    const { status, body } = await send('all', route);
    expect([status, body.error_type]).toEqual([400, 'InputException']);
  });
});
