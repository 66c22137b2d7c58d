import type { AiProviderInput, AiSettings, AiSettingsInput, AiTestInput } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import { hostOf, isPlainlyPrivate } from '../../lib/outbound.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { recordChange } from '../activity-log/index.ts';
import { loadSettings } from '../settings/index.ts';
import { type AiSettingsRow, loadAiSettings, lockAiSettings, patchAiSettings } from './ai-settings.queries.ts';
import { hasProvider, openKey, type Provider } from './provider-settings.ts';

type Parts = Pick<Deps, 'sealer'>;

/** The settings without the key. */
export async function getAiSettings(db: Reader, deps: Parts): Promise<AiSettings> {
  return shown(deps, await loadAiSettings(db));
}

/**
 * Changes what is given. Throws config.changed_meanwhile, ai.private_address naming `base_url`, and input.invalid naming `api_key` where a stored
 * key would go to another host than it was entered for.
 */
export async function updateAiSettings(uow: UnitOfWork, deps: Parts, input: AiSettingsInput): Promise<AiSettings> {
  const row = await lockAiSettings(uow.db);
  assertUnchanged(row, input);
  const { based_on: _basedOn, api_key, ...given } = input;
  const { allow_private } = await checkedAddress(uow.db, uow.actor, row, input);
  const key = isKept(api_key) ? row.api_key : deps.sealer.seal(api_key);
  return save(uow, deps, row, { ...given, api_key: key, allow_private });
}

/** Stores a key (wire B 9); the first provider is switched on with it. */
export async function setProvider(uow: UnitOfWork, deps: Parts, { api_key }: AiProviderInput): Promise<string> {
  const row = await lockAiSettings(uow.db);
  const isFirst = !hasProvider(row);
  await save(uow, deps, row, { api_key: deps.sealer.seal(api_key), ...(isFirst && { enabled: true }) });
  return 'The key is stored';
}

/** The provider as it would be with what is given. Throws as `updateAiSettings`. */
export async function providerToTry(db: Reader, deps: Parts, actor: Actor, input: AiTestInput): Promise<Provider> {
  const row = await loadAiSettings(db);
  const { allow_private } = await checkedAddress(db, actor, row, input);
  const { base_url = row.base_url, model = row.model } = input;
  const api_key = isKept(input.api_key) ? (openKey(deps, row) ?? '') : input.api_key;
  return { base_url, model, allow_private, api_key };
}

/** An absent key stays, and so does one that comes back as the mask that forms show. */
function isKept(api_key: string | undefined): api_key is undefined {
  return api_key === undefined || api_key.includes('•');
}

/**
 * Private networks are for whoever could allow them for the whole desk. What was entered by such an administrator stays good when another one saves
 * the rest; a name that leads to a private network for others is refused when the connection is made.
 */
async function checkedAddress(
  db: Reader,
  actor: Actor,
  row: AiSettingsRow,
  input: AiTestInput,
): Promise<{ allow_private: boolean }> {
  const { base_url = row.base_url } = input;
  const stored = new URL(row.base_url);
  const address = new URL(base_url);
  if (address.origin !== stored.origin && row.api_key !== '' && isKept(input.api_key)) {
    const reason = 'it must be entered again for another server';
    throw new AppError('input.invalid', { params: { field: 'api_key', reason }, data: { api_key: reason } });
  }
  if (base_url === row.base_url && row.allow_private) return { allow_private: true };
  const { 'app.allow_private_addresses': isAllowed } = await loadSettings(db);
  const allow_private = isAllowed || actor.permissions.has('general_settings:manage');
  if (!allow_private && isPlainlyPrivate(address)) {
    throw new AppError('ai.private_address', {
      params: { host: hostOf(address) },
      data: { base_url: 'it leads to a private network' },
    });
  }
  return { allow_private };
}

async function save(
  uow: UnitOfWork,
  deps: Parts,
  row: AiSettingsRow,
  patch: { [K in keyof AiSettingsRow]?: AiSettingsRow[K] | undefined },
): Promise<AiSettings> {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const saved = await patchAiSettings(uow.db, { ...given, updated_at: uow.now });
  const { model: name } = saved;
  await recordChange(uow, { entity: 'ai_settings', id: 1, name, before: { ...row }, after: { ...saved } });
  return shown(deps, saved);
}

function shown(deps: Parts, row: AiSettingsRow): AiSettings {
  const { id: _id, api_key, allow_private: _allowed, ...settings } = row;
  return { ...wireTimes(settings), has_key: api_key !== '', key_unreadable: openKey(deps, row) === null };
}
