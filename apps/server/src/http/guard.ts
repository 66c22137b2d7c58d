import type { IncomingHttpHeaders } from 'node:http';
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
  expires_at: Date;
  /** Whole Set-Cookie values that renew a session past half of its life; the socket handshake ignores them. */
  set_cookies: string[];
}

/** What of a request tells its session; a web request and a socket handshake both have it. */
export interface SessionSource {
  headers: IncomingHttpHeaders;
  /** `http` or `https`, as the trusted proxy says. */
  protocol: string;
}

/** Finds the session of a request; null without one. The auth feature gives it to the web server. */
export type FindSession = (source: SessionSource) => Promise<FoundSession | null>;

/**
 * Session 401, disabled account 401, CSRF 403, permission 403, in this order (settled question 4). CSRF covers every
 * writing call with a session; GET never. Throws AppError.
 */
export function guard(route: RouteSpec, request: FastifyRequest, found: FoundSession | null): void {
  if (route.access === 'public') return;
  if (!found) throw new AppError('session.missing');
  if (!found.agent) throw new AppError('session.account_disabled');
  if (route.method !== 'GET') checkCsrf(request, found.session);
  if (route.access === 'session') return;
  const wanted: readonly Permission[] = 'permission' in route.access ? [route.access.permission] : route.access.any_of;
  demandPermission(found.agent, ...wanted);
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
