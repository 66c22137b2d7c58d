import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { body, condition, createRuleDesk, rule } from '../../../../test/automation-rules.ts';
import { openConversation } from '../../../../test/conversations.ts';
import type { Harness } from '../../../../test/harness.ts';
import { createLog } from '../../../lib/log.ts';
import { findConversationForUpdate, setPriority, setStatus } from '../../conversations/index.ts';
import type { Execute } from './fire.ts';
import { sweepTimeRules } from './sweep.ts';

const hour = 3600_000;
let desk: Harness;
let admin: ApiClient;
/** Conversations that rules fired for, in order. */
let fired: number[];
let execute: Execute;
/** What a rule does in place of its actions. */
let run: (id: number) => void | Promise<void>;

beforeAll(async () => {
  desk = (await createRuleDesk()).desk;
  admin = await desk.as();
}, 120_000);
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.pool.query('delete from automation_rules; delete from conversations');
  desk.clock.set('2025-06-02T12:00:00Z');
  fired = [];
  run = (id) => void fired.push(id);
  execute = async (_uow, { conversation }) => {
    await run(conversation.id);
    return { conversation, stopped: false };
  };
});

const sweep = () => sweepTimeRules(desk.app.deps, { execute });
const hours = (field: string, operator: string, value: string) => condition({ field, operator, value });
const rules = (...conditions: unknown[]) => [body({ groups: [{ logical_op: 'AND', rules: conditions }] })];
async function addRule(over: object, ...conditions: unknown[]): Promise<number> {
  const given = rule({ type: 'time_trigger', rules: rules(...conditions), ...over });
  const answer = await admin.call('automations.create', { body: given });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (await admin.call('automations.list', { query: { type: 'time_trigger' } })).data.at(-1)!.id;
}
const open = async () => (await openConversation(desk)).conversation.id;
async function change(id: number, what: 'Open' | 'Resolved' | 'High' | 'Low'): Promise<void> {
  const { work, system } = desk.app.deps;
  await work(system, async (uow) => {
    const conversation = (await findConversationForUpdate(uow, id))!;
    if (what === 'High' || what === 'Low') await setPriority(uow, conversation, what);
    else await setStatus(uow, conversation, { status: what }, { without_assignee: true });
  });
}
const silent = () => createLog('silent');
const resolved = hours('hours_since_resolved', 'greater than', '1');

test('it fires when the hours are over, once, and again only after it was false (behaviour 4.8)', async () => {
  await addRule({}, resolved);
  const id = await open();
  await change(id, 'Resolved');
  for (const minutes of [0, 60, 59, 1, 5, 60, 24 * 60]) {
    desk.clock.advance(minutes * 60_000);
    await sweep();
  }
  expect(fired).toEqual([id]);
  await change(id, 'Open');
  await sweep();
  await change(id, 'Resolved');
  desk.clock.advance(119 * 60_000);
  await sweep();
  expect(fired).toEqual([id]);
  desk.clock.advance(2 * 60_000);
  await sweep();
  await sweep();
  expect(fired).toEqual([id, id]);
});

test('it becomes false between two sweeps and true again: nobody saw it', async () => {
  await addRule({}, hours('priority', 'not set', ''));
  const id = await open();
  await sweep();
  await change(id, 'Low');
  await sweep();
  expect(fired).toEqual([id]);
  const { rows } = await desk.pool.query('select holds, fired_at from automation_time_states');
  expect(rows).toEqual([{ holds: false, fired_at: expect.any(Date) }]);
});

test('a new rule looks at what is old: open ones of any age, resolved ones that changed within its time and a month', async () => {
  const [old, stale, late] = [await open(), await open(), await open()];
  await change(stale, 'Resolved');
  await change(late, 'Resolved');
  await desk.pool.query(
    "update conversations set created_at = created_at - interval '3 years', updated_at = updated_at - interval '3 years'",
  );
  await desk.pool.query(
    "update conversations set updated_at = updated_at + interval '3 years' - interval '31 days' where id = $1",
    [late],
  );
  await addRule({}, hours('hours_since_created', 'greater than', '48'));
  await sweep();
  expect(fired).toEqual([old, late]);
});

test('a contact that changes is looked at', async () => {
  const id = await open();
  await addRule(
    {},
    condition({ field: 'plan', field_type: 'contact_custom_attribute', operator: 'equals', value: 'paid' }),
  );
  await sweep();
  expect(fired).toEqual([]);
  const { rows } = await desk.pool.query('select uuid from conversations where id = $1', [id]);
  const answer = await admin.call('conversations.set_contact_attributes', {
    params: { uuid: rows[0].uuid },
    body: { plan: 'paid' },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await sweep();
  expect(fired).toEqual([id]);
});

test('a clock that jumps a day ahead passes nothing over', async () => {
  await addRule({}, hours('hours_since_created', 'equals', '30'), hours('status', 'equals', '1'));
  await addRule({ name: 'Second' }, hours('hours_since_created', 'greater than', '3'));
  await sweep();
  const id = await open();
  await sweep();
  desk.clock.advance(29 * hour + 59 * 60_000);
  await sweep();
  expect(fired).toEqual([id]);
  desk.clock.advance(60_000);
  await sweep();
  expect(fired).toEqual([id, id]);
});

test('a clock that is set back an hour fires nothing twice and misses nothing that happens meanwhile', async () => {
  await addRule({}, hours('hours_since_created', 'greater than', '0'));
  await sweep();
  const id = await open();
  await sweep();
  desk.clock.advance(hour);
  await sweep();
  expect(fired).toEqual([id]);
  await change(id, 'Low');
  desk.clock.advance(-hour);
  await change(id, 'High');
  await sweep();
  const second = await open();
  for (let minutes = 0; minutes < 130; minutes += 5) {
    desk.clock.advance(5 * 60_000);
    await sweep();
  }
  expect(fired).toEqual([id, second]);
});

test('what becomes false while the clock is behind fires again when it is true again', async () => {
  await addRule({}, resolved);
  const id = await open();
  await change(id, 'Resolved');
  desk.clock.advance(2 * hour);
  await sweep();
  expect(fired).toEqual([id]);
  desk.clock.advance(-hour);
  await change(id, 'Open');
  await change(id, 'Resolved');
  for (let minutes = 0; minutes < 240; minutes += 5) {
    desk.clock.advance(5 * 60_000);
    await sweep();
  }
  expect(fired).toEqual([id, id]);
});

test('a clock that was years ahead is forgiven', async () => {
  await addRule({}, hours('priority', 'equals', '3'));
  const id = await open();
  await change(id, 'High');
  await addRule({ name: 'Second' }, hours('priority', 'set', ''));
  desk.clock.advance(3 * 365 * 24 * hour);
  await sweep();
  desk.clock.set('2025-06-02T13:00:00Z');
  await sweep();
  desk.clock.advance(60_000);
  const before = fired.length;
  const { rows } = await desk.pool.query('select count(*)::int as n from automation_time_states where fired_at > $1', [
    desk.clock.now(),
  ]);
  expect([before, rows[0].n]).toEqual([2, 0]);
  desk.clock.advance(60_000);
  await sweep();
  expect(fired).toHaveLength(before);
});

test('two processes at once fire once', async () => {
  await addRule({}, hours('status', 'set', ''));
  const ids = await Promise.all(Array.from({ length: 8 }, open));
  await Promise.all([sweep(), sweep()]);
  expect([...fired].sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
});

test('a process that dies in the middle: what was done is done, the rest is done by the next', async () => {
  await addRule({}, hours('status', 'set', ''));
  const ids = [await open(), await open(), await open(), await open()];
  const tellDone = run;
  let isDead = false;
  const dies = new Error('killed');
  // Nothing that it does afterwards reaches the database either.
  const { deps } = desk.app;
  const dying = {
    ...deps,
    log: silent(),
    work: ((actor, doing) => {
      if (isDead) throw dies;
      return deps.work(actor, doing);
    }) as typeof deps.work,
  };
  run = (id) => {
    isDead = id === ids[2];
    if (isDead) throw dies;
    return tellDone(id);
  };
  await expect(sweepTimeRules(dying, { execute })).rejects.toThrow('killed');
  expect(fired).toEqual(ids.slice(0, 2));
  run = tellDone;
  await sweep();
  expect(fired).toEqual(ids);
});

test('a conversation for which it cannot run holds up no other, and is tried five times', async () => {
  await addRule({}, hours('status', 'set', ''));
  const ids = [await open(), await open()];
  let tries = 0;
  run = (id) => {
    if (id !== ids[0]) return void fired.push(id);
    tries += 1;
    throw new Error('cannot');
  };
  for (let turn = 0; turn < 8; turn += 1) await sweepTimeRules({ ...desk.app.deps, log: silent() }, { execute });
  expect([tries, fired]).toEqual([5, [ids[1]]]);
});

test('a sweep that is out of time is taken up by the next; rules take turns', async () => {
  await addRule({}, hours('status', 'set', ''));
  await addRule({ name: 'Second' }, hours('priority', 'not set', ''));
  const id = await open();
  let turns = 0;
  const isOver = () => {
    turns += 1;
    return turns % 3 === 0;
  };
  const once = () => sweepTimeRules(desk.app.deps, { execute, isOver });
  await once();
  expect(fired).toEqual([id]);
  await once();
  await once();
  expect(fired).toEqual([id, id]);
});

test('after a long rest it catches up bite by bite, each within its time', async () => {
  const rule_id = await addRule({}, hours('hours_since_resolved', 'greater than', '30'));
  const id = await open();
  await change(id, 'Resolved');
  await sweep();
  desk.clock.advance(72 * hour);
  await desk.pool.query(`insert into events (seq, created_at, kind, actor_id, payload)
    select nextval('event_seq'), now(), 'user.updated', 1, '{}' from generate_series(1, 5001)`);
  const carried = async () => {
    await sweepTimeRules(desk.app.deps, { execute, isOver: () => true });
    const { rows } = await desk.pool.query(
      `select (select max(seq) from events) - seq as behind, covered_until from automation_time_sweeps where rule_id = $1`,
      [rule_id],
    );
    return [rows[0].behind, Math.round((desk.clock.now().getTime() - rows[0].covered_until.getTime()) / hour), fired];
  };
  expect(await carried()).toEqual([1, 72, []]);
  expect(await carried()).toEqual([0, 48, []]);
  expect(await carried()).toEqual([0, 24, [id]]);
  expect(await carried()).toEqual([0, 0, [id]]);
});

test('new conditions begin anew, another name or action does not; off, it does nothing', async () => {
  const id = await addRule({}, hours('status', 'equals', '1'));
  const conversation = await open();
  const save = (over: object, ...conditions: unknown[]) =>
    admin.call('automations.update', {
      params: { id },
      body: rule({ type: 'time_trigger', rules: rules(...conditions), enabled: true, ...over }),
    });
  await sweep();
  await save({
    name: 'Renamed',
    rules: [{ ...rules(hours('status', 'equals', '1'))[0], actions: [{ type: 'send_csat', value: ['0'] }] }],
  });
  await sweep();
  expect(fired).toEqual([conversation]);
  await save({ enabled: false }, hours('status', 'set', ''));
  await sweep();
  expect(fired).toEqual([conversation]);
  await save({}, hours('status', 'set', ''));
  await sweep();
  await sweep();
  expect(fired).toEqual([conversation, conversation]);
});

test('a rule that is changed while it runs stops, and goes on as it is now', async () => {
  const id = await addRule({}, hours('status', 'set', ''));
  const ids = [await open(), await open(), await open()];
  const tell = run;
  run = async (one) => {
    await tell(one);
    if (fired.length === 1) await desk.pool.query('update automation_rules set enabled = false where id = $1', [id]);
  };
  await sweep();
  expect(fired).toEqual(ids.slice(0, 1));
  await admin.call('automations.toggle', { params: { id } });
  await sweep();
  expect(fired).toEqual(ids);
  const left = async () =>
    (
      await desk.pool.query(
        'select (select count(*)::int from automation_time_states) as states, (select count(*)::int from automation_time_sweeps) as sweeps',
      )
    ).rows[0];
  await admin.call('automations.remove', { params: { id } });
  // It may have held for a million: whoever deletes it does not wait for them.
  expect(await left()).toMatchObject({ states: 3 });
  await sweep();
  expect(await left()).toEqual({ states: 0, sweeps: 0 });
});

test('a rule on trial fires once on trial; in earnest it begins with what holds', async () => {
  const id = await addRule({ shadow: true }, hours('status', 'equals', '1'));
  const first = await open();
  await sweep();
  await sweep();
  expect(fired).toEqual([first]);
  const save = (over: object) =>
    admin.call('automations.update', {
      params: { id },
      body: rule({ type: 'time_trigger', rules: rules(hours('status', 'equals', '1')), ...over }),
    });
  await save({ name: 'Still on trial' });
  expect((await admin.call('automations.get', { params: { id } })).data.shadow).toBe(true);
  await save({ shadow: false });
  await sweep();
  await sweep();
  expect(fired).toEqual([first, first]);
  await save({ shadow: true });
  await sweep();
  expect(fired).toEqual([first, first]);
});

test('whatever happens, what is held to hold is what holds, and every rise fires once', async () => {
  const rulesOf = [
    [hours('hours_since_created', 'greater than', '2')],
    [hours('hours_since_created', 'less than', '1'), hours('status', 'equals', '1')],
    [resolved],
    [hours('priority', 'not set', '')],
    [hours('hours_since_created', 'equals', '1')],
  ];
  const step = fc.oneof(
    fc.record({ minutes: fc.integer({ min: 0, max: 150 }) }),
    fc.record({
      of: fc.nat(2),
      what: fc.constantFrom('Open' as const, 'Resolved' as const, 'High' as const, 'Low' as const),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(rulesOf.length - 1), fc.array(step, { maxLength: 8 }), async (which, steps) => {
      await desk.pool.query('delete from automation_rules; delete from conversations');
      fired = [];
      const ids = [await open(), await open(), await open()];
      await addRule({}, ...rulesOf[which]!);
      const held = new Map<number, boolean>();
      const expected: number[] = [];
      for (const one of [{ minutes: 0 }, ...steps]) {
        if ('minutes' in one) desk.clock.advance(one.minutes * 60_000 + 1_000);
        else await change(ids[one.of]!, one.what);
        const before = fired.length;
        await sweep();
        const rises: number[] = [];
        for (const id of ids) {
          const { rows } = await desk.pool.query(slow[which]!, [id, desk.clock.now()]);
          const holds = rows[0].holds === true;
          if (holds && !held.get(id)) rises.push(id);
          held.set(id, holds);
        }
        expected.push(...rises);
        expect(fired.slice(before)).toEqual(rises);
      }
      expect(fired).toEqual(expected);
    }),
    { numRuns: 25 },
  );
}, 120_000);

/** The rules of the last test, said once more. */
const since = (column: string) => `floor(extract(epoch from $2::timestamptz - ${column}) / 3600)`;
const slow = [
  `select ${since('created_at')} > 2 as holds from conversations where id = $1`,
  `select ${since('created_at')} < 1 and status_id = 1 as holds from conversations where id = $1`,
  `select ${since('resolved_at')} > 1 as holds from conversations where id = $1`,
  'select priority_id is null as holds, $2 from conversations where id = $1',
  `select ${since('created_at')} = 1 as holds from conversations where id = $1`,
];
