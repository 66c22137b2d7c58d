import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { followUp, openConversation } from '../../../test/conversations.ts';
import { adminEmail, createHarness, type Harness, testPassword } from '../../../test/harness.ts';

let desk: Harness;
let admin: ApiClient;
let adminId: number;
beforeAll(async () => {
  desk = await createHarness();
  await desk.addTeam('Billing');
  await desk.addTeam('Returns');
  admin = await desk.as();
  adminId = (await admin.call('agents.me')).data.id;
});
afterAll(() => desk.close());

const agent = (email: string, members: Record<string, unknown> = {}) => ({
  first_name: 'Asha',
  last_name: 'Rao',
  email,
  roles: ['Agent'],
  ...members,
});
const find = async (email: string) => (await admin.call('agents.list')).data.find((row) => row.email === email)!;
const create = async (email: string, members: Record<string, unknown> = {}) => {
  const made = await admin.call('agents.create', { body: agent(email, members) });
  expect(made.status, made.body.message).toBe(200);
  return (await find(email)).id;
};
const update = (id: number, email: string, members: Record<string, unknown> = {}, client = admin) =>
  client.call('agents.update', { params: { id }, body: agent(email, members) });
const get = async (id: number) => (await admin.call('agents.get', { params: { id } })).data;
const logged = async () => {
  const { rows } = await desk.pool.query(
    'select activity_type, actor_id, target_model_id, params from activity_logs order by id desc limit 4',
  );
  return rows as {
    activity_type: string;
    actor_id: number;
    target_model_id: number;
    params: Record<string, unknown>;
  }[];
};

test('created as other clients do it: enabled and offline, teams by name, unknown ones passed over', async () => {
  await admin.call('agents.create', {
    body: agent(' Asha@Desk.Test ', {
      teams: [{ name: 'Billing' }, { name: 'Nowhere' }],
      send_welcome_email: false,
      enabled: false,
      availability_status: 'away_manual',
    }),
  });
  const { id } = await find('asha@desk.test');
  expect(await get(id)).toMatchObject({
    first_name: 'Asha',
    last_name: 'Rao',
    email: 'asha@desk.test',
    enabled: true,
    availability_status: 'offline',
    roles: ['Agent'],
    teams: [{ name: 'Billing' }],
    last_login_at: null,
  });
  expect((await logged())[0]).toMatchObject({
    activity_type: 'agent_created',
    actor_id: adminId,
    target_model_id: id,
    params: { name: 'asha@desk.test' },
  });
  const row = await find('asha@desk.test');
  expect(row).toMatchObject({
    id,
    type: 'agent',
    roles: ['Agent'],
    total: (await admin.call('agents.list')).data.length,
  });
  expect((await admin.call('agents.list')).data.map((one) => one.email)).not.toContain('System');
});

test('a welcome mail holds a link for a day; while mails are off nothing is sent, and that is said', async () => {
  const off = await admin.call('agents.create', { body: agent('quiet@desk.test', { send_welcome_email: true }) });
  expect([off.status, off.body.warnings?.[0]?.code]).toEqual([200, 'warnings.welcome_mail_off']);
  const switchMails = (value: string) =>
    desk.pool.query(
      `insert into settings (key, value) values ('notification.email.enabled', $1)
       on conflict (key) do update set value = excluded.value`,
      [value],
    );
  await switchMails('true');
  const on = await admin.call('agents.create', { body: agent('welcome@desk.test', { send_welcome_email: true }) });
  expect([on.status, on.body.warnings]).toEqual([200, undefined]);
  const { rows } = await desk.pool.query(
    `select mail.kind, mail.content ->> 'ResetToken' as token, token.expires_at > now() + interval '23 hours' as lasts
     from system_mails mail join users on users.email = mail.recipient
     join password_tokens token on token.user_id = users.id`,
  );
  expect(rows).toEqual([{ kind: 'welcome', token: expect.any(String), lasts: true }]);
  await switchMails('false');
});

test('without a password nobody can sign in, with one they can', async () => {
  await create('later@desk.test');
  const login = (email: string) => desk.anonymous().call('auth.login', { body: { email, password: testPassword } });
  expect((await login('later@desk.test')).status).toBe(401);
  await create('now@desk.test', { new_password: testPassword });
  expect((await login('now@desk.test')).status).toBe(200);
});

test('changed: roles and teams are replaced, what is not named stays', async () => {
  const id = await create('move@desk.test', { teams: [{ name: 'Billing' }] });
  await admin.call('roles.create', { body: { name: 'Tagger', permissions: ['tags:manage'] } });
  const loaded = await get(id);
  const changed = await update(id, 'moved@desk.test', {
    first_name: 'Ash',
    last_name: null,
    roles: ['Tagger'],
    teams: [{ name: 'Returns' }],
    based_on: loaded.updated_at,
  });
  expect(changed.status, changed.body.message).toBe(200);
  expect(await get(id)).toMatchObject({
    first_name: 'Ash',
    last_name: '',
    email: 'moved@desk.test',
    enabled: true,
    availability_status: 'offline',
    roles: ['Tagger'],
    permissions: ['tags:manage'],
    teams: [{ name: 'Returns' }],
  });
  expect((await logged())[0]).toMatchObject({
    activity_type: 'agent_changed',
    params: {
      changes: {
        roles: { before: ['Agent'], after: ['Tagger'] },
        teams: { before: ['Billing'], after: ['Returns'] },
        email: { before: 'move@desk.test', after: 'moved@desk.test' },
      },
    },
  });
  expect((await update(id, 'moved@desk.test', { based_on: loaded.updated_at })).status).toBe(409);
  await update(id, 'moved@desk.test');
  expect((await get(id)).teams).toHaveLength(1);
  await update(id, 'moved@desk.test', { teams: [] });
  expect((await get(id)).teams).toEqual([]);
});

test.each([
  [{ first_name: '' }, 'first_name'],
  [{ first_name: 'x'.repeat(141) }, 'first_name'],
  [{ first_name: 'As\u202eha' }, 'first_name'],
  [{ first_name: 'As\u0000ha' }, 'first_name'],
  [{ last_name: 7 }, 'last_name'],
  [{ email: '' }, 'email'],
  [{ email: 'System' }, 'email'],
  [{ email: 'asha desk.test' }, 'email'],
  [{ email: 'asha@desk' }, 'email'],
  [{ email: `${'x'.repeat(320)}@desk.test` }, 'email'],
  [{ roles: [] }, 'roles'],
  [{ roles: undefined }, 'roles'],
  [{ roles: 'Agent' }, 'roles'],
  [{ roles: ['Agent', 'Captain'] }, 'roles'],
  [{ teams: ['Billing'] }, 'teams.0'],
  [{ new_password: 'short' }, 'new_password'],
  [{ new_password: `Aa1-${'x'.repeat(69)}` }, 'new_password'],
  [{ send_welcome_email: 'yes' }, 'send_welcome_email'],
])('%j is refused, and the member named', async (wrong, member) => {
  expect(await admin.call('agents.create', { body: agent('wrong@desk.test', wrong) })).toMatchObject({
    status: 400,
    body: { error_type: 'InputException', data: { [member]: expect.any(String) } },
  });
  expect(await find('wrong@desk.test')).toBeUndefined();
});

test('an address belongs to one agent, without regard to case, and is free again after a delete', async () => {
  const id = await create('taken@desk.test');
  const other = await create('other@desk.test');
  const taken = { status: 409, body: { error_type: 'ConflictException', data: { email: 'it is taken' } } };
  expect(await admin.call('agents.create', { body: agent('TAKEN@desk.test') })).toMatchObject(taken);
  expect(await update(other, 'Taken@desk.test')).toMatchObject(taken);
  expect((await admin.call('agents.remove', { params: { id } })).status).toBe(200);
  await create('taken@desk.test');
});

test('unknown agents, System and oneself', async () => {
  const { rows } = await desk.pool.query(`select id from users where email = 'System'`);
  const params = { id: rows[0].id };
  const isSystem = { status: 400, body: { error_type: 'InputException', code: 'agent.is_system' } };
  expect(await update(params.id, 'robot@desk.test', { roles: ['Admin'] })).toMatchObject(isSystem);
  expect(await admin.call('agents.remove', { params })).toMatchObject(isSystem);
  const own = { status: 400, body: { error_type: 'InputException', code: 'agent.own_account' } };
  expect(await admin.call('agents.remove', { params: { id: adminId } })).toMatchObject(own);
  expect(await update(adminId, adminEmail, { roles: ['Admin'], enabled: false })).toMatchObject(own);
  for (const call of ['agents.get', 'agents.usage', 'agents.remove'] as const) {
    expect(await admin.call(call, { params: { id: 999_999 } })).toMatchObject({
      status: 404,
      body: { error_type: 'NotFoundException' },
    });
    expect((await admin.call(call, { params: { id: 'x' } })).status).toBe(400);
  }
  expect((await update(999_999, 'x@desk.test')).status).toBe(404);
});

describe('availability in the form', () => {
  test.each([
    ['offline', 'online', 'offline', null],
    ['away', 'online', 'away', null],
    ['away_manual', 'online', 'online', 'agent_online'],
    ['online', 'away_manual', 'away_manual', 'agent_away'],
    ['away_manual', 'away_and_reassigning', 'away_and_reassigning', 'agent_away_reassigned'],
    ['away_manual', undefined, 'away_manual', null],
    ['away_manual', 'away_manual', 'away_manual', null],
  ])('%s, asked for %s: %s', async (before, asked, after, activity) => {
    const email = `${before}.${asked}@desk.test`;
    const id = await create(email);
    await desk.pool.query('update users set availability_status = $1 where id = $2', [before, id]);
    expect((await update(id, email, { last_name: 'New', availability_status: asked })).status).toBe(200);
    expect((await get(id)).availability_status).toBe(after);
    const found = (await logged()).find((row) => /online|away/.test(row.activity_type) && row.target_model_id === id);
    expect(found?.activity_type ?? null).toBe(activity);
    if (found) expect(found).toMatchObject({ actor_id: adminId, params: { target_email: email } });
  });

  test('one that does not exist is refused', async () => {
    const id = await create('odd@desk.test');
    expect(await update(id, 'odd@desk.test', { availability_status: 'asleep' })).toMatchObject({
      status: 400,
      body: { data: { availability_status: expect.any(String) } },
    });
  });
});

describe('the last enabled Admin', () => {
  const lastAdmin = { status: 400, body: { error_type: 'InputException', code: 'agent.last_admin' } };

  test('can be neither demoted nor disabled nor deleted, not even by two at once', async () => {
    expect(await update(adminId, adminEmail, { roles: ['Agent'] })).toMatchObject(lastAdmin);
    const second = await create('second@desk.test', { roles: ['Admin'], new_password: testPassword });
    const client = await desk.as('second@desk.test');
    const demote = (id: number, email: string, by: ApiClient) => update(id, email, { roles: ['Agent'] }, by);
    const answers = await Promise.all([demote(adminId, adminEmail, client), demote(second, 'second@desk.test', admin)]);
    const [done, refused] = answers.map((answer) => answer.status).sort();
    expect(done).toBe(200);
    // The second may find itself demoted already.
    expect([400, 403]).toContain(refused);
    const left = (await get(adminId).catch(() => null))?.roles?.includes('Admin') ? admin : client;
    // Whoever is left gives the role back to the other.
    const [id, email] = left === admin ? [second, 'second@desk.test'] : [adminId, adminEmail];
    expect((await update(id, email, { roles: ['Admin'] }, left)).status).toBe(200);
    await desk.pool.query('update users set enabled = false where id = $1', [adminId]);
    await desk.addAgent({ email: 'manager@desk.test', permissions: ['users:manage'] });
    const manager = await desk.as('manager@desk.test');
    expect(await update(second, 'second@desk.test', { roles: ['Admin'], enabled: false }, manager)).toMatchObject(
      lastAdmin,
    );
    expect(await manager.call('agents.remove', { params: { id: second } })).toMatchObject(lastAdmin);
    await desk.pool.query('update users set enabled = true where id = $1', [adminId]);
    admin = await desk.as();
    expect((await update(second, 'second@desk.test', { roles: ['Admin'], enabled: false })).status).toBe(200);
    expect((await admin.call('agents.remove', { params: { id: second } })).status).toBe(200);
  });
});

describe('who manages agents and may do little else', () => {
  let manager: ApiClient;
  let managerId: number;
  const role = 'role of clerk@desk.test';
  beforeAll(async () => {
    managerId = await desk.addAgent({ email: 'clerk@desk.test', permissions: ['users:manage', 'view:manage'] });
    manager = await desk.as('clerk@desk.test');
  });
  const exceeds = { status: 403, body: { error_type: 'PermissionException', code: 'agent.role_exceeds' } };

  test('gives no role that allows more, neither to others nor to themselves', async () => {
    const make = (email: string, roles: string[]) => manager.call('agents.create', { body: agent(email, { roles }) });
    expect(await make('climber@desk.test', ['Admin'])).toMatchObject(exceeds);
    expect(await make('climber@desk.test', ['Agent'])).toMatchObject(exceeds);
    expect((await make('climber@desk.test', [role])).status).toBe(200);
    expect(await update(managerId, 'clerk@desk.test', { roles: [role, 'Admin'] }, manager)).toMatchObject(exceeds);
    expect((await get(managerId)).roles).toEqual([role]);
  });

  test('edits agents who may do more, but never takes over their account', async () => {
    const id = await create('strong@desk.test');
    expect((await update(id, 'strong@desk.test', { last_name: 'Renamed' }, manager)).status).toBe(200);
    expect((await get(id)).last_name).toBe('Renamed');
    const refused = (member: string) => ({
      status: 403,
      body: { code: 'agent.may_do_more', data: { [member]: expect.any(String) } },
    });
    expect(await update(id, 'clerk2@desk.test', {}, manager)).toMatchObject(refused('email'));
    expect(await update(id, 'strong@desk.test', { new_password: testPassword }, manager)).toMatchObject(
      refused('new_password'),
    );
  });
});

describe('a new password', () => {
  test("ends the agent's sessions; one's own stays signed in", async () => {
    const id = await create('forgot@desk.test', { new_password: testPassword });
    const client = await desk.as('forgot@desk.test');
    expect((await update(id, 'forgot@desk.test', { new_password: 'Other-Passw0rd' })).status).toBe(200);
    expect((await client.call('agents.me')).status).toBe(401);
    await desk.anonymous().login('forgot@desk.test', 'Other-Passw0rd');
    expect((await logged()).map((row) => row.activity_type)).toContain('agent_password_set');
    expect(JSON.stringify(await logged())).not.toMatch(/Passw0rd|argon2/);
    const own = { first_name: 'Admin', last_name: '', roles: ['Admin'], new_password: testPassword };
    expect((await update(adminId, adminEmail, own)).status).toBe(200);
    expect((await admin.call('agents.me')).status).toBe(200);
  });
});

describe('who is disabled or deleted', () => {
  const assign = (id: number, ids: number[]) =>
    desk.pool.query('update conversations set assigned_user_id = $1 where id = any($2)', [id, ids]);
  const holder = async (id: number) =>
    (await desk.pool.query('select assigned_user_id from conversations where id = $1', [id])).rows[0].assigned_user_id;

  test.each(['disabled', 'deleted'] as const)('and %s loses session and open conversations at once', async (way) => {
    const email = `${way}@desk.test`;
    const id = await create(email, { new_password: testPassword });
    const client = await desk.as(email);
    const [open, snoozed, done] = [
      (await openConversation(desk)).conversation,
      (await openConversation(desk)).conversation,
      (await openConversation(desk)).conversation,
    ];
    await assign(id, [open.id, snoozed.id, done.id]);
    for (const [conversation, status] of [
      [snoozed, 'Snoozed'],
      [done, 'Resolved'],
    ] as const) {
      await desk.pool.query(
        'update conversations set status_id = (select id from conversation_statuses where name = $1) where id = $2',
        [status, conversation.id],
      );
    }
    expect((await admin.call('agents.usage', { params: { id } })).data).toEqual({
      used_by: [],
      total: 0,
      conversations: 2,
    });
    const since = (await desk.frames()).at(-1)!.seq;
    const answer =
      way === 'disabled'
        ? await update(id, email, { enabled: false })
        : await admin.call('agents.remove', { params: { id } });
    expect(answer.status, answer.body.message).toBe(200);
    expect((await client.call('agents.me')).status).toBe(401);
    expect([await holder(open.id), await holder(snoozed.id), await holder(done.id)]).toEqual([null, null, id]);
    const frames = await desk.frames(since);
    for (const { uuid } of [open, snoozed]) {
      const data = { uuid, prop: 'assigned_user_id', value: null };
      expect(frames).toContainEqual(expect.objectContaining({ type: 'conversation_prop_update', data }));
    }
    const entries = await desk.pool.query(
      `select conversation_id from messages where meta ->> 'activity_type' = 'unassigned_user' and sender_id = $1
       and conversation_id = any($2) order by conversation_id`,
      [adminId, [open.id, snoozed.id, done.id]],
    );
    expect(entries.rows.map((row) => row.conversation_id)).toEqual([open.id, snoozed.id]);
    // What comes back is not given to somebody who is gone.
    await followUp(desk, done.id);
    expect(await holder(done.id)).toBeNull();
    if (way === 'disabled') {
      expect((await update(id, email, { enabled: true })).status).toBe(200);
      await desk.as(email);
    } else {
      expect((await admin.call('agents.get', { params: { id } })).status).toBe(404);
      expect((await admin.call('agents.compact')).data.map((one) => one.id)).not.toContain(id);
    }
  });

  test('with more open conversations than one transaction frees, a job frees the rest', async () => {
    const id = await create('crowded@desk.test');
    const { conversation } = await openConversation(desk);
    await desk.pool.query(
      `insert into conversations (contact_id, inbox_id, status_id, assigned_user_id)
       select contact_id, inbox_id, status_id, $1 from conversations, generate_series(1, 130) where conversations.id = $2`,
      [id, conversation.id],
    );
    const left = async () =>
      (await desk.pool.query('select count(*)::int as n from conversations where assigned_user_id = $1', [id])).rows[0]
        .n;
    expect((await update(id, 'crowded@desk.test', { enabled: false })).status).toBe(200);
    expect(await left()).toBe(30);
    const worker = await createHarness({ share: desk, roles: ['worker'] });
    await desk.until(async () => (await left()) === 0, 'the rest to be freed');
    await worker.close();
  });
});

test('what uses an agent: teams, macros, open conversations', async () => {
  const id = await create('used@desk.test', { teams: [{ name: 'Billing' }] });
  const macro = { visibility: 'all', visible_when: ['replying'], message_content: '' };
  await admin.call('macros.create', {
    body: { ...macro, name: 'To Asha', actions: [{ type: 'assign_user', value: [String(id)] }] },
  });
  await admin.call('macros.create', {
    body: { ...macro, name: 'Own', visibility: 'user', user_id: id, message_content: 'x', actions: [] },
  });
  expect((await admin.call('agents.usage', { params: { id } })).data).toMatchObject({
    used_by: [
      { entity: 'team', name: 'Billing' },
      { entity: 'macro', name: 'Own' },
      { entity: 'macro', name: 'To Asha' },
    ],
    total: 3,
    conversations: 0,
  });
});
