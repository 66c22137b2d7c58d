import { defaultDigest, type MailDigest, type MailTime, type QuietHours } from '@bellhop/contract';
import type { NotificationChoice } from '@bellhop/rules';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { jsonRows } from '../../db/json-rows.ts';
import type { DB, Reader, Transaction } from '../../db/types.ts';

/** When an agent wants mails and pushes. */
export interface NotificationTimes {
  mail_when: MailTime;
  quiet_hours: QuietHours | null;
  digest: MailDigest;
  updated_at: Date | null;
}

/** What an agent chose, where it differs from the defaults. */
export function listChoices(db: Reader, agentId: number): Promise<NotificationChoice[]> {
  return db
    .selectFrom('notification_choices')
    .select(['event', 'scope', 'channel', 'is_on'])
    .where('agent_id', '=', agentId)
    .execute();
}

/** When an agent wants to be told; the defaults for who chose nothing. */
export async function findTimes(db: Reader, agentId: number): Promise<NotificationTimes> {
  return timesOf(
    await db.selectFrom('notification_times').selectAll().where('agent_id', '=', agentId).executeTakeFirst(),
  );
}

/** The same, locked against another tab that saves. */
export async function lockTimes(db: Transaction, agentId: number): Promise<NotificationTimes & { updated_at: Date }> {
  await db
    .insertInto('notification_times')
    .values({ agent_id: agentId, digest_mails: defaultDigest.mails, digest_minutes: defaultDigest.minutes })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('notification_times')
    .selectAll()
    .where('agent_id', '=', agentId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...timesOf(row), updated_at: row.updated_at };
}

/** Writes an agent's times anew. */
export async function patchTimes(
  db: Transaction,
  agentId: number,
  { mail_when, quiet_hours, digest, updated_at }: NotificationTimes & { updated_at: Date },
): Promise<void> {
  await db
    .updateTable('notification_times')
    .set({
      mail_when,
      quiet_from: quiet_hours?.from ?? null,
      quiet_to: quiet_hours?.to ?? null,
      quiet_zone: quiet_hours?.zone ?? null,
      digest_mails: digest.mails,
      digest_minutes: digest.minutes,
      updated_at,
    })
    .where('agent_id', '=', agentId)
    .execute();
}

/** Writes choices; those that say what the default says go (`is_default`). */
export async function writeChoices(
  db: Transaction,
  agentId: number,
  choices: readonly (NotificationChoice & { is_default: boolean })[],
): Promise<void> {
  await sql`
    with said as (select * from json_to_recordset(${jsonRows(choices)}::json)
      as row(event text, scope text, channel text, is_on boolean, is_default boolean)),
    gone as (delete from notification_choices c using said s where c.agent_id = ${agentId}
      and (c.event, c.scope, c.channel) = (s.event, s.scope, s.channel) and s.is_default)
    insert into notification_choices (agent_id, event, scope, channel, is_on)
    select ${agentId}, event, scope, channel, is_on from said where not is_default
    on conflict (agent_id, event, scope, channel) do update set is_on = excluded.is_on`.execute(db);
}

/** Forgets what an agent wanted to be told. */
export async function deletePreferences(db: Transaction, agentId: number): Promise<void> {
  await db.deleteFrom('notification_choices').where('agent_id', '=', agentId).execute();
  await db.deleteFrom('notification_times').where('agent_id', '=', agentId).execute();
}

/** The times as a row of the table holds them; a missing row stands for the defaults. */
export function timesOf(row: Partial<Selectable<DB['notification_times']>> | undefined): NotificationTimes {
  const { quiet_from: from, quiet_to: to, quiet_zone: zone } = row ?? {};
  return {
    mail_when: (row?.mail_when ?? 'always') as MailTime,
    quiet_hours: from && to && zone ? { from, to, zone } : null,
    digest: {
      mails: row?.digest_mails ?? defaultDigest.mails,
      minutes: row?.digest_minutes ?? defaultDigest.minutes,
    },
    updated_at: row?.updated_at ?? null,
  };
}
