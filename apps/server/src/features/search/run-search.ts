import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import { isOutOfTime } from '../../db/out-of-time.ts';
import type { Transaction } from '../../db/types.ts';
import { boundTime } from './bounded-time.queries.ts';

/** After this a search answers what it has found so far. */
const budgetMs = 1_500;

/**
 * Runs `body` in a reading transaction of its own, whose statements end with the time for a search; it answers whether everything was looked
 * at. What it has put aside by then is the result: false means that more may be there. It may run again (`Snapshot`), so it begins by
 * emptying what it puts aside.
 */
export async function withinTime(
  { snapshot, log }: Deps,
  actor: Actor,
  body: (db: Transaction, deadline: number) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await snapshot(async (db) => {
      await boundTime(db, budgetMs);
      return body(db, Date.now() + budgetMs);
    });
  } catch (error) {
    if (!isOutOfTime(error)) throw error;
    log.warn({ actor: actor.id }, 'a search took too long and was answered in part');
    return false;
  }
}
