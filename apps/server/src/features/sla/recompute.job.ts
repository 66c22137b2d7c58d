import type { Deps } from '../../core/deps.ts';
import type { Jobs } from '../../core/jobs.ts';
import { findConversationsForUpdate } from '../conversations/index.ts';
import { listRunning } from './applied.queries.ts';
import { cancelOrphan } from './apply-policy.ts';
import { countAnew } from './count-anew.ts';
import { findPolicy, forgetSome } from './sla.queries.ts';
import { statesOf } from './sla-state.ts';
import { termsOf } from './terms.ts';

const batch = 50;
/** Conversations that lose a deleted policy in one transaction, where nothing runs any more. */
const forgottenAtOnce = 1_000;

/**
 * Counts what runs under a policy, or by business hours, anew; for those whose policy is gone it ends, and then all lose it. In batches, each a
 * unit of work: a process that dies in the middle leaves the job to another, which begins again and finds what is done already as it should be.
 */
export async function recomputeSla(deps: Deps, of: Jobs['sla.recompute']): Promise<void> {
  const id = 'policy_id' in of ? of.policy_id : null;
  // Before: where the policy goes meanwhile, what has been counted anew still has to end, in the job that its deletion asks for.
  const isGone = id !== null && !(await findPolicy(deps.db, id));
  await recomputeRunning(deps, of);
  if (!isGone) return;
  while (await deps.work(deps.system, (uow) => forgetSome(uow.db, id, forgottenAtOnce)));
}

async function recomputeRunning({ db, work, system }: Deps, of: Jobs['sla.recompute']): Promise<void> {
  let after = 0;
  for (;;) {
    const running = await listRunning(db, of, { after, limit: batch });
    if (running.length === 0) return;
    await work(system, async (uow) => {
      const ids = running.map(({ conversation_id }) => conversation_id);
      const conversations = [...(await findConversationsForUpdate(uow, ids)).values()];
      const policy = 'policy_id' in of && of.policy_id !== null ? await findPolicy(uow.db, of.policy_id) : undefined;
      if ('policy_id' in of && !policy) {
        for (const conversation of conversations) await cancelOrphan(uow, conversation, of.policy_id);
        return;
      }
      for (const state of await statesOf(uow, conversations)) {
        if (policy && state.applied.sla_policy_id !== policy.id) continue;
        await countAnew(uow, state, policy && termsOf(policy));
      }
    });
    after = running.at(-1)!.id;
  }
}
