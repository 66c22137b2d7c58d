import { type FilterOperator, filterOperators } from '@bellhop/contract';
import { conversationFilterFields, type FilterValues, matchesFilter, parseFilterRows } from '@bellhop/rules';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres.ts';
import { type Database, openDatabase } from '../../../db/pool.ts';
import { createLog } from '../../../lib/log.ts';
import { filterPredicate } from './filter.queries.ts';

type Stored = FilterValues & { id: number };

const zone = 'America/New_York';
let testDatabase: TestDatabase;
let database: Database;
let stored: Stored[];

/** Rows round both ends of days in the zone, half of their optional fields null. */
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, createLog('silent'));
  await database.pool.query(`
    insert into users (id, type, first_name) select n, 'agent', 'Agent' from generate_series(1, 3) n;
    insert into users (id, type, first_name) values (100, 'contact', 'Contact');
    insert into teams (id, name) select n, 'Team ' || n from generate_series(1, 3) n;
    insert into inboxes (id, name, "from", address)
      select n, 'Mail', n || '@desk.test', n || '@desk.test' from generate_series(1, 2) n;
    insert into conversation_statuses (id, name) values (1, 'Open'), (2, 'Snoozed'), (3, 'On 50% hold'), (4, 'a_b');
    insert into conversation_priorities (id, name) select n, 'P' || n from generate_series(1, 3) n;
    insert into conversations (contact_id, inbox_id, status_id, priority_id, assigned_user_id, assigned_team_id,
      created_at, last_message_at, waiting_since, next_sla_deadline_at)
    select 100, 1 + n % 2, 1 + n % 4, nullif(n % 4, 0), nullif((n / 2) % 4, 0), nullif((n / 3) % 4, 0),
      at, at + interval '1 day', case when n % 2 = 0 then at end, case when n % 3 = 0 then at end
    from generate_series(0, 47) n, lateral (select timestamptz '2025-03-08 04:59:59Z'
      + n / 12 * interval '1 day' + (n % 12) * interval '500 milliseconds' as at) times;`);
  const { rows } = await sql<Stored>`select c.id, ${sql.join(
    Object.keys(conversationFilterFields).map((field) => {
      const [model, column] = field.split('.') as [string, string];
      const table = model === 'conversations' ? 'c' : 's';
      return sql`${sql.ref(`${table}.${column}`)} as ${sql.id(field)}`;
    }),
  )} from conversations c join conversation_statuses s on s.id = c.status_id order by c.id`.execute(database.db);
  stored = rows;
});
afterAll(async () => {
  await database.db.destroy();
  await testDatabase.drop();
});

const texts = {
  number: ['0', '1', '2', '3', '4', '-1', '2147483647'],
  text: ['Open', 'open', 'o', '%', '_', 'a_b', '50%', '\\', 'z'],
  time: [
    '2025-03-07',
    '2025-03-08',
    '2025-03-09',
    '2025-03-10',
    '2025-03-08T05:00:00Z',
    '2025-03-09 00:00:00',
    '2025-03-10T00:00:01.500-04:00',
  ],
} as const;

/** A row that the grammar accepts: its operator and value fit its field. */
const filterRow = fc.constantFrom(...Object.entries(conversationFilterFields)).chain(([key, type]) => {
  const [model, field] = key.split('.') as [string, string];
  const operators = filterOperators.filter((operator) => {
    if (['ilike', 'contains', 'not contains'].includes(operator)) return type === 'text';
    if (['between', 'greater than', 'less than'].includes(operator)) return type !== 'text';
    return true;
  });
  const value = fc.constantFrom<string>(...texts[type]);
  const valueFor = (operator: FilterOperator): fc.Arbitrary<string> => {
    if (operator === 'in') return fc.array(value, { maxLength: 4 }).map((list) => JSON.stringify(list));
    if (operator === 'between') return fc.tuple(value, value).map((ends) => ends.join(','));
    return operator === 'set' || operator === 'not set' ? fc.constant('') : value;
  };
  return fc
    .constantFrom(...operators)
    .chain((operator) => valueFor(operator).map((text) => ({ model, field, operator, value: text })));
});

test('the evaluator in memory and the SQL predicate pass the same rows', async () => {
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(filterRow, { minLength: 1, maxLength: 3 }), async (rows) => {
      const parsed = parseFilterRows(rows, { fields: conversationFilterFields, zone, blank_rows: 'refuse' });
      if (!parsed.ok) throw new Error(`${parsed.field}: ${parsed.reason}`);
      const found = await sql<{ id: number }>`select id from conversations
        where ${filterPredicate(parsed.conditions)} order by id`.execute(database.db);
      const expected = stored.filter((row) => matchesFilter(parsed.conditions, row)).map((row) => row.id);
      passed += expected.length;
      expect(found.rows.map((row) => row.id)).toEqual(expected);
    }),
    { numRuns: 600 },
  );
  expect(passed).toBeGreaterThan(0);
});
