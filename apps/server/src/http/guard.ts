import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Permission, RouteSpec } from '@bellhop/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import { demandPermission } from '../core/demand-permission.ts';
import { sameSecret } from '../lib/crypto.ts';
import type { RequestSession } from './request-context.ts';

/** A session that was found for a request, with its agent; `agent` is null when the account is disabled or gone. */
export interface FoundSession {
  session: RequestSession;
  agent: Actor | null;
  /** The agent must set up a second factor before anything else. */
  is_limited: boolean;
  expires_at: Date;
  /** Whole Set-Cookie values that renew a session past half of its life; the socket handshake ignores them. */
  set_cookies: string[];
}

/** An API key that was found for a request, with the agent it acts for and no more permissions than it is scoped to. */
export interface FoundKey {
  session: null;
  agent: Actor;
  /** As for a session: a key does not get round what a role requires. */
  is_limited: boolean;
  /** When it ends; null when it never does. */
  expires_at: Date | null;
  set_cookies: readonly string[];
}

/** What of a request tells its session; a web request and a socket handshake both have it. */
export interface SessionSource {
  headers: IncomingHttpHeaders;
  /** `http` or `https`, as the trusted proxy says. */
  protocol: string;
}

/** Finds the session of a request; null without one. The auth feature gives it to the web server. */
export type FindSession = (source: SessionSource) => Promise<FoundSession | null>;

/** What of a request tells its API key, or else its session. */
export interface CallerSource extends SessionSource {
  /** Holds every header, those too of which `headers` keeps one. */
  raw: Pick<IncomingMessage, 'rawHeaders'>;
  ip: string;
  /** Asked again for a socket that is open: that is no new use of a key. */
  again?: true;
}

/** Who calls: an API key when there is an Authorization header, else a session (settled question 4). Throws for a header that is no good. */
export type FindCaller = (source: CallerSource) => Promise<FoundSession | FoundKey | null>;

/** Answered with 401, which must say how one signs in (RFC 9110); browsers ask nobody for this one. */
export const challenge = { 'www-authenticate': 'Bearer realm="Bellhop"' };

/**
 * Who calls. Throws session.missing, session.account_disabled, and session.second_factor_required for an agent who can do nothing yet but
 * set up a second factor, unless `limited` ones may pass.
 */
export function demandAgent(found: FoundSession | FoundKey | null, limited = false): Actor {
  if (!found) throw new AppError('session.missing', { headers: challenge });
  if (!found.agent) throw new AppError('session.account_disabled', { headers: challenge });
  if (found.is_limited && !limited) throw new AppError('session.second_factor_required');
  return found.agent;
}

/**
 * Session 401, disabled account 401, missing second factor 403, CSRF 403, permission 403, in this order (settled question 4). CSRF covers
 * every writing call with a session; GET never, and no call by a key, which no browser sends by itself. Public calls that write are closed
 * to pages of other sites. Throws AppError.
 */
export function guard(route: RouteSpec, request: FastifyRequest, found: FoundSession | FoundKey | null): void {
  if (route.access === 'public') {
    if (route.method !== 'GET') refuseForeignPage(request);
    return;
  }
  const agent = demandAgent(found, route.limited);
  if (!found?.session) demandKeyAllowed(route);
  else if (route.method !== 'GET') checkCsrf(request, found.session);
  if (route.access === 'session') return;
  const wanted: readonly Permission[] = 'permission' in route.access ? [route.access.permission] : route.access.any_of;
  demandPermission(agent, ...wanted);
}

function demandKeyAllowed(route: RouteSpec): void {
  if (route.by_key === false) throw new AppError('api_key.not_allowed');
}

/**
 * Without a session there is no token: a page of another site could sign its visitors in as somebody else, who then reads what they
 * write. Browsers say where a call comes from; programs say nothing, and no page can make them do so.
 */
function refuseForeignPage(request: FastifyRequest): void {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('session.origin');
}

/** Cookie, header and the session's own token must agree. */
function checkCsrf(request: FastifyRequest, session: RequestSession): void {
  const header = request.headers['x-csrftoken'];
  const cookie = request.cookies.csrf_token;
  if (
    typeof header !== 'string' ||
    !header ||
    !cookie ||
    !sameSecret(header, cookie) ||
    !sameSecret(header, session.csrf_token)
  ) {
    throw new AppError('session.csrf');
  }
}
