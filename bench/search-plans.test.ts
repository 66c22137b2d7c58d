import { parseSearch } from '@bellhop/rules';
import { type CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedFirstStart } from '../apps/server/src/db/seed.ts';
import type { DB } from '../apps/server/src/db/types.ts';
import { boundTime } from '../apps/server/src/features/search/bounded-time.queries.ts';
import { findMessages, type Stages, usualStages } from '../apps/server/src/features/search/find-messages.ts';
import { listConversationHits, listFoundRows } from '../apps/server/src/features/search/found-rows.queries.ts';
import type { Hit } from '../apps/server/src/features/search/message-hits.queries.ts';
import { listContactsWith, listConversationsWith } from '../apps/server/src/features/search/plain-search.queries.ts';
import { planSearch } from '../apps/server/src/features/search/plan-search.queries.ts';
import { createTestDatabase, type TestDatabase } from '../apps/server/test/postgres.ts';
import { seedDatabase } from './seed-database.ts';

let database: TestDatabase;
let db: Kysely<DB>;
const sent: CompiledQuery[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await seedFirstStart(client, async () => ({
    root_url: 'http://desk.test',
    admin_email: 'admin@desk.test',
    admin_password_hash: 'x',
    session_lifetime_ms: 1_000_000,
  }));
  await client.end();
  const size = { conversations: 3_000, messages_per: 6, agents: 20, teams: 4, seed: 1 };
  await seedDatabase(database.url, size, () => {});
  db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 1 }) }),
    log({ query }) {
      sent.push(query);
    },
  });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Small tables may be read as a whole. */
const large = /Seq Scan on (messages|message_search|conversations|conversation_search|people_search|users|media)\b/;

/** What `body` sends, explained with the settings of a search; the tables that are read row by row. */
async function wholeReads(body: (db: Transaction<DB>) => Promise<unknown>): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    await boundTime(transaction, 60_000);
    sent.length = 0;
    await body(transaction);
    const statements = sent.filter((query) => /^\s*(select|with)\b/i.test(query.sql));
    expect(statements.length).toBeGreaterThan(0);
    const found: string[] = [];
    for (const { sql: text, parameters } of statements) {
      const { rows } = await transaction.executeQuery<{ 'QUERY PLAN': string }>({
        ...sql`select 1`.compile(transaction),
        sql: `explain ${text}`,
        parameters,
      });
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      if (large.test(plan)) found.push(`${text}\n${plan}`);
    }
    return found;
  });
}

const stagings: Stages[] = [
  usualStages,
  { ...usualStages, newest: 10 },
  { ...usualStages, newest: 0, conversations: 0, common: 1 },
];
const viewer = { id: 1, permissions: new Set(['conversations:read', 'conversations:read_all']), team_ids: [] };
const narrow = { id: 3, permissions: new Set(['conversations:read', 'conversations:read_assigned']), team_ids: [] };

test.each([
  'hello',
  'hel*',
  'absentword',
  '"quick answer" device',
  'device -receipt',
  '-device',
  'from:ada.berg device',
  'from:mail.example absentword',
  'to:support absentword',
  'tag:bench-1-0 absentword',
  'status:closed assignee:none absentword',
  'subject:invoice absentword',
  'filename:invoice',
  'absentword before:2025-01-01',
])('no table of mail is read as a whole: %s', async (q) => {
  for (const stages of stagings) {
    for (const who of [viewer, narrow]) {
      const found = await wholeReads(async (transaction) => {
        const { plan } = (await planSearch(transaction, who, parseSearch(q, 'UTC'), Number.POSITIVE_INFINITY))!;
        const hits: Hit[] = [];
        const asked = { before: null, limit: 50, enough: null, newer: 'itself' } as const;
        const search = { ...asked, deadline: Date.now() + 60_000, stages };
        await findMessages(transaction, plan, search, hits);
        await listFoundRows(transaction, plan, hits);
      });
      expect(found).toEqual([]);
    }
  }
});

test.each(['status:open', 'tag:bench-1-39', 'subject:"(1234"', 'assignee:none team:none', 'ref:150'])(
  'nor by a search without words: %s',
  async (q) => {
    const found = await wholeReads(async (transaction) => {
      const { plan } = (await planSearch(transaction, viewer, parseSearch(q, 'UTC'), Number.POSITIVE_INFINITY))!;
      await listConversationHits(transaction, plan, { status_ids: [1, 2, 3, 4], after: null, limit: 21 });
    });
    expect(found).toEqual([]);
  },
);

test.each(['invoice', 'berg.1', 'absent'])('nor by the plain ones: %s', async (typed) => {
  for (const reach of [{ newest: 100 }, 'all'] as const) {
    const found = await wholeReads(async (transaction) => {
      await listConversationsWith(transaction, viewer, typed, reach, 50);
      await listContactsWith(transaction, typed, reach, 15);
    });
    expect(found).toEqual([]);
  }
});
