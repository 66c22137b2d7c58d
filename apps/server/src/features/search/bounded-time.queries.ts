import { sql } from 'kysely';
import { isOutOfTime } from '../../db/out-of-time.ts';
import type { Transaction } from '../../db/types.ts';

/**
 * Settings of a transaction that searches: no statement takes longer, and plans stay those that stop early. Without them a wrong
 * guess about how common a word is ends in reading a whole table.
 */
export async function boundTime(db: Transaction, milliseconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(milliseconds)}, true), set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(db);
}

/** Lets statements of `body` run out of a time of their own without ending the transaction; answers null then. */
export async function attempt<T>(db: Transaction, milliseconds: number, body: () => Promise<T>): Promise<T | null> {
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db);
  const limitTo = (limit: string) => sql`select set_config('statement_timeout', ${limit}, true)`.execute(db);
  await sql`savepoint attempt`.execute(db);
  try {
    await limitTo(String(milliseconds));
    const result = await body();
    await limitTo(rows[0]!.limit);
    return result;
  } catch (error) {
    if (!isOutOfTime(error)) throw error;
    // The setting goes back with it.
    await sql`rollback to savepoint attempt`.execute(db);
    return null;
  }
}
