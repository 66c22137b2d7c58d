import { AppError } from '../../../core/app-error.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { findTeam, isMember } from '../../teams/index.ts';
import { broadcastProps } from '../broadcasts.ts';
import { patchConversation } from '../conversation-patch.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { addActivity } from '../thread/add-activity.ts';
import { removeUser } from './remove-user.ts';

/**
 * Assigns a team; nothing happens when it is the same. An agent who is not its member loses the conversation (settled
 * question 24). Throws team.not_found.
 */
export async function assignTeam(
  uow: UnitOfWork,
  conversation: ConversationRow,
  teamId: number,
): Promise<ConversationRow> {
  if (conversation.assigned_team_id === teamId) return conversation;
  const team = await findTeam(uow.db, teamId);
  if (!team) throw new AppError('team.not_found');
  const agent = conversation.assigned_user_id;
  const assigned = await patchConversation(uow, conversation, { assigned_team_id: teamId });
  broadcastProps(uow, assigned, { assigned_team_id: teamId }, conversation);
  await addActivity(uow, assigned, { activity_type: 'assigned_team_change', params: { team: team.name } });
  await uow.publish({
    kind: 'conversation.team_assigned',
    conversation_id: conversation.id,
    from: conversation.assigned_team_id,
    to: teamId,
  });
  return agent === null || (await isMember(uow.db, teamId, agent)) ? assigned : removeUser(uow, assigned);
}
