import { fullName } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { findAssignableAgent } from '../../users/index.ts';
import { broadcastProps } from '../broadcasts.ts';
import { patchConversation } from '../conversation-patch.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { addActivity } from '../thread/add-activity.ts';

/** Assigns an agent; nothing happens when it is the same. Throws agent.not_assignable (behaviour 3.4). */
export async function assignUser(
  uow: UnitOfWork,
  conversation: ConversationRow,
  userId: number,
): Promise<ConversationRow> {
  if (conversation.assigned_user_id === userId) return conversation;
  const agent = await findAssignableAgent(uow.db, userId);
  if (!agent) throw new AppError('agent.not_assignable');
  const assigned = await patchConversation(uow, conversation, { assigned_user_id: userId });
  broadcastProps(uow, assigned, { assigned_user_id: userId }, conversation);
  await addActivity(
    uow,
    assigned,
    userId === uow.actor.id
      ? { activity_type: 'self_assign', params: {} }
      : { activity_type: 'assigned_user_change', params: { assignee: fullName(agent) } },
  );
  await uow.publish({
    kind: 'conversation.user_assigned',
    conversation_id: conversation.id,
    from: conversation.assigned_user_id,
    to: userId,
  });
  return assigned;
}
