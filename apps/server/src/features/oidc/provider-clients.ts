import type { Configuration } from 'openid-client';
import type { Deps } from '../../core/deps.ts';
import { loadSettings } from '../settings/index.ts';
import { askProvider, clientFor } from './ask-provider.ts';
import type { ProviderRow } from './oidc.queries.ts';

const lifeMs = 5 * 60_000;

/** Clients of the providers that sign-ons ask. */
export interface ProviderClients {
  /** A provider's client with its document, which is kept for five minutes. Throws what `askProvider` throws, and remembers no failure. */
  get(provider: ProviderRow): Promise<Configuration>;
  /** Has the document and the keys of a provider fetched anew next time. */
  forget(provider: Pick<ProviderRow, 'id'>): void;
}

/**
 * Each provider has an entry of its own, so that a broken one holds nobody up; a provider or a setting that was changed, in whichever
 * process, makes another entry at once, because the row is read for every sign-on. No
 * answer may take longer than the limit.
 */
export function createProviderClients(
  { db, sealer }: Pick<Deps, 'db' | 'sealer'>,
  limit_seconds = 10,
): ProviderClients {
  const entries = new Map<number, { key: string; until: number; client: Promise<Configuration> }>();
  const make = async (provider: ProviderRow, allow_private: boolean) => {
    const reach = { allow_private, limit_seconds };
    const found = await askProvider(provider.provider_url, reach);
    const { client_id, client_secret } = provider;
    return clientFor(found.serverMetadata(), { client_id, client_secret: sealer.open(client_secret) }, reach);
  };
  return {
    async get(provider) {
      const allow_private = (await loadSettings(db))['app.allow_private_addresses'];
      const key = `${provider.updated_at.getTime()} ${allow_private}`;
      const known = entries.get(provider.id);
      if (known?.key === key && known.until > performance.now()) return known.client;
      const entry = { key, until: performance.now() + lifeMs, client: make(provider, allow_private) };
      entries.set(provider.id, entry);
      return entry.client.catch((error: unknown) => {
        if (entries.get(provider.id) === entry) entries.delete(provider.id);
        throw error;
      });
    },
    forget: ({ id }) => void entries.delete(id),
  };
}
