import type { oidcRoutes } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { recordActivity } from '../activity-log/index.ts';
import { isSecure, presentedToken, writeBeginCookie, writeCsrfCookie, writeSessionCookie } from '../auth/index.ts';
import { finishSignOn, takeWaiting } from './finish-sign-on.ts';
import { createProviderClients } from './provider-clients.ts';
import { newBrowser, presentedBrowser, writeBrowserCookie } from './sign-on-cookie.ts';
import { SignOnError } from './sign-on-error.ts';
import { signOnSeconds, startSignOn } from './start-sign-on.ts';

/** The two navigations of a sign-on. They end on a page whatever happens: problems stand on the login page. */
export function createSignOnHandlers(deps: Deps): Pick<Handlers<typeof oidcRoutes>, 'oidc.login' | 'oidc.finish'> {
  const clients = createProviderClients(deps);
  return {
    'oidc.login': async ({ params, query, ip, reply }) => {
      const { request } = reply;
      // Two windows of a browser may be away at once.
      const browser = presentedBrowser(request) ?? newBrowser();
      try {
        const address = await startSignOn(deps, clients, { id: params.id, next: query.next, ip, browser });
        const secure = await isSecure(deps.db, request.protocol);
        reply.header('set-cookie', writeBrowserCookie(browser, secure, signOnSeconds));
        return address;
      } catch (error) {
        return explain(deps, error, { id: params.id, request_id: request.id, next: query.next });
      }
    },
    'oidc.finish': async ({ params, query, ip, user_agent, reply }) => {
      const { request } = reply;
      const presented = { browser: presentedBrowser(request), old_token: presentedToken(request) };
      const callback = { id: params.id, answer: query, ip, user_agent, ...presented };
      const attempt: Attempt = { id: params.id, request_id: request.id };
      try {
        const waiting = await takeWaiting(deps, callback);
        Object.assign(attempt, { provider: waiting.provider.name, next: waiting.row.next });
        const made = await finishSignOn(deps, clients, waiting, callback);
        const secure = await isSecure(deps.db, request.protocol);
        if ('methods' in made) {
          reply.header('set-cookie', writeBeginCookie(made.token, secure, made.lifetime_seconds));
          return secondStepPage(waiting.row.next);
        }
        reply.header('set-cookie', writeSessionCookie(made.token, secure, made.lifetime_seconds));
        reply.header('set-cookie', writeCsrfCookie(made.csrf_token, secure));
        return waiting.row.next;
      } catch (error) {
        const page = explain(deps, error, attempt);
        if (error instanceof SignOnError) await recordFailure(deps, error, { ...attempt, ip });
        return page;
      }
    },
  };
}

/** The login page, which asks for the second factor. */
function secondStepPage(next: string): string {
  const query = new URLSearchParams({ second_factor: '1' });
  if (next !== '/') query.set('next', next);
  return `/?${query}`;
}

/** What is known of a sign-on when it fails. */
interface Attempt {
  /** As it stands in the path. */
  id: string;
  request_id: string;
  provider?: string;
  next?: string | undefined;
}

/** Writes a problem into the log; answers the login page that tells it, with the number under which the log has more. */
function explain({ log }: Deps, error: unknown, { id, request_id, provider, next }: Attempt): string {
  const query = new URLSearchParams({ error: problemOf(error), request: request_id });
  if (next && next !== '/') query.set('next', next);
  const context = { request: request_id, provider: provider ?? id.slice(0, 20) };
  if (error instanceof SignOnError) {
    log.warn({ ...context, problem: error.problem, detail: error.message }, 'a sign-on came to nothing');
  } else if (!(error instanceof AppError)) log.error({ ...context, err: error }, 'a sign-on failed');
  return `/?${query}`;
}

function problemOf(error: unknown) {
  if (error instanceof SignOnError) return error.problem;
  return error instanceof AppError && error.code === 'login.too_many' ? 'too_many' : 'failed';
}

async function recordFailure(
  { work, system }: Deps,
  { problem, message, concerned }: SignOnError,
  { provider = '', request_id, ip }: Attempt & { ip: string },
): Promise<void> {
  const { agent, address } = concerned;
  await work(system, (uow) =>
    recordActivity(uow, {
      activity_type: 'agent_login_failed',
      actor: system,
      target_user_id: agent?.id ?? system.id,
      params: {
        reason: `oidc_${problem}`,
        name: provider,
        detail: message,
        request: request_id,
        ...(address && { address }),
        ...(agent && { target_email: agent.email }),
      },
      ip,
    }),
  );
}
