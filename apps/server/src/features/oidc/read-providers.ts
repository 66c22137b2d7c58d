import { type EnabledOidc, type OidcProvider, secretMask } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { loadSettings } from '../settings/index.ts';
import { findProvider, loadProviders, type ProviderRow } from './oidc.queries.ts';

/** What the login page offers, latest update first (wire A 13.2). */
export async function listEnabledProviders(db: Reader): Promise<EnabledOidc[]> {
  const rows = await loadProviders(db);
  return rows
    .filter(({ enabled }) => enabled)
    .map(({ id, name, provider }) => ({ id, name, provider, logo_url: logoOf(provider) }));
}

/** All providers, latest update first; each has a mask in place of its secret (wire A 13.3). */
export async function listProviders(db: Reader): Promise<OidcProvider[]> {
  const [rows, settings] = await Promise.all([loadProviders(db), loadSettings(db)]);
  return rows.map((row) => ({ ...shown(row, settings['app.root_url']), client_secret: secretMask }));
}

/** One provider, with a mask where a secret is stored. Throws oidc.not_found. */
export async function getProvider(db: Reader, id: number): Promise<OidcProvider> {
  const row = await findProvider(db, id);
  if (!row) throw new AppError('oidc.not_found');
  const settings = await loadSettings(db);
  return { ...shown(row, settings['app.root_url']), ...(row.client_secret !== '' && { client_secret: secretMask }) };
}

/** The address that a provider sends people back to after they have signed in there. */
export function redirectUri(rootUrl: string, id: number): string {
  return `${rootUrl.replace(/\/+$/, '')}/api/v1/oidc/${id}/finish`;
}

function shown({ client_secret: _sealed, ...row }: ProviderRow, rootUrl: string): OidcProvider {
  return wireTimes({ ...row, redirect_uri: redirectUri(rootUrl, row.id), logo_url: logoOf(row.provider) });
}

function logoOf(provider: OidcProvider['provider']): string {
  return provider === 'Google' ? '/images/google-logo.png' : '';
}
