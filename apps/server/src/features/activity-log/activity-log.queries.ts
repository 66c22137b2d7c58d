import type { Transaction } from '../../db/types.ts';

export interface ActivityEntry {
  created_at: Date;
  activity_type: string;
  params: Record<string, unknown>;
  actor_id: number;
  target_model_type: string;
  target_model_id: number;
  ip: string | null;
}

/** Appends one row; the log is never changed afterwards. */
export async function insertActivity(db: Transaction, entry: ActivityEntry): Promise<void> {
  await db
    .insertInto('activity_logs')
    .values({ ...entry, params: JSON.stringify(entry.params) })
    .execute();
}
