import { AppError } from '../../core/app-error.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { readAll, readOne } from './notifications.queries.ts';

/** Marks one of the actor's notifications read. Throws notification.not_found, for another agent's too. */
export async function markRead(uow: UnitOfWork, id: number): Promise<true> {
  const found = await readOne(uow.db, { id, agent_id: uow.actor.id, now: uow.now });
  if (found === undefined) throw new AppError('notification.not_found');
  if (found.was_unread) announceRead(uow, uow.actor.id, [id]);
  return true;
}

/** Marks all of the actor's notifications read that the actor's list shows. */
export async function markAllRead(uow: UnitOfWork): Promise<true> {
  if (await readAll(uow.db, uow.actor, uow.now)) announceRead(uow, uow.actor.id, []);
  return true;
}

/** The agent's other tabs shall see it. No numbers stand for all. */
export function announceRead(uow: UnitOfWork, agentId: number, ids: number[]): void {
  uow.broadcast('notification', { change: 'read', ids }, { to: 'agent', agent_id: agentId });
}
