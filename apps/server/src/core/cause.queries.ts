import type { CauseKind, CauseTrace } from '@bellhop/contract';
import { sql } from 'kysely';
import { jsonText } from '../db/json-rows.ts';
import type { Transaction } from '../db/types.ts';

export async function insertCause(
  db: Transaction,
  cause: {
    kind: CauseKind;
    conversation_id: number | null;
    parent_id: number | null;
    rule_id: number | null;
    trace: CauseTrace;
    now: Date;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('causes')
    .values({
      created_at: cause.now,
      kind: cause.kind,
      conversation_id: cause.conversation_id,
      parent_id: cause.parent_id,
      rule_id: cause.rule_id,
      trace: jsonText(cause.trace),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function patchCause(
  db: Transaction,
  { id, trace, failed }: { id: number; trace: Partial<CauseTrace>; failed: boolean },
): Promise<void> {
  await db
    .updateTable('causes')
    .set({ failed, trace: sql`trace || ${jsonText(trace)}::jsonb` })
    .where('id', '=', id)
    .execute();
}

/** Deletes the oldest records from before a time, at most so many; answers how many. */
export async function deleteOldCauses(db: Transaction, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from causes where id in (
    select id from causes where created_at < ${before} order by created_at limit ${sql.lit(most)})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
