import type { Reader, Transaction } from '../../db/types.ts';

/** Every stored setting, key to value. */
export async function readSettings(db: Reader): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

/** Stored settings whose keys begin so, and when the last of them changed; the epoch when there are none. */
export interface SettingGroup {
  values: Record<string, unknown>;
  updated_at: Date;
}

export function readGroup(db: Reader, prefix: string): Promise<SettingGroup> {
  return groupOf(selectGroup(db, prefix));
}

/**
 * The same for a change: whoever comes second waits for the first. The lock is on a setting that every desk has, because those of the
 * group may not be stored yet.
 */
export async function lockGroup(db: Transaction, prefix: string): Promise<SettingGroup> {
  await db.selectFrom('settings').select('key').where('key', '=', 'app.site_name').forUpdate().execute();
  return groupOf(selectGroup(db, prefix));
}

function selectGroup(db: Reader, prefix: string) {
  return db.selectFrom('settings').select(['key', 'value', 'updated_at']).where('key', 'like', `${prefix}%`);
}

async function groupOf(query: ReturnType<typeof selectGroup>): Promise<SettingGroup> {
  const rows = await query.execute();
  return {
    values: Object.fromEntries(rows.map((row) => [row.key, row.value])),
    updated_at: new Date(Math.max(0, ...rows.map((row) => row.updated_at.getTime()))),
  };
}

/** Stores settings, new and changed ones alike. */
export async function writeSettings(db: Transaction, values: Record<string, unknown>, now: Date): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({ key, value: JSON.stringify(value), updated_at: now }));
  if (rows.length === 0) return;
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({ value: eb.ref('excluded.value'), updated_at: eb.ref('excluded.updated_at') })),
    )
    .execute();
}

export async function deleteSetting(db: Transaction, key: string): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}

export async function hasBusinessHours(db: Reader, id: number): Promise<boolean> {
  const row = await db.selectFrom('business_hours').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function hasSlaPolicy(db: Reader, id: number): Promise<boolean> {
  const row = await db.selectFrom('sla_policies').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
