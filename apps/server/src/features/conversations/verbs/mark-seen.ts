import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { upsertSeen } from './seen.queries.ts';

/** Records the actor's visit; only the actor's own sockets hear of it (settled question 29). */
export async function markSeen(uow: UnitOfWork, conversation: ConversationRow): Promise<void> {
  const seenAt = await upsertSeen(uow.db, {
    conversation_id: conversation.id,
    user_id: uow.actor.id,
    now: uow.now,
  });
  uow.broadcast(
    'conversation_prop_update',
    { uuid: conversation.uuid, prop: 'assignee_last_seen_at', value: seenAt.toISOString() },
    { to: 'agent', agent_id: uow.actor.id },
  );
  await uow.publish({ kind: 'conversation.seen', conversation_id: conversation.id });
}
