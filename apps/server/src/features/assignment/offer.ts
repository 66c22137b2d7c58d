import type { DomainEventKind, DomainEvents } from '../../core/domain-events.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { deleteTurns } from './assignment.queries.ts';

/** What travels on the channel `bellhop_assignment`: something may be there to be given, or somebody to take it. */
export interface Offer {
  event: string;
  team_id?: number;
  user_id?: number;
  conversation_id?: number;
}

/**
 * Has a worker look, after commit, whether there is something to assign. It costs the unit of work a notification and no query; whatever gets lost
 * the sweep finds (`assignment.sweep`).
 */
function offer(uow: UnitOfWork, one: Offer): void {
  uow.wake('bellhop_assignment', JSON.stringify(one));
}

type Event<K extends DomainEventKind> = { kind: K } & DomainEvents[K];

/** A team has something that waits for an agent, perhaps. */
export async function offerOfTeam(uow: UnitOfWork, event: Event<'conversation.team_assigned'>): Promise<void> {
  if (event.to !== null) offer(uow, { event: event.kind, conversation_id: event.conversation_id });
}

/** Taken from an agent, who has room now; it waits again unless somebody else has it. */
export async function offerTaken(uow: UnitOfWork, event: Event<'conversation.user_assigned'>): Promise<void> {
  if (event.from === null) return;
  const { kind, conversation_id, from, to } = event;
  offer(uow, { event: kind, user_id: from, ...(to === null && { conversation_id }) });
}

/** Opened again it may wait; done with, or put off, its agent has room. */
export async function offerChanged(uow: UnitOfWork, event: Event<'conversation.status_changed'>): Promise<void> {
  if ((event.from_category === 'open') === (event.to_category === 'open')) return;
  offer(uow, { event: event.kind, conversation_id: event.conversation_id });
}

/** Somebody is there, or no longer away by choice. */
export async function offerToComer(uow: UnitOfWork, event: Event<'agent.availability_changed'>): Promise<void> {
  if (['away_manual', 'away_and_reassigning'].includes(event.to)) return;
  offer(uow, { event: event.kind, user_id: event.user_id });
}

/** A team assigns otherwise, or with another limit. */
export async function offerByTeam(uow: UnitOfWork, event: Event<'team.changed'>): Promise<void> {
  offer(uow, { event: event.kind, team_id: event.team_id });
}

/** An agent is enabled again, or has other teams or roles. */
export function offerToAgent(uow: UnitOfWork, userId: number): void {
  offer(uow, { event: 'agent.changed', user_id: userId });
}

/** An agent has left: their turns are over. What they had is offered as it is taken from them. */
export async function forgetTurns(uow: UnitOfWork, event: Event<'agent.left'>): Promise<void> {
  await deleteTurns(uow.db, event.user_id);
}
