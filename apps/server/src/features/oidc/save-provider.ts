import type { OidcProviderInput } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordChange } from '../activity-log/index.ts';
import { demandRoles } from '../roles/index.ts';
import { loadSettings } from '../settings/index.ts';
import { discoverProvider } from './discover-provider.ts';
import {
  deleteProvider,
  findProvider,
  insertProvider,
  lockProvider,
  type ProviderRow,
  type ProviderValues,
  patchProvider,
  replaceProviderRoles,
} from './oidc.queries.ts';
import { redirectUri } from './read-providers.ts';

/**
 * Adds a provider, enabled, once it has answered; answers the address that it must be told. Throws oidc.* naming `provider_url`,
 * agent.role_exceeds, input.invalid.
 */
export async function createProvider(deps: Deps, actor: Actor, input: OidcProviderInput): Promise<string> {
  await discoverProvider(deps.db, input.provider_url);
  const { 'app.root_url': rootUrl } = await loadSettings(deps.db);
  return deps.work(actor, async (uow) => {
    const values = valuesOf(deps, uow, { ...input, enabled: true });
    const id = await insertProvider(uow.db, values);
    const agent_roles = await saveRoles(uow, id, input, values);
    const after = { ...values, agent_roles };
    await recordChange(uow, { entity: 'oidc', id, name: input.name, before: null, after });
    return redirectUri(rootUrl, id);
  });
}

/**
 * Changes a provider once it has answered; one that is switched off need not, so that a broken one can be. Throws oidc.not_found,
 * config.changed_meanwhile, oidc.* naming `provider_url`, agent.role_exceeds, input.invalid.
 */
export async function updateProvider(deps: Deps, actor: Actor, id: number, input: OidcProviderInput): Promise<true> {
  const known = await findProvider(deps.db, id);
  if (!known) throw new AppError('oidc.not_found');
  assertUnchanged(known, input);
  if (input.enabled || input.provider_url !== known.provider_url) await discoverProvider(deps.db, input.provider_url);
  return deps.work(actor, async (uow) => {
    const stored = await lockStored(uow, id);
    assertUnchanged(stored, input);
    const values = valuesOf(deps, uow, input, stored);
    await patchProvider(uow.db, id, values);
    const agent_roles = await saveRoles(uow, id, input, values, stored.agent_roles);
    const after = { ...values, agent_roles };
    await recordChange(uow, { entity: 'oidc', id, name: input.name, before: { ...stored }, after });
    return true as const;
  });
}

/** Deletes a provider. Throws oidc.not_found. */
export async function removeProvider(uow: UnitOfWork, id: number): Promise<true> {
  const stored = await lockStored(uow, id);
  await deleteProvider(uow.db, id);
  await recordChange(uow, { entity: 'oidc', id, name: stored.name, before: { ...stored }, after: null });
  return true;
}

async function lockStored(uow: UnitOfWork, id: number): Promise<ProviderRow> {
  const stored = await lockProvider(uow.db, id);
  if (!stored) throw new AppError('oidc.not_found');
  return stored;
}

/** An empty secret keeps the stored one; so does the mask, which clients may send back (wire A 13.5). */
function valuesOf(deps: Deps, uow: UnitOfWork, input: OidcProviderInput, stored?: ProviderRow): ProviderValues {
  const { based_on: _basedOn, agent_roles: _roles, client_secret: given, ...values } = input;
  const isKept = given === '' || given.includes('•');
  return {
    ...values,
    client_secret: isKept ? (stored?.client_secret ?? '') : deps.sealer.seal(given),
    creates_agents: input.creates_agents ?? stored?.creates_agents ?? false,
    agent_domains: [...new Set(input.agent_domains ?? stored?.agent_domains)].sort(),
    ends_session: input.ends_session ?? stored?.ends_session ?? false,
    trusts_second_factor: input.trusts_second_factor ?? stored?.trusts_second_factor ?? false,
    updated_at: uow.now,
  };
}

/**
 * Writes which roles new agents get; answers their names in order. Whoever leaves creation on gives these roles to whomever the provider
 * vouches for, so must hold what they allow, also where somebody else had chosen them.
 */
async function saveRoles(
  uow: UnitOfWork,
  id: number,
  input: OidcProviderInput,
  { creates_agents, agent_domains }: ProviderValues,
  stored: readonly string[] = [],
): Promise<string[]> {
  const agent_roles = input.agent_roles ?? stored;
  // A client that knows nothing of creation must be able to save what a deleted role has left without any.
  if (creates_agents && (input.creates_agents || input.agent_roles || input.agent_domains)) {
    demandOne('agent_roles', agent_roles);
    demandOne('agent_domains', agent_domains);
  }
  const present = creates_agents ? [] : stored;
  const roles = await demandRoles(uow, agent_roles, { present, field: 'agent_roles' });
  await replaceProviderRoles(
    uow.db,
    id,
    roles.map((role) => role.id),
  );
  return roles.map((role) => role.name).sort();
}

function demandOne(field: 'agent_roles' | 'agent_domains', given: readonly string[]): void {
  if (given.length > 0) return;
  const reason = 'it needs at least one';
  throw new AppError('input.invalid', { params: { field, reason }, data: { [field]: reason } });
}
