import type { Reader } from '../../db/types.ts';

/** Every stored setting, key to value. */
export async function readSettings(db: Reader): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}
