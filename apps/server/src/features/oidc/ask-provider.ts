import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ServerMetadata,
} from 'openid-client';
import { outboundFetch } from '../../lib/outbound.ts';

const mostBytes = 500_000;
/** By how many seconds the clocks of provider and desk may differ. */
const toleranceSeconds = 60;

/** How a provider is reached: whether it may live in a private network, and how long one answer of it may take. */
export interface Reach {
  allow_private: boolean;
  limit_seconds: number;
}

/** Asks for the discovery document, whose issuer must be the very address that was asked. Throws what openid-client and OutboundError say. */
export function askProvider(provider_url: string, reach: Reach): Promise<Configuration> {
  return discovery(new URL(provider_url), 'none', undefined, None(), {
    timeout: reach.limit_seconds,
    execute: reach.allow_private ? [allowInsecureRequests] : [],
    [customFetch]: guardedFetch(reach),
  });
}

/**
 * A client of a provider whose document is known. Signatures of id tokens are checked, which the library leaves out where the token came by
 * TLS from the provider itself. Keys are fetched when they are needed and kept for some minutes.
 */
export function clientFor(
  metadata: ServerMetadata,
  client: { client_id: string; client_secret: string },
  reach: Reach,
): Configuration {
  const options = { [clockTolerance]: toleranceSeconds };
  const configuration = new Configuration(metadata, client.client_id, options, authOf(metadata, client.client_secret));
  configuration.timeout = reach.limit_seconds;
  configuration[customFetch] = guardedFetch(reach);
  if (reach.allow_private) allowInsecureRequests(configuration);
  enableNonRepudiationChecks(configuration);
  return configuration;
}

/** A provider that names no way takes the secret as HTTP does (OpenID Connect Discovery 3). */
function authOf(metadata: ServerMetadata, secret: string): ClientAuth {
  if (secret === '') return None();
  const ways = metadata.token_endpoint_auth_methods_supported;
  const isPosted = ways !== undefined && !ways.includes('client_secret_basic');
  return isPosted ? ClientSecretPost(secret) : ClientSecretBasic(secret);
}

function guardedFetch({ allow_private }: Reach): CustomFetch {
  return (address, { method, headers, signal, body }) =>
    outboundFetch(
      address,
      { allow_private, most_bytes: mostBytes },
      { method, headers, signal, ...(body != null && { body: String(body) }) },
    );
}
