import { defaultStatusNames } from '@bellhop/contract';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { findStatusByName } from '../../statuses/index.ts';
import { broadcastProps } from '../broadcasts.ts';
import { type ConversationRow, takesReplies } from '../conversations.queries.ts';
import { addActivity } from '../thread/add-activity.ts';
import { categoryOf, changeStatus } from './change-status.ts';
import { removeUser } from './remove-user.ts';

/**
 * A customer's message came in: a conversation that is not open becomes Open, and an agent who has handed replies over, or is gone,
 * loses it, also when it was open (behaviour 3.2). The unit's actor, System for mail, writes the activity. `opened` tells whether
 * the status changed.
 */
export async function reopen(
  uow: UnitOfWork,
  conversation: ConversationRow,
): Promise<{ conversation: ConversationRow; opened: boolean }> {
  const opened = (await categoryOf(uow, conversation.status_id)) !== 'open';
  let current = conversation;
  if (opened) {
    const open = (await findStatusByName(uow.db, defaultStatusNames.open))!;
    const changed = await changeStatus(uow, conversation, open);
    current = changed.conversation;
    broadcastProps(uow, current, changed.props);
    await addActivity(uow, current, { activity_type: 'status_change', params: { status: open.name } });
  }
  const assignee = current.assigned_user_id;
  if (assignee !== null && !(await takesReplies(uow.db, assignee))) {
    current = await removeUser(uow, current);
  }
  return { conversation: current, opened };
}
