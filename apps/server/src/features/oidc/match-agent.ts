import { nameText } from '@bellhop/contract';
import { isEmail } from '@bellhop/contract/formats';
import type { Deps } from '../../core/deps.ts';
import { recordChange } from '../activity-log/index.ts';
import { insertAgent, isAddressTaken, rewriteAgent } from '../users/index.ts';
import type { ProviderRow } from './oidc.queries.ts';
import { findAgentOfAddress, findAgentOfSubject, holdProviderRoles, type MatchedAgent } from './sign-on.queries.ts';
import { SignOnError } from './sign-on-error.ts';

/** Who somebody is, by their provider; texts are '' where it does not say. */
export interface Claims {
  issuer: string;
  subject: string;
  /** In lower case. */
  address: string;
  is_unverified: boolean;
  first_name: string;
  last_name: string;
}

/**
 * The agent that somebody is: known by the provider's subject, else by the address, else created where the provider's settings say so. An
 * address that the provider calls unverified is refused, one that it says nothing about is taken (behaviour 10.6). Throws SignOnError.
 */
export async function matchAgent(deps: Deps, provider: ProviderRow, claims: Claims): Promise<MatchedAgent> {
  const { issuer, subject, address } = claims;
  if (claims.is_unverified) throw new SignOnError('unverified', 'the address is not verified', { address });
  const known = await findAgentOfSubject(deps.db, { provider_id: provider.id, issuer, subject });
  if (known && !known.deleted_at) return demandEnabled(known);
  if (address === '') throw new SignOnError('no_email', 'the provider tells no address');
  const found = await findAgentOfAddress(deps.db, address);
  if (found) return demandEnabled(found);
  // Whom an administrator has deleted does not come back by themselves.
  if (known) throw new SignOnError('unknown_agent', 'the agent was deleted', { address });
  return createAgent(deps, provider, claims);
}

function demandEnabled(agent: MatchedAgent): MatchedAgent {
  if (!agent.enabled) throw new SignOnError('disabled', 'the agent is disabled', { agent });
  return agent;
}

async function createAgent(deps: Deps, provider: ProviderRow, claims: Claims): Promise<MatchedAgent> {
  const { address } = claims;
  if (!provider.creates_agents) throw new SignOnError('unknown_agent', 'no agent has the address', { address });
  if (!isEmail(address) || !nameText(320).safeParse(address).success) {
    throw new SignOnError('no_email', 'the provider tells no address that can be one');
  }
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (!provider.agent_domains.includes(domain)) {
    throw new SignOnError('domain', `agents of ${domain} are not created`, { address });
  }
  try {
    return await insertNew(deps, provider, claims);
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    // They came twice at once.
    const made = await findAgentOfAddress(deps.db, address);
    if (!made) throw error;
    return demandEnabled(made);
  }
}

async function insertNew({ work, system }: Deps, provider: ProviderRow, claims: Claims): Promise<MatchedAgent> {
  const { address: email } = claims;
  const first_name = nameOr(claims.first_name) ?? email.slice(0, email.lastIndexOf('@')).slice(0, 140);
  const last_name = nameOr(claims.last_name) ?? '';
  return work(system, async (uow) => {
    const roles = await holdProviderRoles(uow.db, provider.id);
    if (roles.length === 0)
      throw new SignOnError('unknown_agent', 'no role is left for new agents', { address: email });
    const values = { first_name, last_name, email, enabled: true };
    const id = await insertAgent(uow.db, { ...values, password_hash: null, now: uow.now });
    await rewriteAgent(uow.db, id, { role_ids: roles.map((role) => role.id), now: uow.now });
    const after = { ...values, roles: roles.map((role) => role.name), created_by: provider.name };
    await recordChange(uow, { entity: 'agent', id, name: email, before: null, after });
    return { id, email, enabled: true, deleted_at: null };
  });
}

/** A name that an administrator could have typed; undefined for anything else. */
function nameOr(text: string): string | undefined {
  return nameText(140).safeParse(text).data;
}
