import { type RouteName, type RouteSpec, routes } from '@bellhop/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../api-client.ts';
import { createHarness, type Harness } from '../harness.ts';

const all = Object.entries<RouteSpec>(routes) as [RouteName, RouteSpec][];
const guarded = all.filter(([, route]) => route.access !== 'public');
const withPermission = guarded.filter(([, route]) => route.access !== 'session');
const writing = guarded.filter(([, route]) => route.method !== 'GET');

let desk: Harness;
/** Signed in, with a role that allows nothing. */
let nobody: ApiClient;
/** May do everything. */
let admin: ApiClient;
beforeAll(async () => {
  desk = await createHarness();
  await desk.addAgent({ email: 'nobody@desk.test', permissions: [] });
  nobody = await desk.as('nobody@desk.test');
  admin = await desk.as();
});
afterAll(() => desk.close());

/** A request that would be refused for its path and body too, if anybody looked at them: checks come first (settled question 4). */
async function send(client: ApiClient, route: RouteSpec, headers: Record<string, string> = {}) {
  const path = route.path.replace(/:\w+/g, '-1');
  const response = await client.fetch(path, {
    method: route.method,
    headers: { ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(route.method === 'GET' ? {} : { body: '{"broken": ' }),
  });
  const body = (await response.json()) as {
    status: string;
    error_type: string;
    code: string;
    message: string;
    data: unknown;
  };
  return { status: response.status, body };
}

test('there are routes of every kind', () => {
  expect(withPermission.length).toBeGreaterThan(10);
  expect(writing.length).toBeGreaterThan(10);
});

describe('without a session', () => {
  test.each(guarded)('%s is 401', async (_name, route) => {
    const { status, body } = await send(desk.anonymous(), route);
    expect(status).toBe(401);
    expect(body).toMatchObject({
      status: 'error',
      error_type: 'GeneralException',
      code: 'session.missing',
      data: null,
    });
  });
});

describe('without the permission', () => {
  test.each(withPermission)('%s is 403 and names it', async (_name, route) => {
    const { status, body } = await send(nobody, route);
    expect(status).toBe(403);
    expect(body).toMatchObject({ status: 'error', error_type: 'PermissionException', code: 'permission.missing' });
    const access = route.access as { permission: string } | { any_of: readonly string[] };
    const wanted = 'permission' in access ? [access.permission] : access.any_of;
    for (const permission of wanted) expect(body.message).toContain(permission);
    expect(body.data).toEqual({ permissions: wanted });
  });
});

describe('without the CSRF header', () => {
  test.each(writing)('%s is 403', async (_name, route) => {
    for (const client of [admin, nobody]) {
      const { status, body } = await send(client, route, { 'x-csrftoken': '' });
      expect(status).toBe(403);
      expect(body).toMatchObject({ status: 'error', error_type: 'PermissionException', code: 'session.csrf' });
    }
  });
});

describe('with the permission', () => {
  test.each(guarded)('%s is neither 401 nor 403', async (_name, route) => {
    const { status, body } = await send(admin, route);
    expect([401, 403]).not.toContain(status);
    expect(status).toBeLessThan(500);
    if (route.method !== 'GET') expect([status, body.error_type]).toEqual([400, 'InputException']);
  });
});
