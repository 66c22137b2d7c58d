import type { DomainEvents } from '../../core/domain-events.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { findAssignment, mentionReaders } from '../conversations/index.ts';
import { read } from './read-by-deed.ts';
import { aboutNothing, tell } from './tell.ts';

/** A conversation changed hands: the new agent is told; what the former one was told of it is over. */
export async function notifyAssigned(
  uow: UnitOfWork,
  { conversation_id, from, to }: DomainEvents['conversation.user_assigned'],
): Promise<void> {
  if (from !== null) await read(uow, conversation_id, { agent_id: from, kinds: ['assignment'] });
  if (to === null) return;
  const named = new Map([[to, null]]);
  const because = 'conversation.user_assigned';
  await tell(uow, { ...aboutNothing, because, kind: 'assignment', conversation_id, named });
}

/** A conversation came to a team: its members are told who asked for that. */
export async function notifyTeamAssigned(
  uow: UnitOfWork,
  { conversation_id, to }: DomainEvents['conversation.team_assigned'],
): Promise<void> {
  if (to === null) return;
  const because = 'conversation.team_assigned';
  await tell(uow, { ...aboutNothing, because, kind: 'team_assignment', conversation_id });
}

/** A note was stored: whom it calls is told, once each (behaviour 2.8), and then whoever follows notes. */
export async function notifyNoted(
  uow: UnitOfWork,
  { conversation_id, message_id, mentions }: DomainEvents['message.noted'],
): Promise<void> {
  const note = { ...aboutNothing, because: 'message.noted', conversation_id, message_id } as const;
  let called = new Map<number, number | null>();
  if (mentions.length > 0) {
    const assignment = await findAssignment(uow.db, conversation_id);
    if (!assignment) return;
    const { readers } = await mentionReaders(uow.db, assignment, mentions, uow.actor.id);
    called = new Map(readers.map(({ agent, team_id }) => [agent.id, team_id]));
    await tell(uow, { ...note, kind: 'mention', named: called });
  }
  await tell(uow, { ...note, kind: 'note', except: new Set(called.keys()) });
}

/** A customer wrote: a new conversation, or into one that is there. What a machine answers is no news. */
export async function notifyReceived(
  uow: UnitOfWork,
  { conversation_id, message_id, is_auto_reply, opened }: DomainEvents['message.received'],
): Promise<void> {
  if (is_auto_reply) return;
  const received = { ...aboutNothing, because: 'message.received', by: 'contact', conversation_id } as const;
  if (opened) await tell(uow, { ...received, kind: 'new_conversation' });
  else await tell(uow, { ...received, kind: 'customer_reply', message_id });
}

/** An agent started a conversation; of those that customers start, the first message tells. */
export async function notifyCreated(
  uow: UnitOfWork,
  { conversation_id, initiator }: DomainEvents['conversation.created'],
): Promise<void> {
  if (initiator === 'contact' && uow.actor.kind === 'system') return;
  await tell(uow, { ...aboutNothing, because: 'conversation.created', kind: 'new_conversation', conversation_id });
}

/** A snooze ended. */
export async function notifyWoken(
  uow: UnitOfWork,
  { conversation_id }: DomainEvents['conversation.woken'],
): Promise<void> {
  await tell(uow, { ...aboutNothing, because: 'conversation.woken', kind: 'snooze_woken', conversation_id });
}
