import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { deleteSession, deleteSessionsOf } from './sessions.queries.ts';

/** Ends one session and has every process look again at its agent's sockets. */
export async function endSession(uow: UnitOfWork, idHash: Buffer): Promise<void> {
  const userId = await deleteSession(uow.db, idHash);
  if (userId !== undefined) uow.wake('bellhop_sessions', String(userId));
}

/**
 * Ends the sessions of an agent at once, sockets included: after disabling, deleting or a new password (behaviour 3.6, 10.1). The
 * session under the hash `keep` stays.
 */
export async function endSessionsOf(uow: UnitOfWork, userId: number, keep?: Buffer): Promise<void> {
  await deleteSessionsOf(uow.db, userId, keep);
  uow.wake('bellhop_sessions', String(userId));
}
