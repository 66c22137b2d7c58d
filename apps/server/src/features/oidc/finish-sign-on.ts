import { authorizationCodeGrant, buildEndSessionUrl, type Configuration, fetchUserInfo } from 'openid-client';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { sha256 } from '../../lib/crypto.ts';
import { storable } from '../../lib/storable.ts';
import { admitSignOn, type BegunSignIn, beginSecondFactor, hashToken, type NewSession, signIn } from '../auth/index.ts';
import { loadSettings } from '../settings/index.ts';
import { loadActor, lockAgent } from '../users/index.ts';
import { keepProviderSession } from './keep-provider-session.ts';
import { type Claims, matchAgent } from './match-agent.ts';
import type { ProviderRow } from './oidc.queries.ts';
import type { ProviderClients } from './provider-clients.ts';
import { redirectUri } from './read-providers.ts';
import { type MatchedAgent, type SignOnRow, saveIdentity, takeSignOn } from './sign-on.queries.ts';
import { SignOnError, signOnErrorOf } from './sign-on-error.ts';
import { demandProvider, signOnSeconds } from './start-sign-on.ts';

/** What a browser brings back from a provider. */
export interface Callback {
  id: string;
  /** The parameters of the answer. */
  answer: Record<string, string | undefined>;
  /** What the cookie of `oidc.login` holds. */
  browser: string | undefined;
  ip: string;
  user_agent: string;
  /** The session that the browser still presents; it ends. */
  old_token: string | undefined;
}

/** A sign-on whose state was right, with what `oidc.finish` needs to go on. */
export interface WaitingSignOn {
  provider: ProviderRow;
  row: SignOnRow;
}

/**
 * Finds the sign-on that a callback ends, and ends it: state and browser must be those of one that this provider, as it still is, was asked
 * for within ten minutes. Callbacks that belong to none count among the attempts of their address. Throws SignOnError, login.too_many.
 */
export async function takeWaiting(deps: Deps, { id, answer, browser, ip }: Callback): Promise<WaitingSignOn> {
  const state = answer.state;
  const row = state ? await deps.work(deps.system, (uow) => takeSignOn(uow.db, sha256(state))) : undefined;
  const isOwn = row && browser && row.browser_hash.equals(sha256(browser)) && String(row.provider_id) === id;
  if (!isOwn) {
    await admitSignOn(deps, ip);
    throw new SignOnError('state', row ? 'the state is of another browser or provider' : 'no sign-on has this state');
  }
  const age = deps.clock.now().getTime() - row.created_at.getTime();
  if (age > signOnSeconds * 1000) throw new SignOnError('state', 'the sign-on is older than ten minutes');
  const provider = await demandProvider(deps.db, id);
  if (provider.updated_at.getTime() !== row.provider_updated_at.getTime()) {
    throw new SignOnError('state', 'the provider was changed meanwhile');
  }
  return { provider, row };
}

/**
 * Ends a sign-on: exchanges the code, checks what comes back, finds or creates the agent and signs them in under a new session id;
 * availability stays (wire A 13.8). Where the agent has a second factor that the provider is not trusted with, the sign-in has only begun.
 * Throws SignOnError.
 */
export async function finishSignOn(
  deps: Deps,
  clients: ProviderClients,
  { provider, row }: WaitingSignOn,
  callback: Callback,
): Promise<NewSession | BegunSignIn> {
  const told = await readClaims(deps, clients, { provider, row }, callback).catch((error: unknown) => {
    // Its keys may be others by now.
    clients.forget(provider);
    throw signOnErrorOf(error);
  });
  const agent = await matchAgent(deps, provider, told.claims);
  return startSessionOf(deps, provider, { ...told, agent, callback });
}

/** What a provider tells of somebody. */
interface Told {
  claims: Claims;
  /** Where the provider's own session ends; null where it is to go on, or the provider has no such page. */
  logout_address: string | null;
}

async function startSessionOf(
  deps: Deps,
  provider: ProviderRow,
  { agent, claims, logout_address, callback }: Told & { agent: MatchedAgent; callback: Callback },
): Promise<NewSession | BegunSignIn> {
  try {
    const actor = await loadActor(deps.db, agent.id);
    return await deps.work(actor, async (uow) => {
      const locked = await lockAgent(uow.db, actor.id);
      const provider_factor = provider.trusts_second_factor;
      const sealed = logout_address && deps.sealer.seal(logout_address);
      const from = { provider_id: provider.id, logout_address: sealed };
      const begun = locked?.enabled && !provider_factor ? await beginSecondFactor(uow, locked, from) : null;
      const made = begun ?? (await signIn(uow, { ...callback, actor, provider_factor }));
      const { issuer, subject } = claims;
      await saveIdentity(uow.db, { provider_id: provider.id, issuer, subject }, agent.id, uow.now);
      if (!begun) await keepProviderSession(uow, hashToken(made.token), from);
      return made;
    });
  } catch (error) {
    // Disabled or deleted since a moment ago.
    if (!(error instanceof AppError)) throw error;
    throw new SignOnError('disabled', error.code, { agent }, { cause: error });
  }
}

/** Asks for the id token, and for what it leaves out. */
async function readClaims(
  deps: Deps,
  clients: ProviderClients,
  { provider, row }: WaitingSignOn,
  { answer }: Callback,
): Promise<Told> {
  const client = await clients.get(provider);
  const { 'app.root_url': rootUrl } = await loadSettings(deps.db);
  const address = new URL(redirectUri(rootUrl, provider.id));
  for (const [name, value] of Object.entries(answer)) {
    if (value !== undefined) address.searchParams.set(name, value);
  }
  const tokens = await authorizationCodeGrant(client, address, {
    pkceCodeVerifier: row.verifier,
    expectedNonce: row.nonce,
    expectedState: answer.state!,
    idTokenExpected: true,
  });
  const told = tokens.claims()!;
  const isWhole = told.email !== undefined && told.email_verified !== undefined;
  const more = isWhole ? {} : await askForMore(client, tokens.access_token, told.sub);
  return {
    claims: claimsOf({ issuer: told.iss, subject: told.sub }, told, more),
    logout_address: provider.ends_session ? logoutAddress(client, tokens.id_token!, rootUrl) : null,
  };
}

function logoutAddress(client: Configuration, id_token_hint: string, rootUrl: string): string | null {
  const endpoint = client.serverMetadata().end_session_endpoint;
  if (!endpoint || !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) return null;
  const post_logout_redirect_uri = new URL('/', rootUrl).href;
  return buildEndSessionUrl(client, { id_token_hint, post_logout_redirect_uri }).href;
}

async function askForMore(client: Configuration, accessToken: string, subject: string): Promise<Members> {
  if (!client.serverMetadata().userinfo_endpoint) return {};
  return fetchUserInfo(client, accessToken, subject);
}

/** What the id token says counts before the rest; an address that either calls unverified is. */
function claimsOf(who: Pick<Claims, 'issuer' | 'subject'>, told: Members, more: Members): Claims {
  const all: Members = { ...more, ...told };
  const text = (name: string) => (typeof all[name] === 'string' ? storable(all[name]).trim() : '');
  const isUnverified = [told.email_verified, more.email_verified].some((value) => value === false || value === 'false');
  return {
    ...who,
    address: text('email').toLowerCase(),
    is_unverified: isUnverified,
    first_name: text('given_name') || text('name'),
    last_name: text('given_name') ? text('family_name') : '',
  };
}

type Members = Readonly<Record<string, unknown>>;
