import type { MailboxAlertKind, MailProblem } from '@bellhop/contract';
import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';

/** An incident that goes on. */
export interface OpenAlert {
  id: number;
  inbox_id: number;
  inbox_name: string;
  kind: MailboxAlertKind;
  since: Date;
  problem: string | null;
  detail: string | null;
}

/** Incidents that go on, of inboxes that still exist, the longest first. */
export async function listOpenAlerts(db: Reader): Promise<OpenAlert[]> {
  const { rows } = await sql<OpenAlert>`
    select a.id, a.inbox_id, i.name as inbox_name, a.kind, a.since, a.problem, a.detail
    from inbox_alerts a join inboxes i on i.id = a.inbox_id and i.deleted_at is null
    where a.ended_at is null order by a.since, a.id`.execute(db);
  return rows;
}

/** Incidents that go on, deleted inboxes' too; of two who look at once the second waits. */
export async function lockOpenAlerts(db: Transaction): Promise<Omit<OpenAlert, 'inbox_name'>[]> {
  const { rows } = await sql<Omit<OpenAlert, 'inbox_name'>>`
    select id, inbox_id, kind, since, problem, detail from inbox_alerts
    where ended_at is null order by id for update`.execute(db);
  return rows;
}

/**
 * Begins an incident, or takes up one that ended after `again_since`: `is_new` says which. Nothing when it goes on already, because
 * another process was quicker.
 */
export async function openAlert(
  db: Transaction,
  alert: {
    inbox_id: number;
    kind: MailboxAlertKind;
    since: Date;
    problem: MailProblem | null;
    detail: string | null;
    again_since: Date;
  },
): Promise<{ is_new: boolean } | undefined> {
  const { inbox_id, kind, since, problem, detail } = alert;
  const { rows } = await sql<{ id: number }>`
    update inbox_alerts set ended_at = null, problem = ${problem}, detail = ${detail}
    where id = (select id from inbox_alerts where inbox_id = ${inbox_id} and kind = ${kind}
        and ended_at >= ${alert.again_since} order by ended_at desc limit 1)
      and not exists (select 1 from inbox_alerts where inbox_id = ${inbox_id} and kind = ${kind} and ended_at is null)
    returning id`.execute(db);
  if (rows.length > 0) return { is_new: false };
  const added = await db
    .insertInto('inbox_alerts')
    .values({ inbox_id, kind, since, problem, detail })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added && { is_new: true };
}

export async function patchAlert(
  db: Transaction,
  id: number,
  patch: { problem: MailProblem | null; detail: string | null } | { ended_at: Date },
): Promise<void> {
  await db.updateTable('inbox_alerts').set(patch).where('id', '=', id).execute();
}

/** Drops incidents that were over before a time. */
export async function deleteOldAlerts(db: Transaction, before: Date): Promise<void> {
  await db.deleteFrom('inbox_alerts').where('ended_at', '<', before).execute();
}
