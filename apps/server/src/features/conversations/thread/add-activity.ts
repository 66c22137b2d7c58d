import { fullName } from '../../../core/actor.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { broadcastNewMessage } from '../broadcasts.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { type Activity, activityText } from './activity-text.ts';
import type { MessageRow } from './messages.queries.ts';
import { insertMessage } from './store-message.ts';

/**
 * Writes an activity entry by the unit's actor and broadcasts it: its `new_message` is what brings newly assigned conversations
 * into other people's lists (wire B 1.13). `conversation` must already be as it stands after the change. `cause_id` of
 * `meta` names the record of why, when nobody did it by hand.
 */
export async function addActivity(
  uow: UnitOfWork,
  conversation: ConversationRow,
  activity: Activity,
): Promise<MessageRow> {
  const content = activityText(activity, fullName(uow.actor));
  const message = await insertMessage(uow, conversation, {
    type: 'activity',
    status: 'sent',
    private: true,
    sender_id: uow.actor.id,
    sender_type: 'agent',
    content_type: 'text',
    content,
    text_content: content,
    meta: {
      activity_type: activity.activity_type,
      params: activity.params,
      ...(uow.cause !== null && { cause_id: uow.cause }),
    },
  });
  await broadcastNewMessage(uow, conversation, message);
  return message;
}
