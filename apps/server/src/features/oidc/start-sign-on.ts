import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } from 'openid-client';
import type { Deps } from '../../core/deps.ts';
import type { Reader } from '../../db/types.ts';
import { localPath } from '../../http/local-path.ts';
import { randomToken, sha256 } from '../../lib/crypto.ts';
import { admitSignOn } from '../auth/index.ts';
import { loadSettings } from '../settings/index.ts';
import { findProvider, type ProviderRow } from './oidc.queries.ts';
import type { ProviderClients } from './provider-clients.ts';
import { redirectUri } from './read-providers.ts';
import { deleteSignOnsBefore, insertSignOn } from './sign-on.queries.ts';
import { SignOnError, signOnErrorOf } from './sign-on-error.ts';

/** How long a provider has to send somebody back. */
export const signOnSeconds = 600;

/**
 * Begins a sign-on: answers the provider's address with PKCE, state and nonce (wire A 13.7). All that the callback needs is a row that only
 * the browser holding `browser` can use, once, within ten minutes. Throws SignOnError, login.too_many.
 */
export async function startSignOn(
  deps: Deps,
  clients: ProviderClients,
  request: { id: string; next: string | undefined; ip: string; browser: string },
): Promise<string> {
  await admitSignOn(deps, request.ip);
  const provider = await demandProvider(deps.db, request.id);
  const client = await clients.get(provider).catch((error: unknown) => {
    throw new SignOnError('unreachable', signOnErrorOf(error).message, {}, { cause: error });
  });
  const verifier = randomPKCECodeVerifier();
  const nonce = randomNonce();
  const state = randomToken(43);
  await deps.work(deps.system, async (uow) => {
    await deleteSignOnsBefore(uow.db, new Date(uow.now.getTime() - signOnSeconds * 1000));
    await insertSignOn(uow.db, {
      state_hash: sha256(state),
      browser_hash: sha256(request.browser),
      provider_id: provider.id,
      provider_updated_at: provider.updated_at,
      verifier,
      nonce,
      next: localPath(request.next) ?? '/',
      created_at: uow.now,
    });
  });
  const { 'app.root_url': rootUrl } = await loadSettings(deps.db);
  return buildAuthorizationUrl(client, {
    redirect_uri: redirectUri(rootUrl, provider.id),
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href;
}

/** A provider that people can sign in with now, by the text of its id. Throws SignOnError. */
export async function demandProvider(db: Reader, id: string): Promise<ProviderRow> {
  const provider = /^[1-9]\d{0,8}$/.test(id) ? await findProvider(db, Number(id)) : undefined;
  if (!provider?.enabled) throw new SignOnError('unknown_provider', provider ? 'it is switched off' : 'there is none');
  return provider;
}
