import { fullName } from '../../../core/actor.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { broadcastProps } from '../broadcasts.ts';
import { patchConversation } from '../conversation-patch.ts';
import { type ConversationRow, findPerson } from '../conversations.queries.ts';
import { addActivity } from '../thread/add-activity.ts';

/** Takes the conversation from its agent; nothing happens without one. */
export async function removeUser(uow: UnitOfWork, conversation: ConversationRow): Promise<ConversationRow> {
  const from = conversation.assigned_user_id;
  if (from === null) return conversation;
  const agent = await findPerson(uow.db, from);
  const removed = await patchConversation(uow, conversation, { assigned_user_id: null });
  broadcastProps(uow, removed, { assigned_user_id: null }, conversation);
  await addActivity(uow, removed, { activity_type: 'unassigned_user', params: { assignee: fullName(agent) } });
  await uow.publish({ kind: 'conversation.user_assigned', conversation_id: conversation.id, from, to: null });
  return removed;
}
