import { allPermissions, type Permission, type RouteSpec, routes } from '@bellhop/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/features/api-keys/save-key.ts';
import { loadActor } from '../../src/features/users/index.ts';
import { createHarness, type Harness } from '../harness.ts';

/** What a key is scoped to, of an agent who may do everything; `role` is scoped to everything, of an agent who may do nothing. */
type Scope = 'none' | Permission | 'all' | 'role';
const scopes: Scope[] = ['none', ...allPermissions, 'all', 'role'];

const all = Object.entries<RouteSpec>(routes);
const guarded = all.filter(([, route]) => route.access !== 'public');
const barred = guarded.filter(([, route]) => route.by_key === false);

/** Whoever gets hold of a key must not become its agent: such calls want somebody who is signed in. */
const aboutSafety =
  /password|\/confirm|session|second-factor|two-factor|mfa|totp|passkey|webauthn|recovery|api-keys|\/push\//;

let desk: Harness;
const keys = new Map<Scope, string>();
beforeAll(async () => {
  desk = await createHarness();
  const { work, db } = desk.app.deps;
  await desk.pool.query(`insert into settings (key, value) values ('app.api_key_requests_per_minute', '100000')`);
  const admin = await desk.addAgent({ email: 'all@desk.test', roles: ['Admin'] });
  const nobody = await desk.addAgent({ email: 'none@desk.test', permissions: ['tags:manage'] });
  for (const scope of scopes) {
    const permissions = scope === 'all' ? allPermissions : scope === 'none' || scope === 'role' ? [] : [scope];
    const owner = await loadActor(db, scope === 'role' ? nobody : admin);
    const made = await work(owner, (uow) => createKey(uow, { name: scope, permissions, expires_at: null }));
    keys.set(scope, `Bearer ${made.key}:${made.secret}`);
  }
  await desk.pool.query("update api_keys set permissions = $1 where name = 'role'", [allPermissions]);
  await desk.pool.query("update roles set permissions = '{}' where name like 'role of none%'");
});
afterAll(() => desk.close());

/** A request that would be refused for its path and body too, if anybody looked at them; of CSRF there is nothing. */
async function send(scope: Scope, route: RouteSpec) {
  const isWriting = route.method !== 'GET';
  const answer = await desk.app.server().inject({
    method: route.method,
    url: route.path.replace(/:\w+/g, '-1'),
    headers: { authorization: keys.get(scope)!, ...(isWriting && { 'content-type': 'application/json' }) },
    ...(isWriting && { payload: '{"broken": ' }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, code: isJson ? answer.json().code : undefined };
}

/** What the route's own data say. */
function expected(route: RouteSpec, scope: Scope): string {
  if (route.access === 'public') return 'passes';
  if (route.by_key === false) return 'api_key.not_allowed';
  if (route.access === 'session' || scope === 'all') return 'passes';
  const wanted: readonly string[] = 'permission' in route.access ? [route.access.permission] : route.access.any_of;
  return wanted.includes(scope) ? 'passes' : 'permission.missing';
}

describe('every route, by a key scoped to', () => {
  test.each(scopes)('%s', async (scope) => {
    const wrong: string[] = [];
    for (const [name, route] of all) {
      const { status, code } = await send(scope, route);
      const outcome = status === 401 || status === 403 ? code : 'passes';
      if (outcome !== expected(route, scope) || status >= 500) wrong.push(`${name}: ${status} ${code}`);
    }
    expect(wrong).toEqual([]);
  });
});

test('no key reaches keys, sessions, passwords and second factors', () => {
  expect(guarded.filter(([, route]) => aboutSafety.test(route.path)).map(([name]) => name)).toEqual(
    barred.map(([name]) => name),
  );
  expect(barred.length).toBeGreaterThan(6);
});
