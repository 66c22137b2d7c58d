import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { findConversationsForUpdate } from '../conversation-rows.ts';
import { clearTeam, type Holder, listHeldOpen } from '../held.queries.ts';
import { removeTeam } from './remove-team.ts';
import { removeUser } from './remove-user.ts';

/** So many conversations one transaction frees with all that belongs to it, and so many resolved ones without. */
const batch = 100;
const silentBatch = 1_000;

/**
 * Takes some of an agent's conversations that are not resolved from them, with an entry in each thread; what is resolved still says
 * who did it. Answers whether there may be more.
 */
export async function releaseFromAgent(uow: UnitOfWork, userId: number): Promise<boolean> {
  return release(uow, { user_id: userId });
}

/**
 * Takes some of a team's conversations from it: with an entry in the thread where they are not resolved, then the others without.
 * Answers whether there may be more.
 */
export async function releaseFromTeam(uow: UnitOfWork, teamId: number): Promise<boolean> {
  if (await release(uow, { team_id: teamId })) return true;
  return (await clearTeam(uow.db, teamId, { now: uow.now, limit: silentBatch })) === silentBatch;
}

async function release(uow: UnitOfWork, holder: Holder): Promise<boolean> {
  const ids = await listHeldOpen(uow.db, holder, batch);
  // Some may have changed hands until the lock was had.
  for (const conversation of (await findConversationsForUpdate(uow, ids)).values()) {
    if ('user_id' in holder && conversation.assigned_user_id === holder.user_id) await removeUser(uow, conversation);
    if ('team_id' in holder && conversation.assigned_team_id === holder.team_id) await removeTeam(uow, conversation);
  }
  return ids.length === batch;
}
