import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { sha256 } from '../../lib/crypto.ts';

let desk: Harness;
let admin: ApiClient;
let ana: ApiClient;
let anaId: number;
beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
  anaId = await desk.addAgent({
    email: 'ana@desk.test',
    permissions: ['conversations:read', 'conversations:read_all', 'tags:manage'],
  });
  ana = await desk.as('ana@desk.test');
});
afterAll(() => desk.close());

let made = 0;
const later = () => new Date(desk.clock.now().getTime() + 90 * 86_400_000).toISOString();
const body = (members: object = {}) => ({ name: `Key ${++made}`, permissions: [], expires_at: null, ...members });
async function makeKey(client: ApiClient, members: object = {}) {
  const answer = await client.call('api_keys.create', { body: body(members) });
  expect(answer.status, answer.body.message).toBe(200);
  return answer.data;
}
const status = async (key: { key: string; secret: string }) =>
  (await desk.anonymous().call('agents.me', { headers: { authorization: `Bearer ${key.key}:${key.secret}` } })).status;
const log = async (type: string) =>
  (
    await desk.pool.query<{ actor_id: number; target_model_id: number; params: Record<string, unknown> }>(
      'select actor_id, target_model_id, params from activity_logs where activity_type = $1 order by id desc limit 1',
      [type],
    )
  ).rows[0];

test('a key is told once; of its secret a hash is stored, and nothing in the log', async () => {
  const expires_at = later();
  const key = await makeKey(ana, { name: 'Shop', permissions: ['tags:manage'], expires_at });
  expect(key.key).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(key.secret).toMatch(/^[A-Za-z0-9]{64}$/);
  expect(key).toMatchObject({ name: 'Shop', key_start: key.key.slice(0, 8), created_by: anaId, expires_at });
  const list = await ana.call('api_keys.list_mine');
  expect(list.data).toEqual([
    {
      id: key.id,
      created_at: key.created_at,
      updated_at: key.updated_at,
      name: 'Shop',
      key_start: key.key.slice(0, 8),
      permissions: ['tags:manage'],
      effective_permissions: ['tags:manage'],
      expires_at,
      last_used_at: null,
      last_used_ip: null,
      created_by: anaId,
      revoked_at: null,
    },
  ]);
  const { rows } = await desk.pool.query('select * from api_keys where id = $1', [key.id]);
  expect(rows[0].secret_hash).toEqual(sha256(key.secret));
  expect(JSON.stringify(rows[0])).not.toContain(key.secret);
  const entry = await log('api_key_created');
  expect(entry).toMatchObject({
    actor_id: anaId,
    target_model_id: anaId,
    params: { name: 'Shop', changes: { permissions: { before: null, after: ['tags:manage'] } } },
  });
  expect(JSON.stringify(entry)).not.toContain(key.secret);
  expect(JSON.stringify(await desk.events())).not.toContain(key.secret);
});

test('no more than the agent has, and of what the agent loses nothing', async () => {
  const wanted = ['tags:manage', 'users:manage', 'sla:manage'];
  const refused = await ana.call('api_keys.create', { body: body({ permissions: wanted }) });
  expect([refused.status, refused.body.code]).toEqual([403, 'api_key.exceeds']);
  expect(refused.data).toEqual({ permissions: 'you do not have users:manage, sla:manage' });

  const key = await makeKey(ana, { permissions: ['tags:manage', 'conversations:read'] });
  await desk.pool.query("update roles set permissions = '{conversations:read}' where name = 'role of ana@desk.test'");
  const [shown] = (await ana.call('api_keys.list_mine')).data;
  expect(shown).toMatchObject({
    permissions: ['tags:manage', 'conversations:read'],
    effective_permissions: ['conversations:read'],
  });
  // What it has already may stay; it is worth nothing now.
  const params = { id: key.id };
  const kept = { name: 'Kept', permissions: ['tags:manage', 'conversations:read'] };
  expect((await ana.call('api_keys.update', { params, body: kept })).status).toBe(200);
  const grown = { name: 'Kept', permissions: ['conversations:read', 'conversations:read_all'] };
  expect((await ana.call('api_keys.update', { params, body: grown })).body.code).toBe('api_key.exceeds');
  await desk.pool.query(
    `update roles set permissions = '{conversations:read,conversations:read_all,tags:manage}' where name = 'role of ana@desk.test'`,
  );
});

test('name and scope change, written down; the second of two windows is told', async () => {
  const key = await makeKey(ana, { permissions: ['tags:manage'] });
  const params = { id: key.id };
  const change = { name: 'Nightly export', permissions: ['conversations:read'], based_on: key.updated_at };
  expect((await ana.call('api_keys.update', { params, body: change })).status).toBe(200);
  expect((await ana.call('api_keys.list_mine')).data.find(({ id }) => id === key.id)).toMatchObject({
    name: 'Nightly export',
    permissions: ['conversations:read'],
  });
  expect((await log('api_key_changed'))?.params).toMatchObject({
    name: 'Nightly export',
    changes: { permissions: { before: ['tags:manage'], after: ['conversations:read'] } },
  });
  const second = await ana.call('api_keys.update', { params, body: change });
  expect([second.status, second.body.code]).toEqual([409, 'config.changed_meanwhile']);
});

test('names are taken once per agent, and free again after a revocation', async () => {
  const key = await makeKey(ana, { name: 'Sync' });
  for (const name of ['Sync', 'SYNC', ' sync ']) {
    const answer = await ana.call('api_keys.create', { body: body({ name }) });
    expect([answer.status, answer.body.code, answer.data]).toEqual([409, 'config.name_taken', { name: 'it is taken' }]);
  }
  const other = await makeKey(ana);
  const renamed = { name: 'sync', permissions: [] };
  expect((await ana.call('api_keys.update', { params: { id: other.id }, body: renamed })).status).toBe(409);
  await makeKey(admin, { name: 'Sync' });
  await ana.call('api_keys.revoke', { params: { id: key.id } });
  await makeKey(ana, { name: 'sync' });
});

test('a revoked key ends at once, stays in the list, and cannot come back', async () => {
  const key = await makeKey(ana);
  expect(await status(key)).toBe(200);
  const params = { id: key.id };
  expect((await ana.call('api_keys.revoke', { params })).data).toBe(true);
  expect(await status(key)).toBe(401);
  expect((await log('api_key_revoked'))?.params).toMatchObject({ name: key.name });
  expect((await ana.call('api_keys.list_mine')).data.at(-1)?.id).not.toBe(undefined);
  expect((await ana.call('api_keys.list_mine')).data.find(({ id }) => id === key.id)?.revoked_at).toBeTruthy();
  // Once more is nothing new.
  const entries = async () => (await desk.pool.query('select count(*) from activity_logs')).rows[0].count;
  const before = await entries();
  expect((await ana.call('api_keys.revoke', { params })).status).toBe(200);
  expect(await entries()).toBe(before);
  const update = await ana.call('api_keys.update', { params, body: { name: 'Back', permissions: [] } });
  expect([update.status, update.body.code]).toEqual([404, 'api_key.not_found']);
});

test('who manages agents sees and revokes the keys of others, and makes none for them', async () => {
  const key = await makeKey(ana, { name: 'Seen' });
  const list = await admin.call('api_keys.list_of', { params: { id: anaId } });
  expect(list.data.find(({ id }) => id === key.id)).toMatchObject({ name: 'Seen', key_start: key.key.slice(0, 8) });
  expect(JSON.stringify(list.body)).not.toContain(key.key);
  const params = { id: anaId, key_id: key.id };
  // Not through somebody else's path.
  const { id: adminId } = (await admin.call('agents.me')).data;
  expect((await admin.call('api_keys.revoke_of', { params: { ...params, id: adminId } })).status).toBe(404);
  expect((await admin.call('api_keys.revoke_of', { params })).data).toBe(true);
  expect(await status(key)).toBe(401);
  const entry = await log('api_key_revoked');
  expect(entry).toMatchObject({ actor_id: adminId, target_model_id: anaId, params: { target_email: 'ana@desk.test' } });
  expect((await admin.call('api_keys.list_of', { params: { id: 999_999 } })).status).toBe(404);
  expect((await ana.call('api_keys.list_of', { params: { id: anaId } })).status).toBe(403);
  expect((await ana.call('api_keys.revoke_of', { params })).status).toBe(403);
});

test("another agent's key is like one that does not exist", async () => {
  const { id } = await makeKey(admin);
  const change = { name: 'Mine', permissions: [] };
  for (const one of [id, 999_999]) {
    const params = { id: one };
    for (const answer of [
      await ana.call('api_keys.update', { params, body: change }),
      await ana.call('api_keys.revoke', { params }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'api_key.not_found']);
    }
  }
});

test.each<[string, Record<string, unknown>, string]>([
  ['no name', { name: '  ' }, 'name'],
  ['a name over 140', { name: 'x'.repeat(141) }, 'name'],
  ['a turned direction', { name: 'ab\u202ecd' }, 'name'],
  ['NUL', { name: 'a\u0000b' }, 'name'],
  ['a number for a name', { name: 7 }, 'name'],
  ['an unknown permission', { permissions: ['desk:burn'] }, 'permissions'],
  ['a permission with a blank', { permissions: ['tags:manage '] }, 'permissions'],
  ['permissions as text', { permissions: 'tags:manage' }, 'permissions'],
  ['no permissions at all', { permissions: undefined }, 'permissions'],
  ['1,001 permissions', { permissions: Array.from({ length: 1001 }, () => 'tags:manage') }, 'permissions'],
  ['no word about its end', { expires_at: undefined }, 'expires_at'],
  ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  ['an end without zone', { expires_at: '2099-01-01T00:00:00' }, 'expires_at'],
  ['a day that is none', { expires_at: '2099-02-30T00:00:00Z' }, 'expires_at'],
  ['an end as a number', { expires_at: 4_102_444_800 }, 'expires_at'],
])('refused: %s', async (_what, members, field) => {
  const answer = await ana.call('api_keys.create', { body: body(members) });
  expect([answer.status, answer.body.error_type], answer.body.message).toEqual([400, 'InputException']);
  expect(Object.keys(answer.data as object).join()).toContain(field);
});

test('markup, half a surrogate pair and doubled permissions are what they are', async () => {
  const key = await makeKey(ana, { name: '<b>Re\ud800</b>', permissions: ['tags:manage', 'tags:manage'] });
  expect(key).toMatchObject({ name: '<b>Re\ufffd</b>', permissions: ['tags:manage'] });
});

test('an agent has 50 keys at most, whatever is asked at once', async () => {
  await desk.addAgent({ email: 'many@desk.test' });
  const many = await desk.as('many@desk.test');
  for (let round = 0; round < 6; round++) {
    await Promise.all(Array.from({ length: 9 }, () => many.call('api_keys.create', { body: body() })));
  }
  const { data: keys } = await many.call('api_keys.list_mine');
  expect(keys).toHaveLength(50);
  const refused = await many.call('api_keys.create', { body: body() });
  expect([refused.status, refused.body.code]).toEqual([400, 'api_key.too_many']);
  await many.call('api_keys.revoke', { params: { id: keys[0]!.id } });
  await makeKey(many);
});

test.each(['disabled', 'deleted'])('who is %s loses every key for good', async (way) => {
  const email = `${way}@desk.test`;
  const id = await desk.addAgent({ email });
  const client = await desk.as(email);
  const keys = [await makeKey(client), await makeKey(client)];
  const agent = (await admin.call('agents.get', { params: { id } })).data;
  const change = (enabled: boolean) =>
    admin.call('agents.update', { params: { id }, body: { ...agent, email, last_name: '', enabled } });
  if (way === 'deleted') expect((await admin.call('agents.remove', { params: { id } })).status).toBe(200);
  else expect((await change(false)).status).toBe(200);
  for (const key of keys) expect(await status(key)).toBe(401);
  const { rows } = await desk.pool.query(
    "select params ->> 'name' as name from activity_logs where activity_type = 'api_key_revoked' and target_model_id = $1",
    [id],
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(keys.map(({ name }) => name).sort());
  if (way === 'deleted') return;
  expect((await change(true)).status).toBe(200);
  for (const key of keys) expect(await status(key)).toBe(401);
});

test('revoked keys are forgotten after 30 days, and wrong ones after an hour', async () => {
  const [gone, kept] = [await makeKey(ana), await makeKey(ana)];
  await ana.call('api_keys.revoke', { params: { id: gone.id } });
  await ana.call('api_keys.revoke', { params: { id: kept.id } });
  await desk.pool.query("update api_keys set revoked_at = now() - interval '31 days' where id = $1", [gone.id]);
  await desk.pool.query("insert into wrong_api_keys (ip, at) values ('192.0.2.1', now() - interval '2 hours')");
  const { forgetKeys } = await import('./forget-keys.ts');
  await forgetKeys(desk.app.deps);
  const ids = (await ana.call('api_keys.list_mine')).data.map(({ id }) => id);
  expect([ids.includes(gone.id), ids.includes(kept.id)]).toEqual([false, true]);
  expect((await desk.pool.query("select 1 from wrong_api_keys where ip = '192.0.2.1'")).rowCount).toBe(0);
});
