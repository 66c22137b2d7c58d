import { type Selectable, sql } from 'kysely';
import { jsonRows } from '../../db/json-rows.ts';
import type { DB, Reader, Transaction } from '../../db/types.ts';
import type { PlannedAlert } from './plan-alerts.ts';

/** An alert as stored. */
export type AlertRow = Omit<Selectable<DB['sla_alerts']>, 'type' | 'metric'> & Pick<PlannedAlert, 'type' | 'metric'>;

export async function insertAlerts(
  db: Transaction,
  alerts: readonly (PlannedAlert & { applied_sla_id: number; conversation_id: number; event_id: number | null })[],
): Promise<void> {
  if (alerts.length > 0)
    await db
      .insertInto('sla_alerts')
      .values([...alerts])
      .execute();
}

/** Every alert of an applied policy, sent or not. */
export async function listAlerts(db: Reader, appliedId: number): Promise<AlertRow[]> {
  const query = db.selectFrom('sla_alerts').selectAll().where('applied_sla_id', '=', appliedId).orderBy('id');
  return (await query.execute()) as AlertRow[];
}

/** Takes alerts back that were not sent. */
export async function deleteAlerts(db: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom('sla_alerts')
      .where('id', 'in', [...ids])
      .execute();
}

/** Takes all of an applied policy back that were not sent. */
export async function deleteUnsentAlerts(db: Transaction, appliedId: number): Promise<void> {
  await db.deleteFrom('sla_alerts').where('applied_sla_id', '=', appliedId).where('sent_at', 'is', null).execute();
}

/** The alerts of conversations that are due, in the order of their deadlines. */
export async function listDueAlerts(db: Reader, conversationIds: readonly number[], now: Date): Promise<AlertRow[]> {
  if (conversationIds.length === 0) return [];
  const query = db
    .selectFrom('sla_alerts')
    .selectAll()
    .where('conversation_id', '=', sql<number>`any(${[...conversationIds]}::int[])`)
    .where('sent_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id');
  return (await query.execute()) as AlertRow[];
}

/** Writes down what became of alerts. */
export async function settleAlerts(
  db: Transaction,
  outcomes: readonly { id: number; outcome: string }[],
  now: Date,
): Promise<void> {
  if (outcomes.length === 0) return;
  await sql`update sla_alerts set sent_at = ${now}, outcome = settled.outcome
    from json_to_recordset(${jsonRows(outcomes)}::json) as settled (id int, outcome text)
    where sla_alerts.id = settled.id`.execute(db);
}

/** Puts the due alerts of a conversation off, or gives them up after the last attempt: nothing may fail for ever. False where none was due. */
export async function putOffAlerts(
  db: Transaction,
  { conversation_id, until, now, attempts }: { conversation_id: number; until: Date; now: Date; attempts: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update sla_alerts set attempts = attempts + 1, due_at = ${until},
      sent_at = case when attempts + 1 >= ${attempts} then ${now}::timestamptz end,
      outcome = case when attempts + 1 >= ${attempts} then 'failed' end
    where conversation_id = ${conversation_id} and sent_at is null and due_at <= ${now}`.execute(db);
  return numAffectedRows! > 0n;
}
