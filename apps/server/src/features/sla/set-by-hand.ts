import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { lockVisible } from '../conversations/index.ts';
import { applyPolicy, removePolicyFrom } from './apply-policy.ts';

/**
 * An agent gives a conversation a policy, or with null takes it away. Throws conversation.not_found, sla.not_found, sla.no_hours,
 * sla.never_open.
 */
export async function setByHand(uow: UnitOfWork, uuid: string, policyId: number | null): Promise<true> {
  const conversation = await lockVisible(uow, uuid);
  if (policyId === null) await removePolicyFrom(uow, conversation);
  else await applyPolicy(uow, conversation, policyId);
  return true;
}
