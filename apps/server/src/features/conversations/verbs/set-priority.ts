import { AppError } from '../../../core/app-error.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { findPriorityByName } from '../../priorities/index.ts';
import { broadcastProps } from '../broadcasts.ts';
import { patchConversation } from '../conversation-patch.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { addActivity } from '../thread/add-activity.ts';

/** Sets the priority by name; nothing happens when it is the same. Throws conversation.priority_unknown. */
export async function setPriority(
  uow: UnitOfWork,
  conversation: ConversationRow,
  name: string,
): Promise<ConversationRow> {
  const priority = await findPriorityByName(uow.db, name);
  if (!priority) throw new AppError('conversation.priority_unknown');
  if (priority.id === conversation.priority_id) return conversation;
  const changed = await patchConversation(uow, conversation, { priority_id: priority.id });
  await addActivity(uow, changed, { activity_type: 'priority_change', params: { priority: priority.name } });
  broadcastProps(uow, changed, { priority: priority.name, priority_id: priority.id });
  await uow.publish({
    kind: 'conversation.priority_changed',
    conversation_id: conversation.id,
    from: conversation.priority_id,
    to: priority.id,
  });
  return changed;
}
