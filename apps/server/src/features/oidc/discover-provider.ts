import type { ErrorCode, OidcDiscovery } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { OutboundError } from '../../lib/outbound.ts';
import { loadSettings } from '../settings/index.ts';
import { askProvider } from './ask-provider.ts';
import { causes } from './causes.ts';

/** Clients wait ten seconds for their own call. */
const limitSeconds = 8;
/** What a sign-on can't do without. */
const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/**
 * Asks a provider for its discovery document, whose issuer must be the very address that was asked. Private networks are out of reach unless
 * the settings allow them. Throws oidc.* naming `provider_url`.
 */
export async function discoverProvider(db: Reader, provider_url: string): Promise<OidcDiscovery> {
  const allow_private = (await loadSettings(db))['app.allow_private_addresses'];
  if (!allow_private && !/^https:/i.test(provider_url)) {
    throw unusable('oidc.not_encrypted', 'it must begin with https://');
  }
  const found = await askProvider(provider_url, { allow_private, limit_seconds: limitSeconds }).catch(
    (error: unknown) => {
      throw inPlainWords(error, provider_url);
    },
  );
  const metadata = found.serverMetadata();
  const missing = needed.filter((member) => !metadata[member]);
  if (missing.length > 0) {
    const members = missing.join(', ');
    throw unusable('oidc.incomplete', `its document lacks ${members}`, { params: { members } });
  }
  return {
    issuer: metadata.issuer,
    authorization_endpoint: metadata.authorization_endpoint!,
    token_endpoint: metadata.token_endpoint!,
    pkce: metadata.supportsPKCE(),
  };
}

function inPlainWords(error: unknown, provider_url: string): AppError {
  const chain = causes(error);
  const outbound = chain.find((cause) => cause instanceof OutboundError);
  if (outbound?.kind === 'private_address') {
    const { hostname: host } = new URL(provider_url);
    return unusable('oidc.private_address', 'it leads to a private network', { params: { host }, cause: error });
  }
  if (outbound) {
    const reason = outbound.message;
    return unusable('oidc.unreachable', `the provider can't be reached: ${reason}`, {
      params: { reason },
      cause: error,
    });
  }
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (code === 'OAUTH_TIMEOUT') {
    const seconds = limitSeconds;
    return unusable('oidc.too_slow', `the provider does not answer within ${seconds} seconds`, {
      params: { seconds },
      cause: error,
    });
  }
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
    const issuer = String((cause as { body?: { issuer?: unknown } }).body?.issuer).slice(0, 300);
    return unusable('oidc.other_issuer', `the provider calls itself ${issuer}`, { params: { issuer }, cause: error });
  }
  const address = `${provider_url.replace(/\/$/, '')}/.well-known/openid-configuration`;
  return unusable('oidc.no_document', `there is no discovery document at ${address}`, {
    params: { address },
    cause: error,
  });
}

function unusable(
  code: ErrorCode,
  reason: string,
  more: { params?: Record<string, string | number>; cause?: unknown } = {},
): AppError {
  return new AppError(code, { ...more, data: { provider_url: reason } });
}
