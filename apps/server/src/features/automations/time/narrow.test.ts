import { evaluateRule, type RuleBody } from '@bellhop/rules';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRuleDesk } from '../../../../test/automation-rules.ts';
import type { Harness } from '../../../../test/harness.ts';
import { loadFacts } from '../engine/load-facts.ts';
import { boundariesOf, canMatch, hourColumns } from './narrow.queries.ts';
import { listCrossing } from './time.queries.ts';

const now = new Date('2025-06-02T12:00:00Z');
const hour = 3600_000;
let desk: Harness;
let team: number;
let agent: number;

/** Conversations around every hour that the rules below name, to the millisecond and beyond it. */
beforeAll(async () => {
  const made = await createRuleDesk();
  desk = made.desk;
  team = Number(made.team);
  agent = Number(made.agent);
  await desk.pool.query(`insert into users (id, type, email, first_name, custom_attributes) values
    (9001, 'contact', 'a@x.example', 'A', '{"plan": "paid"}'), (9002, 'contact', null, 'B', '{}')`);
  await desk.pool.query(
    `insert into conversations (contact_id, inbox_id, status_id, priority_id, assigned_team_id, assigned_user_id, subject, created_at,
       first_reply_at, last_reply_at, resolved_at)
     select 9001 + n % 2, 1, 1 + n % 4, nullif(n % 4, 0), case when n % 3 = 0 then $1::int end, case when n % 5 < 2 then $2::int end, 'No. ' || n,
       $3::timestamptz - (n % 7) * interval '1 hour' + (n % 5 - 2) * interval '400 microseconds',
       case when n % 4 > 0 then $3::timestamptz - (n % 6) * interval '30 minutes' + (n % 3 - 1) * interval '1 millisecond' end,
       case when n % 4 > 1 then $3::timestamptz - (n % 11) * interval '20 minutes' + (n % 9 - 4) * interval '1 microsecond' end,
       case when n % 3 = 1 then $3::timestamptz + interval '1 hour' - (n % 8) * interval '1 hour' end
     from generate_series(1, 240) n`,
    [team, agent, now],
  );
}, 120_000);
afterAll(() => desk.close());

const hours = fc.constantFrom('0', '1', '2', '3', '6', '-1', '1.5', '1e0', '999999', '', 'soon');
const condition = fc
  .oneof(
    fc.record({
      field: fc.constantFrom(...Object.keys(hourColumns)),
      operator: fc.constantFrom('greater than', 'less than', 'equals', 'not equals', 'set', 'not set', 'nonsense'),
      value: hours,
    }),
    fc.record({
      field: fc.constantFrom('status', 'priority', 'assigned_team', 'assigned_user', 'inbox'),
      operator: fc.constantFrom('equals', 'not equals', 'set', 'not set', 'contains', 'less than'),
      value: fc.constantFrom('1', '2', '3', '01', '', '999', 'x').chain((id) => fc.constantFrom(id, String(team ?? 1))),
    }),
    fc.record({
      field: fc.constant('subject'),
      operator: fc.constant('contains'),
      value: fc.constantFrom('7', 'no', ''),
    }),
    fc.record({
      field: fc.constant('plan'),
      field_type: fc.constant('contact_custom_attribute'),
      operator: fc.constantFrom('equals', 'not set'),
      value: fc.constant('paid'),
    }),
    fc.record({ field: fc.constant('nothing'), operator: fc.constant('set'), value: fc.constant('') }),
  )
  .map((one) => ({ field_type: 'conversation', case_sensitive_match: false, ...one }));
const logical = fc.constantFrom('AND' as const, 'OR' as const);
const rules: fc.Arbitrary<RuleBody> = fc.record({
  groups: fc.array(fc.record({ logical_op: logical, rules: fc.array(condition, { maxLength: 3 }) }), { maxLength: 2 }),
  group_operator: logical,
  actions: fc.constant([]),
  match_all: fc.boolean(),
});

async function matching(body: RuleBody, at: Date): Promise<Set<number>> {
  const { rows } = await desk.pool.query('select id from conversations');
  const ids = rows.map(({ id }) => id as number);
  const facts = await loadFacts(desk.app.deps.db, ids, at);
  return new Set(ids.filter((id) => evaluateRule(body, facts.get(id)!).matched));
}

test('what SQL leaves out never matches', async () => {
  await fc.assert(
    fc.asyncProperty(rules, fc.integer({ min: -2, max: 2 }), async (body, off) => {
      const at = new Date(now.getTime() + off);
      const { rows } = await sql<{ id: number }>`select id from conversations where ${canMatch(body, at)}`.execute(
        desk.app.deps.db,
      );
      const kept = new Set(rows.map(({ id }) => id));
      const lost = [...(await matching(body, at))].filter((id) => !kept.has(id));
      expect(lost).toEqual([]);
    }),
    { numRuns: 400 },
  );
}, 120_000);

test('it leaves out much: only those that have come to the hour, in the status, of the team', async () => {
  const only = (field: string, operator: string, value: string) => ({
    field,
    operator,
    value,
    field_type: 'conversation',
    case_sensitive_match: false,
  });
  const body: RuleBody = {
    groups: [
      {
        logical_op: 'AND',
        rules: [
          only('hours_since_created', 'greater than', '2'),
          only('status', 'equals', '1'),
          only('assigned_team', 'equals', String(team)),
        ],
      },
    ],
    group_operator: 'AND',
    actions: [],
    match_all: false,
  };
  const { rows } = await sql<{ id: number }>`select id from conversations where ${canMatch(body, now)}`.execute(
    desk.app.deps.db,
  );
  expect(new Set(rows.map(({ id }) => id))).toEqual(await matching(body, now));
});

test('time alone changes the outcome only where an hour of the rule is crossed', async () => {
  await fc.assert(
    fc.asyncProperty(rules, fc.integer({ min: 1, max: 3 * hour }), async (body, passed) => {
      const later = new Date(now.getTime() + passed);
      const [before, after] = [await matching(body, now), await matching(body, later)];
      const crossing = new Set<number>();
      for (const { column, hours: wait } of boundariesOf(body)) {
        const span = {
          after: new Date(now.getTime() - wait * hour - 60_000),
          upTo: new Date(later.getTime() - wait * hour),
        };
        for (const id of await listCrossing(desk.app.deps.db, { column, ...span })) crossing.add(id);
      }
      const changed = [...new Set([...before, ...after])].filter((id) => before.has(id) !== after.has(id));
      expect(changed.filter((id) => !crossing.has(id))).toEqual([]);
    }),
    { numRuns: 200 },
  );
}, 120_000);
