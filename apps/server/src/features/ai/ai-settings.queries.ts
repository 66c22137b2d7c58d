import type { AiBudgetUnit } from '@bellhop/contract';
import type { Selectable, Updateable } from 'kysely';
import type { DB, Reader, Transaction } from '../../db/types.ts';

/** The settings as stored: the key is sealed. */
export type AiSettingsRow = Omit<Selectable<DB['ai_settings']>, 'budget_unit'> & { budget_unit: AiBudgetUnit };

/** The one row that every desk has. */
export async function loadAiSettings(db: Reader): Promise<AiSettingsRow> {
  return (await db.selectFrom('ai_settings').selectAll().executeTakeFirstOrThrow()) as AiSettingsRow;
}

/** With the row locked until the end of the transaction: whoever changes it, or counts what is asked, is alone. */
export async function lockAiSettings(db: Transaction): Promise<AiSettingsRow> {
  return (await db.selectFrom('ai_settings').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow()) as AiSettingsRow;
}

/** Writes it, and answers it as it is then. */
export async function patchAiSettings(db: Transaction, patch: Updateable<DB['ai_settings']>): Promise<AiSettingsRow> {
  return (await db.updateTable('ai_settings').set(patch).returningAll().executeTakeFirstOrThrow()) as AiSettingsRow;
}
