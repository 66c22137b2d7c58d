import { type FilterOperator, filterOperators } from '@bellhop/contract';
import {
  type FilterFieldType,
  type FilterValues,
  filterFieldsWith,
  matchesFilter,
  parseFilterRows,
} from '@bellhop/rules';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres.ts';
import { type Database, openDatabase } from '../../../db/pool.ts';
import { createLog } from '../../../lib/log.ts';
import { filterPredicate } from './filter.queries.ts';

type Stored = FilterValues & { id: number };

const zone = 'America/New_York';
const fields = filterFieldsWith([
  { applies_to: 'conversation', key: 'order.no', data_type: 'text' },
  { applies_to: 'conversation', key: 'weight', data_type: 'number' },
  { applies_to: 'conversation', key: 'gift', data_type: 'checkbox' },
  { applies_to: 'contact', key: 'since', data_type: 'date' },
  { applies_to: 'contact', key: "tier'", data_type: 'list' },
]);
let testDatabase: TestDatabase;
let database: Database;
let stored: Stored[];

/** Rows round both ends of days in the zone, half of their optional fields null; attributes of the wrong type are left over. */
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, createLog('silent'));
  await database.pool.query(`
    insert into users (id, type, first_name) select n, 'agent', 'Agent' from generate_series(1, 3) n;
    insert into users (id, type, first_name, last_name, email, custom_attributes) values
      (100, 'contact', 'Mina', 'Oak', 'Mina@mail.example', '{"since": "2025-03-08", "tier''": "gold"}'),
      (101, 'contact', 'Open', '', null, '{"since": "2025-03-09T10:00:00Z", "tier''": ""}'),
      (102, 'contact', '', '', 'a_b@z.example', '{"since": "soon"}'),
      (103, 'contact', '50% off', 'a_b', 'o@desk.test', '{"since": 7, "tier''": "a_b"}');
    insert into teams (id, name) select n, 'Team ' || n from generate_series(1, 3) n;
    insert into inboxes (id, name, "from", address)
      select n, 'Mail', n || '@desk.test', n || '@desk.test' from generate_series(1, 2) n;
    insert into conversation_statuses (id, name) values (1, 'Open'), (2, 'Snoozed'), (3, 'On 50% hold'), (4, 'a_b');
    insert into conversation_priorities (id, name) select n, 'P' || n from generate_series(1, 3) n;
    insert into tags (id, name) values (1, 'Open'), (2, 'a_b'), (3, 'z');
    insert into conversations (contact_id, inbox_id, status_id, priority_id, assigned_user_id, assigned_team_id, subject,
      created_at, last_message_at, waiting_since, next_sla_deadline_at, resolved_at, custom_attributes)
    select 100 + n % 4, 1 + n % 2, 1 + n % 4, nullif(n % 4, 0), nullif((n / 2) % 4, 0), nullif((n / 3) % 4, 0),
      (array['', 'Open', 'z%', 'a_b\\'])[1 + n % 4],
      at, at + interval '1 day', case when n % 2 = 0 then at end, case when n % 3 = 0 then at end, case when n % 5 = 0 then at end,
      (array['{}', '{"order.no": "Open", "weight": 1.5, "gift": true}', '{"order.no": "", "weight": "", "gift": false}',
        '{"order.no": "a_b", "weight": -1}', '{"weight": 2, "gift": "true"}', '{"weight": 1e3}']::jsonb[])[1 + n % 6]
    from generate_series(0, 47) n, lateral (select timestamptz '2025-03-08 04:59:59Z'
      + n / 12 * interval '1 day' + (n % 12) * interval '500 milliseconds' as at) times;
    insert into conversation_tags (conversation_id, tag_id)
      select id, tag from conversations, generate_series(1, 3) tag where (id + tag) % 3 = 0 and id % 4 <> 0;`);
  const { rows } = await sql<Stored>`select c.id, ${sql.join(
    Object.keys(fields).map((field) => sql`${storedValue(field)} as ${sql.id(field)}`),
  )} from conversations c join conversation_statuses s on s.id = c.status_id join users u on u.id = c.contact_id
    order by c.id`.execute(database.db);
  stored = rows;
});

/** What the evaluator is given of a row. */
function storedValue(field: string) {
  const dot = field.indexOf('.');
  const [model, name] = [field.slice(0, dot), field.slice(dot + 1)];
  if (field === 'conversations.tags')
    return sql`array(select name from tags join conversation_tags on tag_id = tags.id where conversation_id = c.id)`;
  if (field === 'contacts.name') return sql`trim(concat_ws(' ', u.first_name, u.last_name))`;
  if (model === 'contacts') return sql.ref(`u.${name}`);
  if (model === 'contact_attributes') return sql`u.custom_attributes -> ${name}::text`;
  if (model === 'conversation_attributes') return sql`c.custom_attributes -> ${name}::text`;
  return sql.ref(`${model === 'conversations' ? 'c' : 's'}.${name}`);
}
afterAll(async () => {
  await database.db.destroy();
  await testDatabase.drop();
});

const words = ['Open', 'open', 'o', '%', '_', 'a_b', '50%', '\\', 'z', 'gold', 'Mina Oak', '100'];
const texts = {
  number: ['0', '1', '2', '3', '4', '-1', '100', '2147483647'],
  decimal: ['-1', '1.5', '2', '2.0', '1000', '0.1'],
  text: words,
  address: ['mina@mail.example', 'O@desk.test', '@', 'a_b', '%', 'example'],
  tag: ['Open', 'OPEN', 'a_b', 'z', 'unknown'],
  boolean: ['true', 'false'],
  day: ['2025-03-07', '2025-03-08', '2025-03-09'],
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

const ordered: readonly FilterFieldType[] = ['number', 'decimal', 'day', 'time'];

/** A row that the grammar accepts: its operator and value fit its field. */
const filterRow = fc.constantFrom(...Object.entries(fields)).chain(([key, type]) => {
  const dot = key.indexOf('.');
  const [model, field] = [key.slice(0, dot), key.slice(dot + 1)];
  const operators = filterOperators.filter((operator) => {
    if (['ilike', 'contains', 'not contains'].includes(operator)) return type === 'text' || type === 'address';
    if (['between', 'greater than', 'less than'].includes(operator)) return ordered.includes(type);
    if (['set', 'not set'].includes(operator)) return type !== 'boolean';
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
      const parsed = parseFilterRows(rows, { fields, zone, blank_rows: 'refuse' });
      if (!parsed.ok) throw new Error(`${parsed.field}: ${parsed.reason}`);
      const expected = stored.filter((row) => matchesFilter(parsed.conditions, row)).map((row) => row.id);
      for (const use of ['found', 'walked'] as const) {
        const found = await sql<{ id: number }>`select id from conversations
          where ${filterPredicate(parsed.conditions, use)} order by id`.execute(database.db);
        expect(found.rows.map((row) => row.id)).toEqual(expected);
      }
      passed += expected.length;
    }),
    { numRuns: 1_500 },
  );
  expect(passed).toBeGreaterThan(0);
});
