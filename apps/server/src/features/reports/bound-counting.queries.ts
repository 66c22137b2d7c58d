import { sql } from 'kysely';
import type { Transaction } from '../../db/types.ts';

/**
 * No statement of the transaction takes longer from now on; one that does fails. Each is planned for its own values: the plan that
 * fits any range and filter reads a desk from one end to the other.
 */
export async function boundCounting(db: Transaction, milliseconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(milliseconds)}, true),
    set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(db);
}
