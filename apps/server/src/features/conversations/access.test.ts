import { allPermissions, type Permission } from '@bellhop/contract';
import { canSeeConversation, type Viewer } from '@bellhop/rules';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import type { AppError } from '../../core/app-error.ts';
import { type Database, openDatabase } from '../../db/pool.ts';
import { createLog } from '../../lib/log.ts';
import { visibleTo } from './access.queries.ts';
import { loadVisible } from './access.ts';

const agents = [1, 2, 3, 4];
const teams = [1, 2, 3];
let testDatabase: TestDatabase;
let database: Database;

/** One conversation for each way in which it can be held. */
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, createLog('silent'));
  await database.pool.query(`
    insert into users (id, type, first_name) select n, 'agent', 'Agent' from generate_series(1, 4) n;
    insert into users (id, type, first_name) values (100, 'contact', 'Contact');
    insert into teams (id, name) select n, 'Team ' || n from generate_series(1, 3) n;
    insert into inboxes (id, name, "from", address) values (1, 'Mail', 'a@desk.test', 'a@desk.test');
    insert into conversation_statuses (id, name) values (1, 'Open');
    insert into conversations (contact_id, inbox_id, status_id, assigned_user_id, assigned_team_id)
      select 100, 1, 1, nullif(u, 0), nullif(t, 0) from generate_series(0, 4) u, generate_series(0, 3) t;`);
});
afterAll(async () => {
  await database.db.destroy();
  await testDatabase.drop();
});

const reading = allPermissions.filter((name) => name.startsWith('conversations:read'));
const others: Permission[] = ['messages:read', 'conversations:write', 'conversations:update_status'];
const viewers: fc.Arbitrary<Viewer> = fc.record({
  id: fc.constantFrom(...agents),
  permissions: fc.subarray([...reading, ...others]).map((list) => new Set<Permission>(list)),
  team_ids: fc.subarray(teams),
});

test('the function and the SQL predicate let the same viewers see the same conversations', async () => {
  const all = await database.db
    .selectFrom('conversations')
    .select(['id', 'assigned_user_id', 'assigned_team_id'])
    .orderBy('id')
    .execute();
  expect(all).toHaveLength(20);
  await fc.assert(
    fc.asyncProperty(viewers, async (viewer) => {
      const { rows } = await sql<{ id: number }>`select id from conversations where ${visibleTo(viewer)}
        order by id`.execute(database.db);
      const expected = all.filter((conversation) => canSeeConversation(viewer, conversation));
      expect(rows.map((row) => row.id)).toEqual(expected.map((row) => row.id));
    }),
    { numRuns: 400 },
  );
});

test('unknown, invisible and malformed uuids are one and the same', async () => {
  const row = await database.db
    .selectFrom('conversations')
    .select('uuid')
    .where('assigned_user_id', '=', 2)
    .executeTakeFirstOrThrow();
  const seeing: Viewer = {
    id: 1,
    permissions: new Set(['conversations:read', 'conversations:read_all']),
    team_ids: [],
  };
  const blind: Viewer = { ...seeing, permissions: new Set(['conversations:read', 'conversations:read_assigned']) };
  expect((await loadVisible(database.db, seeing, row.uuid.toUpperCase())).uuid).toBe(row.uuid);
  const refused = async (viewer: Viewer, uuid: string) =>
    loadVisible(database.db, viewer, uuid).catch((error: AppError) => error.code);
  expect(await refused(blind, row.uuid)).toBe('conversation.not_found');
  expect(await refused(seeing, crypto.randomUUID())).toBe('conversation.not_found');
  expect(await refused(seeing, 'x')).toBe('conversation.not_found');
  expect(await refused(seeing, `${row.uuid}x`)).toBe('conversation.not_found');
});
