import type { Reader } from '../../db/types.ts';

/** Names of all sets, latest update first (wire A 17). */
export function loadBusinessHours(
  db: Reader,
): Promise<{ id: number; created_at: Date; updated_at: Date; name: string; description: string }[]> {
  return db
    .selectFrom('business_hours')
    .select(['id', 'created_at', 'updated_at', 'name', 'description'])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
