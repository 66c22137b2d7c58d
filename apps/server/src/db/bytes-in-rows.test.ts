import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/postgres.ts';

/** Attachments, pictures and the sources of mail lie in the storage; rows know their keys (docs/architecture.md). */
test('no row holds a file: bytes in rows are hashes and keys', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; column: string }>(
      `select table_name as name, column_name as column from information_schema.columns
       where table_schema = 'public' and (udt_name in ('bytea', 'oid', '_bytea')) order by 1, 2`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ column }) => !/(_hash|^sha256|^public_key|^session_id|_handle)$/.test(column))).toEqual([]);
    const keys = await client.query(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'storage_key' order by 1`,
    );
    expect(keys.rows).toEqual([{ name: 'media' }, { name: 'raw_mails' }]);
  } finally {
    await client.end();
    await database.drop();
  }
});
