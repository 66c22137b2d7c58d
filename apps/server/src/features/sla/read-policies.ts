import type { SlaPolicy, SlaPolicyRow, Usage } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { findPolicy, findPolicyUsage, loadPolicies } from './sla.queries.ts';

/** All policies, latest update first; ids and names for those who may not manage them (settled question 10). */
export async function listPolicies(db: Reader, actor: Actor): Promise<SlaPolicyRow[]> {
  const policies = (await loadPolicies(db)).map(wireTimes);
  if (actor.permissions.has('sla:manage')) return policies;
  return policies.map(({ id, created_at, updated_at, name }) => ({ id, created_at, updated_at, name }));
}

/** One policy. Throws sla.not_found. */
export async function getPolicy(db: Reader, id: number): Promise<SlaPolicy> {
  const policy = await findPolicy(db, id);
  if (!policy) throw new AppError('sla.not_found');
  return wireTimes(policy);
}

/** What uses a policy: teams, macros, automation rules, and conversations that have it. Throws sla.not_found. */
export async function policyUsage(db: Reader, id: number): Promise<Usage> {
  if (!(await findPolicy(db, id))) throw new AppError('sla.not_found');
  const { users, conversations } = await findPolicyUsage(db, id);
  return {
    used_by: users.slice(0, 50),
    total: users.length,
    conversations,
  };
}
