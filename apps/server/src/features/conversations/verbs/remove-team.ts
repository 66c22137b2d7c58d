import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { teamName } from '../../teams/index.ts';
import { broadcastProps } from '../broadcasts.ts';
import { patchConversation } from '../conversation-patch.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { addActivity } from '../thread/add-activity.ts';

/** Takes the conversation from its team, and leaves it with its agent; nothing happens without a team. */
export async function removeTeam(uow: UnitOfWork, conversation: ConversationRow): Promise<ConversationRow> {
  const from = conversation.assigned_team_id;
  if (from === null) return conversation;
  const team = await teamName(uow.db, from);
  const removed = await patchConversation(uow, conversation, { assigned_team_id: null });
  broadcastProps(uow, removed, { assigned_team_id: null }, conversation);
  await addActivity(uow, removed, { activity_type: 'unassigned_team', params: { team } });
  await uow.publish({ kind: 'conversation.team_assigned', conversation_id: conversation.id, from, to: null });
  return removed;
}
