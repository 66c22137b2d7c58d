import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminEmail, createHarness, type Harness } from '../../../test/harness.ts';
import { findAssignableAgent, loadActor, systemActor } from './index.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());

test('me is the whole agent with sorted permissions, roles and teams', async () => {
  const billing = await desk.addTeam('Billing');
  const answers = await desk.addTeam('Answers');
  await desk.addAgent({
    email: 'asha@desk.test',
    first_name: 'Asha',
    last_name: '',
    roles: ['Agent'],
    permissions: ['tags:manage', 'messages:read'],
    team_ids: [billing, answers],
  });
  const asha = await desk.as('asha@desk.test');
  const { data } = await asha.call('agents.me');
  expect(data).toMatchObject({
    first_name: 'Asha',
    last_name: '',
    email: 'asha@desk.test',
    type: 'agent',
    availability_status: 'online',
    enabled: true,
    avatar_url: null,
    roles: ['Agent', 'role of asha@desk.test'],
    teams: [
      { id: answers, name: 'Answers', emoji: null },
      { id: billing, name: 'Billing', emoji: null },
    ],
    meta: null,
  });
  expect(data.permissions).toContain('tags:manage');
  expect(data.permissions).toEqual([...new Set(data.permissions)].sort());
  expect(JSON.stringify(data)).not.toContain('argon2');
  expect(new Date(data.last_login_at!).getTime()).not.toBeNaN();
});

test('an agent without roles and teams has empty lists', async () => {
  await desk.addAgent({ email: 'new@desk.test', roles: [] });
  const { data } = await (await desk.as('new@desk.test')).call('agents.me');
  expect([data.roles, data.permissions, data.teams]).toEqual([[], [], []]);
});

test('compact agents: latest update first, disabled ones too, neither System nor deleted ones nor contacts', async () => {
  const admin = await desk.as();
  await desk.addAgent({ email: 'off@desk.test', enabled: false });
  const gone = await desk.addAgent({ email: 'gone@desk.test' });
  await desk.pool.query('update users set deleted_at = now() where id = $1', [gone]);
  await desk.pool.query(`insert into users (type, email, first_name) values ('contact', 'c@example.com', 'C')`);
  await desk.pool.query(`update users set updated_at = now() + interval '1 hour' where email = $1`, [adminEmail]);
  const { data } = await admin.call('agents.compact');
  const { rows } = await desk.pool.query(
    `select id from users where type = 'agent' and email <> 'System' and deleted_at is null order by updated_at desc, id desc`,
  );
  expect(data.map((agent) => agent.id)).toEqual(rows.map((row) => row.id));
  expect(data[0]).toMatchObject({ first_name: 'Admin', last_name: '', type: 'agent', avatar_url: null });
  expect(data.filter((agent) => !agent.enabled)).toHaveLength(1);
});

test('who can be assigned: enabled agents, neither System nor contacts', async () => {
  const { db } = desk.app.deps;
  const on = await desk.addAgent({ email: 'on@desk.test' });
  const off = await desk.addAgent({ email: 'off2@desk.test', enabled: false });
  const { rows } = await desk.pool.query(
    `insert into users (type, email) values ('contact', 'd@example.com') returning id`,
  );
  expect(await findAssignableAgent(db, on)).toMatchObject({ id: on, email: 'on@desk.test' });
  for (const id of [off, rows[0].id, (await systemActor(db)).id, 999_999]) {
    expect(await findAssignableAgent(db, id)).toBeUndefined();
  }
});

test('actors: System may do everything, a disabled agent is nobody', async () => {
  const { db } = desk.app.deps;
  const system = await systemActor(db);
  expect(system).toMatchObject({ kind: 'system', email: 'System', first_name: 'System', last_name: '' });
  expect(system.permissions.size).toBe(39);
  const team = await desk.addTeam('Night');
  const id = await desk.addAgent({ email: 'night@desk.test', permissions: ['tags:manage'], team_ids: [team] });
  const actor = await loadActor(db, id);
  expect(actor).toMatchObject({ kind: 'agent', id, team_ids: [team] });
  expect([...actor.permissions]).toEqual(['tags:manage']);
  await desk.pool.query('update users set enabled = false where id = $1', [id]);
  await expect(loadActor(db, id)).rejects.toThrow('agent.not_found');
});
