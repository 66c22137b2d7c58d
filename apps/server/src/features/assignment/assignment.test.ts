import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { followUp, openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { renewSettings } from '../settings/index.ts';
import { assignWaiting, startAssigner, sweepAssignment } from './index.ts';

let desk: Harness;
let admin: ApiClient;
let asha: number;
let ben: number;
let team: number;
let running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  desk = await createHarness({ env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
  asha = await desk.addAgent({ email: 'asha@desk.test', first_name: 'Asha', last_name: 'Rao' });
  ben = await desk.addAgent({ email: 'ben@desk.test', first_name: 'Ben', last_name: 'Oak' });
});
afterAll(() => desk.close());
let made = 0;
beforeEach(async () => {
  await desk.pool.query('update conversations set assigned_team_id = null, assigned_user_id = null');
  await desk.pool.query('delete from teams');
  await desk.pool.query("update users set enabled = true, availability_status = 'online' where id in ($1, $2)", [
    asha,
    ben,
  ]);
  team = await roundRobin({}, [asha, ben]);
});
afterEach(async () => {
  const stopping = running;
  running = [];
  await Promise.all(stopping.map((one) => one.stop()));
});

const start = (from = desk) => void running.push(startAssigner(from.app.deps, from.app.bus));
async function roundRobin(settings: { strategy?: string; most?: number }, members: number[]): Promise<number> {
  const id = await desk.addTeam(`Team ${++made}`, members);
  await desk.pool.query(
    `update teams set conversation_assignment_type = 'Round robin', assignment_strategy = $2, max_auto_assigned_conversations = $3
     where id = $1`,
    [id, settings.strategy ?? 'rotation', settings.most ?? 0],
  );
  return id;
}
/** A conversation that waits in the team, put there without a word. */
async function waiting(members: Record<string, unknown> = {}): Promise<{ id: number; uuid: string }> {
  const { conversation } = await openConversation(desk);
  const values = { assigned_team_id: team, ...members };
  const sets = Object.keys(values).map((name, place) => `${name} = $${place + 2}`);
  await desk.pool.query(`update conversations set ${sets} where id = $1`, [conversation.id, ...Object.values(values)]);
  return conversation;
}
const assignee = async (id: number): Promise<number | null> =>
  (await desk.pool.query('select assigned_user_id from conversations where id = $1', [id])).rows[0].assigned_user_id;
const becomes = (id: number, user: number | null) =>
  desk.until(async () => (await assignee(id)) === user, `conversation ${id} to be ${user}'s`);
const run = () => assignWaiting(desk.app.deps, team, 'test');
const setTeam = (uuid: string, id = team) =>
  admin.call('conversations.assign_team', { params: { uuid }, body: { assignee_id: id } });
const setStatus = (uuid: string, status: string, more = {}) =>
  admin.call('conversations.set_status', { params: { uuid }, body: { status, ...more } });
const present = (id: number, status: string) =>
  desk.pool.query('update users set availability_status = $2 where id = $1', [id, status]);
const body = (members = {}) => ({
  name: `Team ${made}`,
  emoji: '',
  conversation_assignment_type: 'Round robin',
  timezone: '',
  business_hours_id: '',
  sla_policy_id: '',
  max_auto_assigned_conversations: '0',
  ...members,
});

test('a team is set: one of its agents has it at once, is told once, and the thread and a record say why', async () => {
  start();
  const { conversation } = await openConversation(desk);
  await present(ben, 'away');
  expect((await setTeam(conversation.uuid)).status).toBe(200);
  await becomes(conversation.id, asha);
  const { rows: causes } = await desk.pool.query(
    "select * from causes where kind = 'assignment' and conversation_id = $1",
    [conversation.id],
  );
  expect(causes).toHaveLength(1);
  expect(causes[0].trace).toMatchObject({
    event: { kind: 'conversation.team_assigned' },
    actions: [{ type: 'assign_user', value: [String(asha)], result: 'done' }],
    facts: [
      { name: 'assigned_in_turn', value: `Team ${made}` },
      { name: 'agent_chosen', value: expect.stringMatching(/^Asha Rao \(\d+\)$/) },
      { name: 'agent_away', value: expect.stringMatching(/^Ben Oak/) },
    ],
  });
  const { rows: lines } = await desk.pool.query(
    "select meta, sender_id, text_content from messages where conversation_id = $1 and meta ->> 'activity_type' = 'assigned_user_change'",
    [conversation.id],
  );
  expect(lines).toMatchObject([
    { sender_id: desk.app.deps.system.id, meta: { params: { assignee: 'Asha Rao' }, cause_id: causes[0].id } },
  ]);
  const { rows: told } = await desk.pool.query('select agent_id from notifications where conversation_id = $1', [
    conversation.id,
  ]);
  expect(told).toEqual([{ agent_id: asha }]);
  const props = (await desk.frames()).filter(({ data }) => data.uuid === conversation.uuid).map(({ data }) => data);
  expect(props).toContainEqual({ uuid: conversation.uuid, prop: 'assigned_user_id', value: asha });
});

test('in turn, oldest first: who waits longest, then the oldest', async () => {
  const third = await waiting({ waiting_since: null });
  const second = await waiting({ waiting_since: '2026-02-02T00:00:00Z' });
  const first = await waiting({ waiting_since: '2026-02-01T00:00:00Z' });
  expect(await run()).toBe(3);
  const order = (await desk.events()).filter(
    ({ kind, payload }) => kind === 'conversation.user_assigned' && payload.to,
  );
  expect(order.slice(-3).map(({ conversation_id }) => conversation_id)).toEqual([first.id, second.id, third.id]);
  expect(await Promise.all([first, second, third].map(({ id }) => assignee(id)))).toEqual([asha, ben, asha]);
});

test('the turn outlives the process, and goes to whoever is there', async () => {
  const [one, two] = [await waiting(), await waiting()];
  await run();
  expect([await assignee(one.id), await assignee(two.id)]).toEqual([asha, ben]);
  const other = await createHarness({ share: desk, env: { LOG_LEVEL: 'silent' } });
  try {
    const three = await waiting();
    await assignWaiting(other.app.deps, team, 'test');
    expect(await assignee(three.id)).toBe(asha);
  } finally {
    await other.close();
  }
});

// Behaviour 14, line 27.
test('the first agent is full and the second free: assigned in the same run; all full: left, until one is done', async () => {
  await desk.pool.query('update teams set max_auto_assigned_conversations = 1 where id = $1', [team]);
  const other = await desk.addTeam(`Elsewhere ${made}`, [asha]);
  // Of another team, and of no team: every open one counts; what is snoozed does not.
  await waiting({ assigned_team_id: other, assigned_user_id: asha });
  const snoozed = await waiting({ assigned_user_id: ben });
  await setStatus(snoozed.uuid, 'Snoozed', { snoozed_until: '3h' });
  const [one, two] = [await waiting(), await waiting()];
  expect(await run()).toBe(1);
  expect([await assignee(one.id), await assignee(two.id)]).toEqual([ben, null]);
  start();
  await setStatus(one.uuid, 'Resolved');
  await becomes(two.id, ben);
});

// Behaviour 14, line 28.
test('what is closed, resolved or snoozed is not assigned; opened again it is, at once', async () => {
  start();
  const all = [await waiting(), await waiting(), await waiting()];
  await setStatus(all[0]!.uuid, 'Closed');
  await setStatus(all[1]!.uuid, 'Snoozed', { snoozed_until: '3h' });
  await desk.pool.query(
    "update conversations set status_id = (select id from conversation_statuses where name = 'Resolved') where id = $1",
    [all[2]!.id],
  );
  await sweepAssignment(desk.app.deps);
  for (const { id } of all) expect(await assignee(id)).toBeNull();
  await followUp(desk, all[0]!.id);
  await becomes(all[0]!.id, asha);
});

// Behaviour 14, line 29.
test('a team that turns Manual, or is deleted, assigns nothing from then on; one that turns back does', async () => {
  start();
  const params = { id: team };
  expect(
    (await admin.call('teams.update', { params, body: body({ conversation_assignment_type: 'Manual' }) })).status,
  ).toBe(200);
  const one = await waiting();
  await sweepAssignment(desk.app.deps);
  expect(await run()).toBe(0);
  expect(await assignee(one.id)).toBeNull();
  expect((await admin.call('teams.update', { params, body: body() })).status).toBe(200);
  await becomes(one.id, asha);
  expect((await admin.call('teams.remove', { params })).status).toBe(200);
  expect(await run()).toBe(0);
  expect((await desk.pool.query('select * from team_rotations where team_id = $1', [team])).rows).toEqual([]);
});

// Behaviour 14, line 26.
describe('somebody assigns by hand meanwhile', () => {
  test('what they hold is theirs; the run gives the others and tells nobody of it', async () => {
    const [held, free] = [await waiting({ waiting_since: '2026-01-01T00:00:00Z' }), await waiting()];
    const client = await desk.pool.connect();
    try {
      await client.query('begin');
      await client.query('update conversations set assigned_user_id = $2 where id = $1 and assigned_user_id is null', [
        held.id,
        ben,
      ]);
      expect(await run()).toBe(1);
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(await run()).toBe(0);
    expect([await assignee(held.id), await assignee(free.id)]).toEqual([ben, asha]);
    const { rows } = await desk.pool.query('select 1 from notifications where conversation_id = $1', [held.id]);
    expect(rows).toEqual([]);
  });

  test('both at once, many times: the hand has the last word, and what it took first is never given away', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => waiting()));
    const byHand = all.map(({ uuid }) =>
      admin.call('conversations.assign_user', { params: { uuid }, body: { assignee_id: ben } }),
    );
    const [answers] = await Promise.all([Promise.all(byHand), run(), run()]);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const events = (await desk.events()).filter(({ kind }) => kind === 'conversation.user_assigned');
    for (const { id } of all) {
      expect(await assignee(id)).toBe(ben);
      const of = events.filter(({ conversation_id }) => conversation_id === id).slice(-2);
      // Where the run gave it to Ben already, the hand had nothing left to do.
      const byRun = of.filter(({ actor_id }) => actor_id === desk.app.deps.system.id);
      expect(byRun.every(({ payload }) => payload.from === null)).toBe(true);
      expect(of.filter(({ payload }) => payload.to === ben)).toHaveLength(1);
    }
  });
});

test('nobody is there: it waits, and whoever comes gets it', async () => {
  await present(asha, 'offline');
  await present(ben, 'away_manual');
  start();
  const one = await waiting();
  expect(await run()).toBe(0);
  const client = await desk.as('asha@desk.test');
  await present(asha, 'offline');
  await client.call('agents.set_availability', { body: { status: 'online' } });
  await becomes(one.id, asha);
});

test('the desk may let those who are offline have it, when nobody else is there', async () => {
  await present(asha, 'offline');
  await present(ben, 'offline');
  const one = await waiting();
  expect((await admin.call('settings.update_general', { body: { 'app.assign_to_offline': true } })).status).toBe(200);
  try {
    await renewSettings(desk.app.deps.db);
    expect(await run()).toBe(1);
    expect(await assignee(one.id)).toBe(asha);
  } finally {
    await admin.call('settings.update_general', { body: { 'app.assign_to_offline': false } });
  }
});

test('an agent hands replies over: the customer writes, and somebody else has it at once', async () => {
  start();
  await present(asha, 'away_and_reassigning');
  const one = await waiting({ assigned_user_id: asha });
  await followUp(desk, one.id);
  await becomes(one.id, ben);
});

test('an agent is disabled: what they had goes to others of its team, with a line for each step', async () => {
  start();
  await desk.pool.query('insert into team_rotations values ($1, $2, 1)', [team, asha]);
  const one = await waiting({ assigned_user_id: asha });
  const alone = (await openConversation(desk)).conversation;
  await desk.pool.query('update conversations set assigned_user_id = $2 where id = $1', [alone.id, asha]);
  const agent = (await admin.call('agents.get', { params: { id: asha } })).data;
  const roles = agent.roles;
  const answer = await admin.call('agents.update', {
    params: { id: asha },
    body: { first_name: 'Asha', last_name: 'Rao', email: 'asha@desk.test', roles, enabled: false } as never,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await becomes(one.id, ben);
  expect(await assignee(alone.id)).toBeNull();
  const { rows } = await desk.pool.query(
    "select meta ->> 'activity_type' as kind from messages where conversation_id = $1 and type = 'activity' order by id",
    [one.id],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['unassigned_user', 'assigned_user_change']);
  expect((await desk.pool.query('select 1 from team_rotations where user_id = $1', [asha])).rows).toEqual([]);
});

test('two processes at once: each is given once, in turn, and nobody gets more than the limit', async () => {
  await desk.pool.query('update teams set max_auto_assigned_conversations = 10 where id = $1', [team]);
  const second = await roundRobin({ most: 10 }, [asha, ben]);
  const all = await Promise.all(
    Array.from({ length: 30 }, (_, n) => waiting({ assigned_team_id: n % 2 === 0 ? team : second })),
  );
  const other = await createHarness({ share: desk, env: { LOG_LEVEL: 'silent' } });
  try {
    const { deps } = desk.app;
    await Promise.all([
      assignWaiting(deps, team, 'test'),
      assignWaiting(other.app.deps, team, 'test'),
      assignWaiting(other.app.deps, second, 'test'),
      sweepAssignment(deps),
    ]);
  } finally {
    await other.close();
  }
  const users = await Promise.all(all.map(({ id }) => assignee(id)));
  const count = (user: number | null) => users.filter((one) => one === user).length;
  expect([count(asha), count(ben), count(null)]).toEqual([10, 10, 10]);
  const { rows } = await desk.pool.query(
    "select conversation_id, count(*)::int from causes where kind = 'assignment' and conversation_id = any($1) group by 1",
    [all.map(({ id }) => id)],
  );
  expect(rows.map((row) => row.count)).toEqual(Array(20).fill(1));
});

test('one that cannot be assigned holds up no other, and is not half assigned', async () => {
  const [bad, good] = [await waiting({ waiting_since: '2026-01-01T00:00:00Z' }), await waiting()];
  await desk.pool.query(`
    create function broken() returns trigger language plpgsql as $$ begin
      if new.meta ->> 'activity_type' = 'assigned_user_change' and new.conversation_id = ${bad.id} then raise 'broken'; end if;
      return new; end $$;
    create trigger broken before insert on messages for each row execute function broken()`);
  try {
    expect(await run()).toBe(1);
  } finally {
    await desk.pool.query('drop trigger broken on messages; drop function broken()');
  }
  expect([await assignee(bad.id), await assignee(good.id)]).toEqual([null, asha]);
  expect((await desk.pool.query('select 1 from causes where conversation_id = $1', [bad.id])).rows).toEqual([]);
  expect(await run()).toBe(1);
  expect(await assignee(bad.id)).toBe(ben);
});

test('the second kind gives to whoever has the fewest, and other clients neither see nor change it', async () => {
  const params = { id: team };
  expect(
    (await admin.call('teams.update', { params, body: body({ assignment_strategy: 'fewest_open' }) })).status,
  ).toBe(200);
  expect((await admin.call('teams.update', { params, body: body() })).status).toBe(200);
  expect((await admin.call('teams.get', { params })).data).toMatchObject({
    conversation_assignment_type: 'Round robin',
    assignment_strategy: 'fewest_open',
  });
  expect((await admin.call('teams.list')).data[0]).toMatchObject({ assignment_strategy: 'fewest_open' });
  const bad = await admin.call('teams.update', { params, body: body({ assignment_strategy: 'random' }) as never });
  expect([bad.status, bad.body.message]).toEqual([400, expect.stringContaining('assignment_strategy')]);
  for (let n = 0; n < 3; n++) await waiting({ assigned_user_id: asha });
  const all = [await waiting(), await waiting(), await waiting(), await waiting()];
  await run();
  const users = await Promise.all(all.map(({ id }) => assignee(id)));
  expect(users.filter((user) => user === ben)).toHaveLength(3);
});

test('a member who joins, and one whose roles let them read nothing', async () => {
  const blind = await desk.addAgent({ email: `blind${made}@desk.test`, permissions: ['contacts:read_all'] });
  await desk.pool.query("update users set availability_status = 'online' where id = $1", [blind]);
  await desk.pool.query('insert into team_members values ($1, $2)', [team, blind]);
  const cleo = await desk.addAgent({ email: `cleo${made}@desk.test` });
  await desk.pool.query("update users set availability_status = 'online' where id = $1", [cleo]);
  const first = [await waiting(), await waiting()];
  await run();
  await desk.pool.query('insert into team_members values ($1, $2)', [team, cleo]);
  const second = [await waiting(), await waiting(), await waiting()];
  await run();
  expect(await Promise.all([...first, ...second].map(({ id }) => assignee(id)))).toEqual([asha, ben, cleo, asha, ben]);
});
