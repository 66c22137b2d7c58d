import { defaultAiBaseUrl } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { Reader } from '../../db/types.ts';
import { type AiSettingsRow, loadAiSettings } from './ai-settings.queries.ts';

/** Where to ask, and by which key. */
export interface Provider {
  base_url: string;
  model: string;
  /** '' for servers that want none. */
  api_key: string;
  allow_private: boolean;
}

/** The stored key, '' for none; null when it was sealed with another BELLHOP_SECRET_KEY. */
export function openKey({ sealer }: Pick<Deps, 'sealer'>, row: Pick<AiSettingsRow, 'api_key'>): string | null {
  try {
    return sealer.open(row.api_key);
  } catch {
    return null;
  }
}

/** Whether somebody has set a provider up: entered a key, or the address of a server that may do without. */
export function hasProvider({ api_key, base_url }: Pick<AiSettingsRow, 'api_key' | 'base_url'>): boolean {
  return api_key !== '' || base_url !== defaultAiBaseUrl;
}

/**
 * The provider that is set up and switched on, with the settings. Throws ai.no_provider (400) where there is none or its key can't be opened,
 * ai.switched_off.
 */
export async function demandProvider(
  db: Reader,
  deps: Pick<Deps, 'sealer'>,
): Promise<{ provider: Provider; settings: AiSettingsRow }> {
  const settings = await loadAiSettings(db);
  if (!hasProvider(settings)) throw new AppError('ai.no_provider');
  if (!settings.enabled) throw new AppError('ai.switched_off');
  const api_key = openKey(deps, settings);
  if (api_key === null) throw new AppError('ai.no_provider');
  const { base_url, model, allow_private } = settings;
  return { provider: { base_url, model, api_key, allow_private }, settings };
}
