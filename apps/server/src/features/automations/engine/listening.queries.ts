import type { AutomationEvent } from '@bellhop/contract';
import { sql } from 'kysely';
import type { Reader } from '../../../db/types.ts';

/** What enabled rules wait for: events, and `new` for new conversations. One small query. */
export async function listListening(db: Reader): Promise<Set<AutomationEvent | 'new'>> {
  const { rows } = await sql<{ event: AutomationEvent | 'new' }>`
    select distinct event from automation_rules cross join lateral unnest(
      case type when 'new_conversation' then '{new}'::text[] else events end) as listened (event)
    where enabled`.execute(db);
  return new Set(rows.map(({ event }) => event));
}

/** What of a message decides whether rules look at it. */
export interface MessageOrigin {
  sender_id: number;
  meta: { is_automated?: boolean; is_csat?: boolean; is_rate_limited?: boolean };
}

export async function findOrigin(db: Reader, messageId: number): Promise<MessageOrigin | undefined> {
  const row = await db
    .selectFrom('messages')
    .select(['sender_id', 'meta'])
    .where('id', '=', messageId)
    .executeTakeFirst();
  return row as MessageOrigin | undefined;
}

/** What a conversation has now of what a `previous_` field tells. */
export function findHeld(db: Reader, conversationId: number) {
  return db
    .selectFrom('conversations')
    .select(['status_id', 'priority_id', 'assigned_team_id', 'assigned_user_id'])
    .where('id', '=', conversationId)
    .executeTakeFirst();
}
