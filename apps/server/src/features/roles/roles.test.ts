import { adminRoleName, agentRoleName } from '@bellhop/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';

let desk: Harness;
let admin: ApiClient;
beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
});
afterAll(() => desk.close());

const find = async (name: string) => (await admin.call('roles.list')).data.find((role) => role.name === name)!;
const lastChange = async () => {
  const { rows } = await desk.pool.query('select activity_type, params from activity_logs order by id desc limit 1');
  return rows[0];
};

test('created, read, changed and deleted; the log says what was added and what was removed', async () => {
  const body = { name: ' Read only ', description: 'May look', permissions: ['messages:read', 'conversations:read'] };
  expect(await admin.call('roles.create', { body })).toMatchObject({ status: 200, data: true });
  const role = await find('Read only');
  expect(role).toMatchObject({ description: 'May look', members: 0 });
  const params = { id: role.id };
  expect((await admin.call('roles.get', { params })).data).toEqual(role);
  const changed = {
    ...body,
    description: '',
    permissions: ['messages:read', 'tags:manage'],
    based_on: role.updated_at,
  };
  expect((await admin.call('roles.update', { params, body: changed })).status).toBe(200);
  expect(await lastChange()).toMatchObject({
    activity_type: 'agent_role_permissions_changed',
    params: {
      name: 'Read only',
      changes: {
        permissions: { before: ['conversations:read', 'messages:read'], after: ['messages:read', 'tags:manage'] },
      },
    },
  });
  // Who loaded it before is told.
  expect(await admin.call('roles.update', { params, body: changed })).toMatchObject({
    status: 409,
    body: { error_type: 'ConflictException', code: 'config.changed_meanwhile' },
  });
  const id = await desk.addAgent({ email: 'reader@desk.test', roles: ['Read only'] });
  expect((await admin.call('roles.usage', { params })).data).toEqual({
    used_by: [{ entity: 'agent', id, name: 'Test Agent' }],
    total: 1,
    conversations: 0,
  });
  expect(await admin.call('roles.remove', { params })).toMatchObject({ status: 200, data: true });
  expect((await admin.call('agents.get', { params: { id } })).data.roles).toEqual([]);
  for (const call of ['roles.get', 'roles.usage', 'roles.remove'] as const) {
    expect(await admin.call(call, { params })).toMatchObject({
      status: 404,
      body: { error_type: 'NotFoundException' },
    });
  }
  expect((await admin.call('roles.update', { params, body })).status).toBe(404);
});

test('unknown permissions are dropped, and none left is refused', async () => {
  const body = { name: 'Odd', description: '', permissions: ['tags:manage', 'moon:walk', 'tags:manage'] };
  expect((await admin.call('roles.create', { body })).status).toBe(200);
  expect((await find('Odd')).permissions).toEqual(['tags:manage']);
  for (const permissions of [[], ['moon:walk']]) {
    expect(await admin.call('roles.create', { body: { ...body, name: 'None', permissions } })).toMatchObject({
      status: 400,
      body: { error_type: 'InputException', data: { permissions: 'it must hold at least one permission' } },
    });
  }
});

test('Admin is protected, Agent keeps its name', async () => {
  const permissions = ['tags:manage'];
  const [adminRole, agentRole] = [await find(adminRoleName), await find(agentRoleName)];
  const refused = { status: 400, body: { error_type: 'InputException', code: 'role.protected' } };
  const update = (id: number, name: string) =>
    admin.call('roles.update', { params: { id }, body: { name, description: '', permissions } });
  expect(await update(adminRole.id, 'Admin')).toMatchObject(refused);
  expect(await update(agentRole.id, 'Helper')).toMatchObject(refused);
  for (const { id } of [adminRole, agentRole]) {
    expect(await admin.call('roles.remove', { params: { id } })).toMatchObject(refused);
  }
  const body = { ...agentRole, permissions: [...agentRole.permissions, 'contacts:read'] };
  expect((await admin.call('roles.update', { params: { id: agentRole.id }, body })).status).toBe(200);
  expect((await find(agentRoleName)).permissions).toContain('contacts:read');
});

test('a name is taken without regard to case', async () => {
  for (const name of ['admin', 'AGENT']) {
    expect(await admin.call('roles.create', { body: { name, permissions: ['tags:manage'] } })).toMatchObject({
      status: 400,
      body: { error_type: 'InputException', code: 'role.name_taken', data: { name: 'it is taken' } },
    });
  }
  await admin.call('roles.create', { body: { name: 'Night', permissions: ['tags:manage'] } });
  const { id } = await find('Night');
  const rename = (name: string) =>
    admin.call('roles.update', { params: { id }, body: { name, permissions: ['tags:manage'] } });
  expect((await rename('agent')).status).toBe(400);
  expect((await rename('NIGHT')).status).toBe(200);
});

test.each([
  [{ name: 'x' }, 'name'],
  [{ name: 'x'.repeat(51) }, 'name'],
  [{ name: 'Ad\u202emin' }, 'name'],
  [{ name: 'Ad\u0000min' }, 'name'],
  [{ name: 7 }, 'name'],
  [{ description: 'x'.repeat(301) }, 'description'],
  [{ description: ['x'] }, 'description'],
  [{ permissions: 'tags:manage' }, 'permissions'],
  [{ permissions: [7] }, 'permissions.0'],
  [{ permissions: null }, 'permissions'],
])('%j is refused, and the member named', async (wrong, member) => {
  const body = { name: 'Wrong', description: '', permissions: ['tags:manage'], ...wrong };
  expect(await admin.call('roles.create', { body })).toMatchObject({
    status: 400,
    body: { error_type: 'InputException', data: { [member]: expect.any(String) } },
  });
});

describe('who may do less than Admin', () => {
  let keeper: ApiClient;
  beforeAll(async () => {
    await desk.addAgent({ email: 'keeper@desk.test', permissions: ['roles:manage', 'tags:manage'] });
    keeper = await desk.as('keeper@desk.test');
  });

  test('gives only what they have, to new roles and to those they hold themselves', async () => {
    const refused = { status: 403, body: { error_type: 'PermissionException', code: 'role.exceeds' } };
    const made = (name: string, permissions: string[]) => keeper.call('roles.create', { body: { name, permissions } });
    expect(await made('Climber', ['tags:manage', 'users:manage'])).toMatchObject(refused);
    expect((await made('Tagger', ['tags:manage'])).status).toBe(200);
    const own = await find('role of keeper@desk.test');
    const permissions = [...own.permissions, 'users:manage'];
    const body = { ...own, permissions };
    expect(await keeper.call('roles.update', { params: { id: own.id }, body })).toMatchObject(refused);
    expect((await find(own.name)).permissions).toEqual(own.permissions);
  });

  test('may take away and rename where the role allows more', async () => {
    const agentRole = await find(agentRoleName);
    const permissions = agentRole.permissions.filter((permission) => permission !== 'view:manage');
    const body = { ...agentRole, permissions };
    expect((await keeper.call('roles.update', { params: { id: agentRole.id }, body })).status).toBe(200);
    const again = { ...agentRole, permissions: agentRole.permissions };
    expect((await keeper.call('roles.update', { params: { id: agentRole.id }, body: again })).status).toBe(403);
  });
});

test('what a role allows counts from the next request on', async () => {
  await admin.call('roles.create', { body: { name: 'Tags', permissions: ['tags:manage'] } });
  await desk.addAgent({ email: 'tagger@desk.test', roles: ['Tags'] });
  const tagger = await desk.as('tagger@desk.test');
  expect((await tagger.call('tags.create', { body: { name: 'first' } })).status).toBe(200);
  const { id } = await find('Tags');
  await admin.call('roles.update', { params: { id }, body: { name: 'Tags', permissions: ['view:manage'] } });
  expect((await tagger.call('tags.create', { body: { name: 'second' } })).status).toBe(403);
});
