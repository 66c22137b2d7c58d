import type { Deps } from '../../core/deps.ts';
import type { Reader } from '../../db/types.ts';
import { loadAiSettings } from './ai-settings.queries.ts';
import { hasProvider, openKey } from './provider-settings.ts';

/** How AI is set up, for an operator. */
export interface ProviderState {
  /** `sealed`: its key was sealed with another BELLHOP_SECRET_KEY. */
  state: 'none' | 'off' | 'sealed' | 'ready';
  host: string;
  model: string;
}

/** What is set up, without asking the provider anything. */
export async function describeProvider(db: Reader, deps: Pick<Deps, 'sealer'>): Promise<ProviderState> {
  const settings = await loadAiSettings(db);
  const { base_url, model, enabled } = settings;
  const state = () => {
    if (!hasProvider(settings)) return 'none';
    if (openKey(deps, settings) === null) return 'sealed';
    return enabled ? 'ready' : 'off';
  };
  return { state: state(), host: new URL(base_url).host, model };
}
