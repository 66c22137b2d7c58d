import type { ProcessFacts } from '@bellhop/contract';
import { sql } from 'kysely';
import type { Transaction } from '../db/types.ts';

/** Says that a process lives and which jobs it holds; `facts` null leaves those that stand. */
export async function upsertHeartbeat(
  db: Transaction,
  process: { id: string; roles: string[]; worker_pool_ids: string[]; facts: ProcessFacts | null },
): Promise<void> {
  const { id, roles, worker_pool_ids, facts } = process;
  const said = facts && { facts: JSON.stringify(facts) };
  await db
    .insertInto('processes')
    .values({ id, roles, worker_pool_ids, ...said })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql`now()`, worker_pool_ids, ...said }))
    .execute();
}

/**
 * Forgets processes that have been silent for `seconds` and frees the jobs that are held since before by no process that is
 * left; answers how many processes there were. A process may die before its first beat, so the locks are asked, not the dead.
 */
export async function releaseSilentProcesses(
  db: Transaction,
  options: { seconds: number; own_id: string },
): Promise<number> {
  const { seconds, own_id } = options;
  const silent = await db
    .deleteFrom('processes')
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .where('id', '<>', own_id)
    .returning('id')
    .execute();
  await sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs
    where locked_at < now() - make_interval(secs => ${seconds})
      and locked_by not in (select unnest(worker_pool_ids) from processes)))`.execute(db);
  return silent.length;
}

/** Frees whatever is locked under these ids. */
export async function unlockJobs(db: Transaction, poolIds: readonly string[]): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${[...poolIds]}::text[])`.execute(db);
}

/** A process that ends in good order takes its row along. */
export async function deleteHeartbeat(db: Transaction, id: string): Promise<void> {
  await db.deleteFrom('processes').where('id', '=', id).execute();
}
