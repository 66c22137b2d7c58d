import { sql } from 'kysely';
import type { Transaction } from '../db/types.ts';

/** Says that a process lives and which jobs it holds. */
export async function upsertHeartbeat(
  db: Transaction,
  process: { id: string; roles: string[]; worker_pool_ids: string[] },
): Promise<void> {
  await db
    .insertInto('processes')
    .values(process)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ seen_at: sql`now()`, worker_pool_ids: process.worker_pool_ids }),
    )
    .execute();
}

/** Frees the jobs of processes that have been silent for `seconds` and forgets them; answers how many there were. */
export async function releaseSilentProcesses(db: Transaction, seconds: number): Promise<number> {
  const silent = await db
    .deleteFrom('processes')
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .returning('worker_pool_ids')
    .execute();
  const ids = silent.flatMap((row) => row.worker_pool_ids);
  if (ids.length > 0) await sql`select graphile_worker.force_unlock_workers(${ids}::text[])`.execute(db);
  return silent.length;
}

/** A process that ends in good order takes its row along. */
export async function deleteHeartbeat(db: Transaction, id: string): Promise<void> {
  await db.deleteFrom('processes').where('id', '=', id).execute();
}
