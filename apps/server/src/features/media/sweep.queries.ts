import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';

/** Which of the storage keys a row refers to. */
export async function findKnownKeys(db: Reader, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from media where storage_key = any(${[...keys]})
    union all select storage_key from raw_mails where storage_key = any(${[...keys]})`.execute(db);
  return new Set(rows.map((row) => row.storage_key));
}

/** Notes of files that they lie in the bucket now; keys of others mean nothing. */
export async function markMoved(db: Transaction, keys: readonly string[]): Promise<void> {
  await sql`update media set store = 's3' where storage_key = any(${[...keys]}) and store = 'fs'`.execute(db);
}

/** The name of this database in its storage. */
export async function storageOwner(db: Reader): Promise<string> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'storage.owner')
    .executeTakeFirstOrThrow();
  return String(row.value);
}
