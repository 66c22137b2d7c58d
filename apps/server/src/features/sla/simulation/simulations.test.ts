import { type SlaSimulation, simulatedMetrics } from '@bellhop/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../../test/harness.ts';
import { renewSettings } from '../../settings/index.ts';
import { runSimulation, tidySimulations } from '../index.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface Seeded {
  id: number;
  team: number | null;
  created: number;
  events: { at: number; kind: 'asked' | 'answered' | 'resolved' | 'reopened' }[];
}

let desk: Harness;
let admin: Awaited<ReturnType<Harness['as']>>;
let policyId: number;
let hoursId: number;
let teams: number[];
let seeded: Seeded[];
const start = Math.floor(Date.now() / minute) * minute;

/** The same numbers in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const stored = { name: 'Stored', first_response_time: '4h', next_response_time: '2h', resolution_time: '24h' };
const edited = { name: 'Stored', first_response_time: '1h', next_response_time: '6h', resolution_time: '40h' };

beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
  const office = { open: '09:00', close: '17:00' };
  const hours = { Monday: office, Tuesday: office, Wednesday: office, Thursday: office, Friday: office };
  await admin.call('business_hours.create', { body: { name: 'Office', hours } });
  await admin.call('business_hours.create', { body: { name: 'Always', is_always_open: true } });
  hoursId = (await admin.call('business_hours.list')).data.find(({ name }) => name === 'Office')!.id;
  await admin.call('sla.create', { body: stored });
  policyId = (await admin.call('sla.list')).data.find(({ name }) => name === 'Stored')!.id;
  teams = [await desk.addTeam('Billing'), await desk.addTeam('Sales')];
  await desk.pool.query(`update teams set sla_policy_id = $1, business_hours_id = $2, timezone = 'UTC' where id = $3`, [
    policyId,
    hoursId,
    teams[0],
  ]);
  await desk.pool.query(`update teams set business_hours_id = $1, timezone = 'UTC' where id = $2`, [hoursId, teams[1]]);
  // Whoever is of no team has no hours.
  await desk.pool.query(`update settings set value = '""' where key = 'app.business_hours_id'`);
  await renewSettings(desk.app.deps.db);
  seeded = await seed(80);
});
afterAll(() => desk.close());

async function seed(count: number): Promise<Seeded[]> {
  const roll = dice(7);
  const asha = await desk.addAgent({ email: 'asha@desk.test' });
  const { rows: contacts } = await desk.pool.query<{ id: number }>(
    `insert into users (type, email, first_name) values ('contact', 'mina@mail.example', 'Mina') returning id`,
  );
  const mina = contacts[0]!.id;
  const made: Seeded[] = [];
  for (let index = 0; index < count; index++) {
    // Some are too old, some of another team without the policy.
    const created = start - roll(100 * 24 * 60) * minute;
    const team = [teams[0]!, teams[0]!, teams[1]!, null][roll(4)]!;
    const events: Seeded['events'] = [];
    let at = created;
    for (let step = roll(9); step >= 0; step--) {
      at += (1 + roll(step % 2 ? 300 : 4000)) * minute;
      if (at >= start) break;
      const last = events.findLast(({ kind }) => kind === 'resolved' || kind === 'reopened');
      const kind = (
        ['asked', 'answered', 'answered', 'asked', last?.kind === 'resolved' ? 'reopened' : 'resolved'] as const
      )[roll(5)]!;
      events.push({ at, kind });
    }
    made.push({ id: await store({ id: 0, team, created, events }, mina, asha), team, created, events });
  }
  return made;
}

async function store({ team, created, events }: Seeded, mina: number, asha: number): Promise<number> {
  const firstOf = (kind: string) => {
    const found = events.find((event) => event.kind === kind);
    return found ? new Date(found.at) : null;
  };
  const { rows } = await desk.pool.query<{ id: number }>(
    `insert into conversations (contact_id, inbox_id, status_id, subject, created_at, last_message_at, assigned_team_id,
       sla_policy_id, first_reply_at, first_resolved_at)
     values ($1, 1, 1, 'Lamp', $2, $2, $3, $4, $5, $6) returning id`,
    [mina, new Date(created), team, team === null ? policyId : null, firstOf('answered'), firstOf('resolved')],
  );
  const id = rows[0]!.id;
  const shape = {
    asked: ['incoming', 'received', mina, 'contact', {}],
    answered: ['outgoing', 'sent', asha, 'agent', {}],
    resolved: ['activity', 'sent', asha, 'agent', { activity_type: 'status_change', params: { status: 'Resolved' } }],
    reopened: ['activity', 'sent', asha, 'agent', { activity_type: 'status_change', params: { status: 'Open' } }],
    machine: ['incoming', 'received', mina, 'contact', { is_auto_reply: true }],
    automated: ['outgoing', 'sent', asha, 'agent', { is_automated: true }],
  } as const;
  const noise = events.flatMap(({ at }) => [
    { at: at + 20_000, kind: 'machine' as const },
    { at: at + 30_000, kind: 'automated' as const },
  ]);
  for (const { at, kind } of [{ at: created, kind: 'asked' as const }, ...events, ...noise]) {
    const [type, status, sender, senderType, meta] = shape[kind];
    await desk.pool.query(
      `insert into messages (conversation_id, inbox_id, created_at, type, status, private, sender_id, sender_type, content, text_content, meta)
       values ($1, 1, $2, $3, $4, $5, $6, $7, 'x', 'x', $8)`,
      [id, new Date(at), type, status, type === 'activity', sender, senderType, JSON.stringify(meta)],
    );
  }
  return id;
}

// The naive way: step by minutes through what is open, and keep a book of what is promised.

const isOpen = (at: number) => {
  const when = new Date(at);
  return when.getUTCDay() >= 1 && when.getUTCDay() <= 5 && when.getUTCHours() >= 9 && when.getUTCHours() < 17;
};
const due = (from: number, hours: number) => {
  let at = from;
  for (let left = hours * 60; left > 0; at += minute) if (isOpen(at)) left--;
  return at;
};
type Book = Record<'first_response' | 'next_response' | 'resolution', { met: number; breached: number; open: number }>;
const emptyBook = (): Book => ({
  first_response: { met: 0, breached: 0, open: 0 },
  next_response: { met: 0, breached: 0, open: 0 },
  resolution: { met: 0, breached: 0, open: 0 },
});

function naively(
  conversations: readonly Seeded[],
  promised: { first: number; next: number; resolution: number },
  now: number,
) {
  const book = emptyBook();
  for (const { created, events } of conversations) {
    const judge = (metric: keyof Book, deadline: number, done: number | undefined) => {
      if (done === undefined) book[metric][now > deadline ? 'breached' : 'open']++;
      else book[metric][done > deadline ? 'breached' : 'met']++;
    };
    judge('first_response', due(created, promised.first), events.find(({ kind }) => kind === 'answered')?.at);
    judge('resolution', due(created, promised.resolution), events.find(({ kind }) => kind === 'resolved')?.at);
    let replied = false;
    let awaited: number | null = null;
    for (const { at, kind } of events) {
      if (kind === 'asked' && replied) awaited ??= due(at, promised.next);
      if (kind === 'answered') {
        replied = true;
        if (awaited !== null) judge('next_response', awaited, at);
        awaited = null;
      }
      if (kind === 'resolved') {
        if (awaited !== null && at > awaited) judge('next_response', awaited, at);
        awaited = null;
      }
    }
    if (awaited !== null) judge('next_response', awaited, undefined);
  }
  return book;
}

const countsOf = (simulation: SlaSimulation, side: 'before' | 'after') => {
  const counts = simulatedMetrics.map((metric) => {
    const { met, breached, open } = simulation.result!.metrics[metric][side];
    return [metric, { met, breached, open }];
  });
  return Object.fromEntries(counts) as Book;
};

async function simulated(body: object, bounds?: Parameters<typeof runSimulation>[2]) {
  desk.clock.set(new Date(start));
  const asked = await admin.call('sla.simulate', { body });
  expect(asked.status, asked.body.message).toBe(200);
  expect(asked.data).toMatchObject({ state: 'queued', total: null, done: 0, result: null });
  await runSimulation(desk.app.deps, { id: asked.data.id }, bounds);
  const { data } = await admin.call('sla.simulation', { params: { id: asked.data.id } });
  expect(data.state).toBe('done');
  return data;
}
const recent = () => seeded.filter(({ created }) => created > start - 90 * day);

test('the promises of 90 days, kept and broken, before and after, as a naive calculation has them', async () => {
  const simulation = await simulated({ policy_id: policyId, policy: edited });
  // The conversations of no team have the policy but no hours.
  const judged = recent().filter(({ team }) => team === teams[0]);
  const homeless = recent().filter(({ team }) => team === null);
  expect(judged.length).toBeGreaterThan(20);
  const { result } = simulation;
  expect(result).toMatchObject({
    conversations: judged.length + homeless.length,
    without_hours: homeless.length,
    capped: false,
  });
  const [before, after] = [countsOf(simulation, 'before'), countsOf(simulation, 'after')];
  expect(before).toEqual(naively(judged, { first: 4, next: 2, resolution: 24 }, start));
  expect(after).toEqual(naively(judged, { first: 1, next: 6, resolution: 40 }, start));
  expect(before).not.toEqual(after);
  expect(result!.by_team.map(({ team, conversations }) => [team, conversations])).toEqual(
    expect.arrayContaining([
      ['Billing', judged.length],
      [null, homeless.length],
    ]),
  );
  for (const parts of [result!.by_team, result!.by_week]) {
    expect(parts.reduce((sum, { conversations }) => sum + conversations, 0)).toBe(result!.conversations);
    const met = parts.reduce((sum, { metrics }) => sum + metrics.first_response.after.met, 0);
    expect(met).toBe(after.first_response.met);
  }
  expect(result!.by_week.every(({ week }) => new Date(week).getUTCDay() === 1)).toBe(true);
  expect(simulation).toMatchObject({ total: result!.conversations, done: result!.conversations });
});

test('samples are conversations that would have gone otherwise, and only those that the reader may see', async () => {
  const { id, result } = await simulated({ policy_id: policyId, policy: edited });
  const { better, worse, samples } = result!;
  expect([better > 0, worse > 0]).toEqual([true, true]);
  expect(samples).toHaveLength(Math.min(better, 20) + Math.min(worse, 20));
  for (const { from, to, reference_number, subject } of samples) {
    expect([from, to]).toContain('breached');
    expect(from).not.toBe(to);
    expect([reference_number.length > 0, subject]).toEqual([true, 'Lamp']);
  }
  await desk.addAgent({ email: 'blind@desk.test', permissions: ['sla:manage'] });
  const blind = await desk.as('blind@desk.test');
  const seen = await blind.call('sla.simulation', { params: { id } });
  expect(seen.data.result).toMatchObject({ better, worse, samples: [] });
});

test('other hours take the place of those of the teams and of the desk; medians are of open time', async () => {
  const always = (await admin.call('business_hours.list')).data.find(({ name }) => name === 'Always')!.id;
  const simulation = await simulated({ policy_id: policyId, policy: stored, business_hours_id: always });
  const conversations = recent().filter(({ team }) => team !== teams[1]);
  expect(simulation.result).toMatchObject({ conversations: conversations.length, without_hours: 0 });
  const taken = conversations.flatMap(({ created, events }) => {
    const at = events.find(({ kind }) => kind === 'answered')?.at;
    return at !== undefined && at - created <= 4 * hour ? [created + 4 * hour - at] : [];
  });
  const sorted = taken.sort((one, other) => one - other);
  expect(simulation.result!.metrics.first_response.after).toMatchObject({
    met: sorted.length,
    left: { median: sorted[Math.ceil(sorted.length / 2) - 1], p90: sorted[Math.ceil(sorted.length * 0.9) - 1] },
  });
});

test('teams and inboxes choose; a policy that is not stored is compared with what the conversations have', async () => {
  const sales = recent().filter(({ team }) => team === teams[1]);
  const unsaved = await simulated({ policy: edited, team_ids: [teams[1]!, teams[1]!] });
  expect(unsaved.result!.conversations).toBe(sales.length);
  expect(countsOf(unsaved, 'before')).toEqual(emptyBook());
  expect(countsOf(unsaved, 'after')).toEqual(naively(sales, { first: 1, next: 6, resolution: 40 }, start));
  const nowhere = await simulated({ policy_id: policyId, policy: edited, inbox_ids: [999_999] });
  expect(nowhere.result).toMatchObject({ conversations: 0, by_team: [], by_week: [], samples: [] });
  const everything = await simulated({ policy: edited });
  expect(everything.result!.conversations).toBe(recent().length);
});

test('the newest up to a bound, and it says so', async () => {
  const { total, result } = await simulated({ policy: edited }, { conversations: 10, batch: 3 });
  expect({ total, conversations: result!.conversations, capped: result!.capped }).toEqual({
    total: 10,
    conversations: 10,
    capped: true,
  });
  const newest = recent().sort((one, other) => other.created - one.created)[9]!;
  const weeks = result!.by_week.map(({ week }) => week);
  expect(Date.parse(weeks[0]!)).toBeGreaterThan(newest.created - 8 * day);
});

test('nothing but its own row is written', async () => {
  const everything = () =>
    desk.pool.query(
      `select (select count(*) from events) as events, (select count(*) from causes) as causes,
         (select md5(string_agg(c::text, '' order by c.id)) from conversations c) as conversations,
         (select count(*) from messages) as messages, (select count(*) from system_mails) as mails`,
    );
  const { rows } = await everything();
  await simulated({ policy_id: policyId, policy: edited });
  expect((await everything()).rows).toEqual(rows);
});

test('cancelled it ends; another one of the same agent takes its place; an interrupted job begins anew', async () => {
  const ask = async () => (await admin.call('sla.simulate', { body: { policy: edited } })).data.id;
  const stateOf = async (id: number) => (await admin.call('sla.simulation', { params: { id } })).data;
  const first = await ask();
  const second = await ask();
  expect((await stateOf(first)).state).toBe('cancelled');
  expect(await admin.call('sla.cancel_simulation', { params: { id: second } })).toMatchObject({
    status: 200,
    data: true,
  });
  await runSimulation(desk.app.deps, { id: second });
  expect(await stateOf(second)).toMatchObject({ state: 'cancelled', total: null, result: null });

  const third = await ask();
  // As if the process had died in the middle.
  await desk.pool.query(`update sla_simulations set state = 'running', total = 500, done = 400 where id = $1`, [third]);
  await runSimulation(desk.app.deps, { id: third });
  const done = await stateOf(third);
  expect(done).toMatchObject({ state: 'done', done: recent().length, total: recent().length });
  // Twice is as good as once, and what is over cannot be cancelled.
  await runSimulation(desk.app.deps, { id: third });
  await admin.call('sla.cancel_simulation', { params: { id: third } });
  expect(await stateOf(third)).toEqual(done);
});

test('one that breaks says that it failed, one whose job was lost has failed an hour later, all are forgotten after a week', async () => {
  const ask = async () => (await admin.call('sla.simulate', { body: { policy: edited } })).data.id;
  const broken = await ask();
  await desk.pool.query(`update sla_simulations set input = '{}' where id = $1`, [broken]);
  await runSimulation({ ...desk.app.deps, log: { ...desk.app.deps.log, error: () => {} } }, { id: broken });
  expect((await admin.call('sla.simulation', { params: { id: broken } })).data.state).toBe('failed');
  const lost = await ask();
  desk.clock.advance(2 * hour);
  await tidySimulations(desk.app.deps);
  expect((await admin.call('sla.simulation', { params: { id: lost } })).data.state).toBe('failed');
  desk.clock.advance(8 * day);
  await tidySimulations(desk.app.deps);
  expect((await desk.pool.query('select 1 from sla_simulations')).rowCount).toBe(0);
  await runSimulation(desk.app.deps, { id: lost });
  desk.clock.set(new Date(start));
});

test.each<[string, object, string]>([
  ['no policy', { policy: undefined }, 'policy'],
  ['a policy without times', { policy: { name: 'x' } }, 'policy.first_response_time'],
  ['a time that is none', { policy: { ...edited, resolution_time: 'soon' } }, 'policy.resolution_time'],
  ['an unknown policy', { policy_id: 999_999 }, 'policy_id'],
  ['unknown hours', { business_hours_id: 999_999 }, 'business_hours_id'],
  ['a policy id of letters', { policy_id: 'x' }, 'policy_id'],
  ['teams that are no list', { team_ids: 'x' }, 'team_ids'],
  ['too many teams', { team_ids: Array.from({ length: 101 }, (_, index) => index + 1) }, 'team_ids'],
])('%s is refused, and the member named', async (_, wrong, field) => {
  const { status, body } = await admin.call('sla.simulate', { body: { policy: edited, ...wrong } });
  expect([status, body.error_type, Object.keys(Object(body.data))]).toEqual([400, 'InputException', [field]]);
});

test('unknown simulations are not found', async () => {
  const params = { id: 999_999 };
  const calls = [admin.call('sla.simulation', { params }), admin.call('sla.cancel_simulation', { params })];
  for (const { status, body } of await Promise.all(calls)) {
    expect([status, body.error_type]).toEqual([404, 'NotFoundException']);
  }
});
