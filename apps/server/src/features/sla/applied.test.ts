import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { promisesOn } from '../../../test/promises.ts';
import { assignTeam } from '../conversations/index.ts';
import { applyPolicy } from './index.ts';

let desk: Harness;
let on: ReturnType<typeof promisesOn>;
let agent: number;

beforeAll(async () => {
  desk = await createHarness();
  on = promisesOn(desk);
  agent = await desk.addAgent({ email: 'asha@desk.test' });
});
afterAll(() => desk.close());
// A Monday.
const at = (time: string) => on.stopAt(`2026-03-02T${time}.000Z`);
const iso = (time: string) => `2026-03-02T${time}:00.000Z`;
beforeEach(async () => {
  at('10:00:00');
  await on.hours({ is_always_open: true });
});

const activities = async (id: number) => {
  const { rows } = await desk.pool.query(
    `select meta, sender_id from messages where conversation_id = $1 and type = 'activity' order by id`,
    [id],
  );
  return rows;
};

describe('applying', () => {
  test('deadlines count from the creation; the conversation, its viewers, the thread and a record of why have them', async () => {
    const { id, uuid } = await on.opened();
    const policy = await on.policy({ first_response_time: '1h', resolution_time: '4h', next_response_time: '30m' });
    at('10:20:00');
    const since = (await desk.frames()).at(-1)!.seq;
    await on.apply(id, policy);
    expect(await on.standing(id)).toEqual({
      status: 'pending',
      first: { due: iso('11:00'), met: null, breached: null },
      resolution: { due: iso('14:00'), met: null, breached: null },
      next: [],
      next_deadline: iso('11:00'),
    });
    const props = (await desk.frames(since)).filter(({ type }) => type === 'conversation_prop_update');
    expect(Object.fromEntries(props.map(({ data }) => [data.prop, data.value]))).toMatchObject({
      sla_policy_id: policy,
      sla_policy_name: expect.stringContaining('Policy'),
      applied_sla_id: expect.any(Number),
      first_response_deadline_at: iso('11:00'),
      resolution_deadline_at: iso('14:00'),
      next_sla_deadline_at: iso('11:00'),
    });
    const [entry] = (await activities(id)).slice(-1);
    expect(entry.meta).toMatchObject({ activity_type: 'sla_set', cause_id: expect.any(Number) });
    const { rows } = await desk.pool.query('select kind, trace from causes where id = $1', [entry.meta.cause_id]);
    expect(rows[0]).toMatchObject({
      kind: 'sla',
      trace: {
        actions: [{ type: 'set_sla', value: [String(policy)], result: 'done' }],
        facts: expect.arrayContaining([{ name: 'time_zone', value: 'UTC' }]),
      },
    });
    const client = await desk.as();
    expect((await client.call('conversations.get', { params: { uuid } })).data).toMatchObject({
      sla_policy_id: policy,
      sla_policy_name: expect.stringContaining('Policy'),
      first_response_deadline_at: iso('11:00'),
      next_response_deadline_at: null,
    });
  });

  test('the same again changes nothing; another one takes the place of what runs', async () => {
    const { id } = await on.opened();
    const [one, other] = [
      await on.policy({ first_response_time: '1h', next_response_time: '1h' }),
      await on.policy({ resolution_time: '2h' }),
    ];
    await on.apply(id, one);
    const before = (await desk.frames()).at(-1)!.seq;
    await on.apply(id, one);
    expect(await desk.frames(before)).toEqual([]);
    at('10:10:00');
    await on.reply(id, agent);
    await on.write(id);
    await on.apply(id, other);
    const { rows } = await desk.pool.query(
      `select a.status, (select status from sla_events e where e.applied_sla_id = a.id) as event
       from applied_slas a where conversation_id = $1 order by id`,
      [id],
    );
    expect(rows).toEqual([
      { status: 'met', event: 'cancelled' },
      { status: 'pending', event: null },
    ]);
    expect(await on.standing(id)).toMatchObject({
      first: { due: null },
      next: [],
      next_deadline: iso('12:00'),
    });
  });

  test('what was achieved before is judged at once, and the start may be that of the application', async () => {
    const { id } = await on.opened();
    at('10:30:00');
    await on.reply(id, agent);
    await on.status(id, 'Resolved');
    at('20:00:00');
    await on.apply(id, await on.policy({ first_response_time: '20m', resolution_time: '1h' }));
    expect(await on.standing(id)).toEqual({
      status: 'partially_met',
      first: { due: iso('10:20'), met: null, breached: iso('10:20') },
      resolution: { due: iso('11:00'), met: iso('10:30'), breached: null },
      next: [],
      next_deadline: null,
    });
    await on.apply(id, await on.policy({ first_response_time: '20m', starts_at: 'applied_at' }));
    expect(await on.standing(id)).toMatchObject({ status: 'met', first: { due: iso('20:20'), met: iso('10:30') } });
  });

  // Behaviour section 14, line 37 (its alerts: alerts.test.ts).
  test('a team brings its policy as the act of System; one without leaves it; back again it is the same', async () => {
    const { id } = await on.opened();
    const policy = await on.policy({ first_response_time: '1h' });
    const [gold, plain] = [await desk.addTeam('Gold'), await desk.addTeam('Plain')];
    await desk.pool.query('update teams set sla_policy_id = $1 where id = $2', [policy, gold]);
    for (const team of [gold, plain, gold]) await on.act(agent, id, (uow, row) => assignTeam(uow, row, team));
    const { rows } = await desk.pool.query(
      'select sla_policy_id, status from applied_slas where conversation_id = $1',
      [id],
    );
    expect(rows).toEqual([{ sla_policy_id: policy, status: 'pending' }]);
    const set = (await activities(id)).filter(({ meta }) => meta.activity_type === 'sla_set');
    expect(set).toMatchObject([{ sender_id: desk.app.deps.system.id }]);
  });

  test.each([
    ['no business hours anywhere', null, 'sla_no_hours', 'sla.no_hours'],
    ['hours that never open', { hours: {} }, 'sla_never_open', 'sla.never_open'],
    [
      'ten years in an hour a week',
      { hours: { Monday: { open: '09:00', close: '10:00' } } },
      'sla_never_open',
      'sla.never_open',
    ],
  ])('%s: nothing is applied, and the thread says so once', async (_, hours, told, code) => {
    await on.hours(hours);
    const { id } = await on.opened();
    const policy = await on.policy({ resolution_time: '87600h' });
    const team = await desk.addTeam(`Team of ${id}`);
    await desk.pool.query('update teams set sla_policy_id = $1 where id = $2', [policy, team]);
    await on.act(agent, id, (uow, row) => assignTeam(uow, row, team));
    // As a rule does it, which goes on with its other actions.
    await on.act(null, id, (uow, row) => applyPolicy(uow, row, policy).catch((error) => expect(error.code).toBe(code)));
    const rows = await activities(id);
    expect(rows.map(({ meta }) => meta.activity_type)).toEqual(['assigned_team_change', told]);
    const causes = await desk.pool.query('select failed from causes where conversation_id = $1', [id]);
    expect(causes.rows).toEqual([{ failed: true }, { failed: true }]);
    expect((await desk.pool.query('select 1 from applied_slas where conversation_id = $1', [id])).rows).toEqual([]);
  });

  test('a team without zone or without hours takes what is missing from the general settings', async () => {
    const always = await on.hours({ is_always_open: true });
    await on.hours({ hours: { Monday: { open: '09:00', close: '17:00' } } }, 'Asia/Kolkata');
    const [hoursOnly, zoneOnly] = [await desk.addTeam('Hours only'), await desk.addTeam('Zone only')];
    await desk.pool.query('update teams set business_hours_id = $1 where id = $2', [always, hoursOnly]);
    await desk.pool.query(`update teams set timezone = 'America/New_York' where id = $1`, [zoneOnly]);
    const policy = await on.policy({ first_response_time: '1h' });
    const dueFor = async (team: number) => {
      const { id } = await on.opened();
      await on.act(null, id, (uow, row) => assignTeam(uow, row, team));
      await on.apply(id, policy);
      return (await on.standing(id)).first.due;
    };
    expect(await dueFor(hoursOnly)).toEqual(iso('11:00'));
    // Nine in New York is 14:00 UTC.
    expect(await dueFor(zoneOnly)).toEqual(iso('15:00'));
  });
});

describe('verdicts', () => {
  // Behaviour section 14, line 36.
  test('a policy with a resolution alone has its deadline before the first reply, and is decided by it', async () => {
    const { id } = await on.opened();
    await on.apply(id, await on.policy({ resolution_time: '2h' }));
    expect((await on.standing(id)).next_deadline).toEqual(iso('12:00'));
    at('11:00:00');
    await on.status(id, 'Resolved');
    expect(await on.standing(id)).toMatchObject({
      status: 'met',
      resolution: { met: iso('11:00') },
      next_deadline: null,
    });
  });

  // Behaviour section 14, line 23: what System sends is no first response.
  test('a reply of System answers nothing', async () => {
    const { id } = await on.opened();
    await on.apply(id, await on.policy({ first_response_time: '1h' }));
    await on.reply(id, null);
    expect(await on.standing(id)).toMatchObject({ status: 'pending', first: { met: null } });
  });

  test('on the very instant of the deadline is in time; after it the deadline is the time of the breach', async () => {
    const policy = await on.policy({ first_response_time: '1h', resolution_time: '2h' });
    const [prompt, late] = [await on.opened(), await on.opened()];
    const { rows } = await desk.pool.query('select created_at from conversations where id = any($1) order by id', [
      [prompt.id, late.id],
    ]);
    for (const { id } of [prompt, late]) await on.apply(id, policy);
    await desk.pool.query('update applied_slas set first_response_deadline_at = $2 where conversation_id = $1', [
      prompt.id,
      '2026-03-02T11:00:00Z',
    ]);
    await desk.pool.query(
      `update conversations set first_reply_at = '2026-03-02T11:00:00Z', last_reply_at = '2026-03-02T11:00:00Z' where id = $1`,
      [prompt.id],
    );
    at('11:30:00');
    await on.sweep();
    expect(await on.standing(prompt.id)).toMatchObject({ first: { met: iso('11:00'), breached: null } });
    await on.reply(late.id, agent);
    expect(rows).toHaveLength(2);
    expect(await on.standing(late.id)).toMatchObject({
      status: 'pending',
      first: { met: null, breached: iso('11:00') },
      // Answered, though late: the resolution is what comes next.
      next_deadline: iso('12:00'),
    });
  });

  test('nobody does anything: the sweep finds it, keeps what is overdue in sight, and writes nothing twice', async () => {
    const { id } = await on.opened();
    await on.apply(id, await on.policy({ first_response_time: '1h', resolution_time: '2h' }));
    at('13:00:00');
    await on.sweep();
    expect(await on.standing(id)).toMatchObject({
      status: 'breached',
      first: { breached: iso('11:00') },
      resolution: { breached: iso('12:00') },
      next_deadline: iso('11:00'),
    });
    const before = (await desk.frames()).at(-1)!.seq;
    await on.sweep();
    expect(await desk.frames(before)).toEqual([]);
  });

  test('reopening keeps the verdict; with restart_on_reopen a fresh check begins', async () => {
    const kept = await on.opened();
    const fresh = await on.opened();
    await on.apply(kept.id, await on.policy({ resolution_time: '2h' }));
    await on.apply(fresh.id, await on.policy({ resolution_time: '2h', restart_on_reopen: true }));
    at('11:00:00');
    for (const { id } of [kept, fresh]) await on.status(id, 'Resolved');
    at('15:00:00');
    for (const { id } of [kept, fresh]) await on.write(id);
    expect(await on.standing(kept.id)).toMatchObject({
      status: 'met',
      resolution: { met: iso('11:00') },
      next_deadline: null,
    });
    expect(await on.standing(fresh.id)).toMatchObject({
      status: 'pending',
      resolution: { due: iso('17:00'), met: null },
      next_deadline: iso('17:00'),
    });
    at('18:00:00');
    for (const { id } of [kept, fresh]) await on.status(id, 'Resolved');
    expect(await on.standing(kept.id)).toMatchObject({ status: 'met' });
    expect(await on.standing(fresh.id)).toMatchObject({ status: 'breached', resolution: { breached: iso('17:00') } });
  });
});

describe('the next response', () => {
  // Behaviour section 14, lines 7 and 38.
  test('begins with a follow-up, not within the first response, not by machine mail, and one at a time', async () => {
    const { id } = await on.opened();
    await on.apply(id, await on.policy({ first_response_time: '1h', next_response_time: '1h' }));
    at('10:05:00');
    await on.write(id);
    expect((await on.standing(id)).next).toEqual([]);
    await on.reply(id, agent);
    await on.write(id, { machine: true });
    expect((await on.standing(id)).next).toEqual([]);
    at('10:30:00');
    await on.write(id);
    at('10:40:00');
    await on.write(id);
    const open = { due: iso('11:30'), met: null, breached: null, status: 'pending' };
    expect(await on.standing(id)).toMatchObject({ status: 'met', next: [open], next_deadline: iso('11:30') });
    await on.sweep();
    expect(await on.standing(id)).toMatchObject({ next: [open], next_deadline: iso('11:30') });
    at('11:00:00');
    await on.reply(id, agent);
    expect(await on.standing(id)).toMatchObject({ next: [{ met: iso('11:00'), status: 'met' }], next_deadline: null });
    const { rows } = await desk.pool.query(
      'select next_response_deadline_at, next_response_met_at from conversations where id = $1',
      [id],
    );
    expect(JSON.parse(JSON.stringify(rows[0]))).toEqual({
      next_response_deadline_at: iso('11:30'),
      next_response_met_at: iso('11:00'),
    });
  });

  test('overdue it stays open until somebody answers, late; resolving ends one without verdict', async () => {
    const { id } = await on.opened();
    await on.apply(id, await on.policy({ next_response_time: '10m' }));
    await on.reply(id, agent);
    at('10:30:00');
    await on.write(id);
    at('11:00:00');
    await on.sweep();
    await on.write(id);
    expect(await on.standing(id)).toMatchObject({
      next: [{ breached: iso('10:40'), status: 'breached' }],
      next_deadline: iso('10:40'),
    });
    await on.reply(id, agent);
    at('12:00:00');
    await on.write(id);
    await on.status(id, 'Resolved');
    expect(await on.standing(id)).toMatchObject({
      status: 'breached',
      next: [
        { met: null, status: 'breached' },
        { met: null, breached: null, status: 'cancelled' },
      ],
      next_deadline: null,
    });
  });
});

describe('waiting for the customer', () => {
  test('stops nothing, unless the policy says so: then open deadlines move by the time of waiting', async () => {
    const [runs, stands] = [await on.opened(), await on.opened()];
    const times = { first_response_time: '1h', resolution_time: '2h' };
    await on.apply(runs.id, await on.policy(times));
    await on.apply(stands.id, await on.policy({ ...times, pause_on_waiting: true }));
    at('10:30:00');
    for (const { id } of [runs, stands]) await on.status(id, 'Snoozed', '5h');
    expect((await on.standing(stands.id)).next_deadline).toBeNull();
    at('13:00:00');
    await on.sweep();
    expect(await on.standing(runs.id)).toMatchObject({ status: 'breached' });
    expect(await on.standing(stands.id)).toMatchObject({ status: 'pending' });
    // A reply while it waits counts by the clock that stood still.
    await on.reply(stands.id, agent);
    at('14:00:00');
    await on.write(stands.id);
    expect(await on.standing(stands.id)).toMatchObject({
      first: { due: iso('13:30'), met: iso('13:00') },
      resolution: { due: iso('15:30') },
      next_deadline: iso('15:30'),
    });
  });

  test('only business hours of waiting count', async () => {
    const day = { open: '09:00', close: '12:00' };
    await on.hours({ hours: { Monday: day, Tuesday: day } });
    const { id } = await on.opened();
    await on.apply(id, await on.policy({ resolution_time: '1h', pause_on_waiting: true }));
    at('10:30:00');
    await on.status(id, 'Snoozed', '24h');
    on.stopAt('2026-03-03T09:15:00.000Z');
    await on.status(id, 'Open');
    // An hour and a half on Monday, a quarter of an hour on Tuesday.
    expect((await on.standing(id)).resolution.due).toBe('2026-03-03T09:45:00.000Z');
  });
});
