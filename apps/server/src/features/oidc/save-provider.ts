import type { OidcProviderInput } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordChange } from '../activity-log/index.ts';
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
} from './oidc.queries.ts';
import { redirectUri } from './read-providers.ts';

/** Adds a provider, enabled, once it has answered; answers the address that it must be told. Throws oidc.* naming `provider_url`. */
export async function createProvider(deps: Deps, actor: Actor, input: OidcProviderInput): Promise<string> {
  await discoverProvider(deps.db, input.provider_url);
  const { 'app.root_url': rootUrl } = await loadSettings(deps.db);
  return deps.work(actor, async (uow) => {
    const values = valuesOf(deps, uow, { ...input, enabled: true });
    const id = await insertProvider(uow.db, values);
    await recordChange(uow, { entity: 'oidc', id, name: input.name, before: null, after: { ...values } });
    return redirectUri(rootUrl, id);
  });
}

/**
 * Changes a provider once it has answered; one that is switched off need not, so that a broken one can be. Throws oidc.not_found,
 * config.changed_meanwhile, oidc.* naming `provider_url`.
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
    await recordChange(uow, { entity: 'oidc', id, name: input.name, before: { ...stored }, after: { ...values } });
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
  const { based_on: _basedOn, client_secret: given, ...values } = input;
  const isKept = given === '' || given.includes('•');
  const client_secret = isKept ? (stored?.client_secret ?? '') : deps.sealer.seal(given);
  return { ...values, client_secret, updated_at: uow.now };
}
