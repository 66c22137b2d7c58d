import { sql } from 'kysely';
import type { Reader } from '../../../db/types.ts';

/** The code of a rule that was held back because too many had run; such records are no runs. */
export const tooManyRuns = 'automation.too_many_runs';

/** The code of a rule that is on trial; what it would have done is no run either. */
export const onTrial = 'automation.shadow';

/**
 * How many rules have acted on a conversation since `since`, and whether it was written down already that one was held back. What
 * seems to lie in the future, because the clock was set back, does not count.
 */
export async function countRuns(
  db: Reader,
  { conversation_id, since, now }: { conversation_id: number; since: Date; now: Date },
): Promise<{ runs: number; is_noted: boolean }> {
  const { rows } = await sql<{ runs: number; is_noted: boolean }>`
    select count(*) filter (where not was_stopped)::int as runs, coalesce(bool_or(was_stopped), false) as is_noted
    from (
      select trace @> ${JSON.stringify({ actions: [{ code: tooManyRuns }] })}::jsonb as was_stopped from causes
      where conversation_id = ${conversation_id} and kind = 'automation' and created_at > ${since} and created_at <= ${now}
        and not trace @> ${JSON.stringify({ actions: [{ code: onTrial }] })}::jsonb
    ) as recent`.execute(db);
  return rows[0]!;
}

/** Whether a rule has sent the customer of a conversation something since `since`. */
export async function hasReplied(
  db: Reader,
  { conversation_id, rule_id, since, now }: { conversation_id: number; rule_id: number; since: Date; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from causes
    where conversation_id = ${conversation_id} and rule_id = ${rule_id} and created_at > ${since} and created_at <= ${now}
      and trace @> ${JSON.stringify({ actions: [{ type: 'send_reply', result: 'done' }] })}::jsonb
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether all that a customer sent to a conversation was written by machines. */
export async function isByMachines(db: Reader, conversationId: number): Promise<boolean> {
  const { rows } = await sql<{ is_so: boolean | null }>`
    select bool_and(meta ? 'machine' or meta @> '{"is_auto_reply": true}') as is_so from messages
    where conversation_id = ${conversationId} and type = 'incoming'`.execute(db);
  return rows[0]!.is_so ?? false;
}

/** How many mails that no person wrote a contact got since `since`, counted to `most`. */
export async function countAutomated(
  db: Reader,
  { contact_id, since, most }: { contact_id: number; since: Date; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from conversations join messages on messages.conversation_id = conversations.id
      where conversations.contact_id = ${contact_id} and conversations.last_message_at > ${since}
        and messages.created_at > ${since} and messages.type = 'outgoing' and not messages.private
        and messages.meta @> '{"is_automated": true}'
      limit ${most}
    ) as sent`.execute(db);
  return rows[0]!.count;
}
