import { sql } from 'kysely';
import type { Reader } from '../db/types.ts';

/** The least that a database can answer. */
export async function askDatabase(db: Reader): Promise<void> {
  await sql`select 1`.execute(db);
}
