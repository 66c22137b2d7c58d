import { sql } from 'kysely';
import type { Transaction } from '../../db/types.ts';

/** No statement of the transaction takes longer from now on; one that does fails. */
export async function limitTime(db: Transaction, milliseconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(db);
}
