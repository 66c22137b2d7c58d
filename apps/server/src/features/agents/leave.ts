import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { revokeKeysOf } from '../api-keys/index.ts';
import { endSessionsOf, voidPasswordLink } from '../auth/index.ts';
import { releaseFromAgent } from '../conversations/index.ts';
import { hasLeft } from './agents.queries.ts';

/** What is assigned in the very moment in which somebody leaves is found after this time, in milliseconds. */
const aMoment = 10_000;

/**
 * An agent is disabled or deleted, which the caller has written: sessions, API keys and sockets end, the first open conversations are freed
 * here, a job frees the rest (behaviour 3.6).
 */
export async function leave(uow: UnitOfWork, userId: number, reason: 'disabled' | 'deleted'): Promise<void> {
  await endSessionsOf(uow, userId);
  await voidPasswordLink(uow, userId);
  await revokeKeysOf(uow, userId);
  const isMore = await releaseFromAgent(uow, userId);
  await uow.enqueue(
    'agents.release',
    { user_id: userId },
    { key: `agents.release ${userId}`, ...(isMore ? {} : { run_at: new Date(Date.now() + aMoment) }) },
  );
  await uow.publish({ kind: 'agent.left', user_id: userId, reason });
}

/** Job `agents.release`: frees what an agent who has left still has, a batch in each transaction; not if they are back. */
export async function releaseAgent(
  { db, work, system }: Pick<Deps, 'db' | 'work' | 'system'>,
  { user_id }: { user_id: number },
): Promise<void> {
  let isMore = true;
  while (isMore && (await hasLeft(db, user_id))) isMore = await work(system, (uow) => releaseFromAgent(uow, user_id));
}
