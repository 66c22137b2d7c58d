import { canSeeConversation, variableTexts } from '@bellhop/rules';
import type { Actor } from '../../core/actor.ts';
import type { DomainEvents } from '../../core/domain-events.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { findAssignment, mentionReaders, variableValues } from '../conversations/index.ts';
import { loadSettings } from '../settings/index.ts';
import { queueSystemMail } from '../system-mail/index.ts';
import { findEnabledActor } from '../users/index.ts';
import { findConversation, insertNotifications, type NewNotification } from './notifications.queries.ts';
import { read } from './read-by-deed.ts';

/** A note was stored: whom it calls is told, once each, unless they may not read it (behaviour 2.8). */
export async function notifyMentioned(uow: UnitOfWork, event: DomainEvents['message.noted']): Promise<void> {
  const { conversation_id, message_id, mentions } = event;
  if (mentions.length === 0) return;
  const assignment = await findAssignment(uow.db, conversation_id);
  if (!assignment) return;
  const { readers } = await mentionReaders(uow.db, assignment, mentions, uow.actor.id);
  await notify(
    uow,
    readers.map(({ agent, team_id }) => ({
      kind: 'mention',
      agent_id: agent.id,
      conversation_id,
      inbox_id: null,
      webhook_id: null,
      message_id,
      team_id,
    })),
  );
}

/**
 * A conversation changed hands: the new agent is told, unless it was the agent's own act or may not be read by it; what the former one
 * was told of it is over.
 */
export async function notifyAssigned(
  uow: UnitOfWork,
  { conversation_id, from, to }: DomainEvents['conversation.user_assigned'],
): Promise<void> {
  if (from !== null) await read(uow, conversation_id, { agent_id: from, kinds: ['assignment'] });
  if (to === null || to === uow.actor.id) return;
  const [agent, assignment] = await Promise.all([
    findEnabledActor(uow.db, to),
    findAssignment(uow.db, conversation_id),
  ]);
  if (!agent || !assignment || !canSeeConversation(agent, assignment)) return;
  const nothing = { inbox_id: null, webhook_id: null, message_id: null, team_id: null } as const;
  await notify(uow, [{ ...nothing, kind: 'assignment', conversation_id, agent_id: to }]);
  await mailAssigned(uow, agent, conversation_id);
}

/** Behaviour 6.3: the template `Conversation assigned`; nobody is its author. */
async function mailAssigned(uow: UnitOfWork, agent: Actor, conversationId: number): Promise<void> {
  const conversation = await findConversation(uow.db, conversationId);
  const values = await variableValues(uow.db, conversation, null);
  const { 'app.root_url': root } = await loadSettings(uow.db);
  await queueSystemMail(uow, {
    to: agent.email,
    kind: 'Conversation assigned',
    values: {
      ...variableTexts({ ...values, recipient: agent }),
      'Conversation.URL': `${root}/inboxes/assigned/conversation/${conversation.uuid}`,
    },
  });
}

type Unsigned = NewNotification extends infer One ? (One extends unknown ? Omit<One, 'actor_id'> : never) : never;

/** Writes notifications by the actor and has the agents' clients fetch them. */
export async function notify(uow: UnitOfWork, notifications: Unsigned[]): Promise<void> {
  if (notifications.length === 0) return;
  const added = await insertNotifications(
    uow.db,
    notifications.map((one) => ({ ...one, actor_id: uow.actor.id })),
    uow.now,
  );
  for (const { id, agent_id } of added) {
    uow.broadcast('notification', { change: 'added', ids: [id] }, { to: 'agent', agent_id });
  }
}
