import { AppError } from '../../core/app-error.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { dropSystemMails } from '../system-mail/index.ts';
import { dropWaiting, listMailsOfRead } from './deliveries.queries.ts';
import { readAll, readOne } from './notifications.queries.ts';

/** Marks one of the actor's notifications read. Throws notification.not_found, for another agent's too. */
export async function markRead(uow: UnitOfWork, id: number): Promise<true> {
  const found = await readOne(uow.db, { id, agent_id: uow.actor.id, now: uow.now });
  if (found === undefined) throw new AppError('notification.not_found');
  if (found.was_unread) await announceRead(uow, uow.actor.id, [id]);
  return true;
}

/** Marks all of the actor's notifications read that the actor's list shows. */
export async function markAllRead(uow: UnitOfWork): Promise<true> {
  const ids = await readAll(uow.db, uow.actor, uow.now);
  if (ids.length > 0) await announceRead(uow, uow.actor.id, ids, []);
  return true;
}

/**
 * What was read in one place is not told in another: mails and pushes that wait are dropped, mails too that a server has refused so far. The agent's
 * other tabs see it; no numbers (`shown`) stand for all.
 */
export async function announceRead(uow: UnitOfWork, agentId: number, ids: number[], shown = ids): Promise<void> {
  await dropWaiting(uow.db, ids);
  const mails = await listMailsOfRead(uow.db, ids);
  if (mails.length > 0) await dropSystemMails(uow, mails);
  uow.broadcast('notification', { change: 'read', ids: shown }, { to: 'agent', agent_id: agentId });
}
