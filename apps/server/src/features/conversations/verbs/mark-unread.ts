import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { findFacts } from '../conversation-facts.queries.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { upsertUnseen } from './seen.queries.ts';

/**
 * Makes a conversation unread for the actor again, from the customer's last message on (settled question 39). One with unread
 * entries, or without any entry that could be unread, stays as it is. Only the actor's own sockets hear of it: the visit first,
 * which by itself means that everything was read, then how much is unread.
 */
export async function markUnread(uow: UnitOfWork, { id, uuid }: ConversationRow): Promise<void> {
  const before = await findFacts(uow.db, uow.actor, uuid);
  if (before!.unread_message_count > 0) return;
  const seenAt = await upsertUnseen(uow.db, { conversation_id: id, user_id: uow.actor.id });
  if (!seenAt) return;
  const after = await findFacts(uow.db, uow.actor, uuid);
  const own = { to: 'agent', agent_id: uow.actor.id } as const;
  const props = { assignee_last_seen_at: seenAt.toISOString(), unread_message_count: after!.unread_message_count };
  for (const [prop, value] of Object.entries(props)) {
    uow.broadcast('conversation_prop_update', { uuid, prop, value }, own);
  }
}
