import type { Agent } from '@bellhop/contract';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../core/deps.ts';
import { challengeSeconds } from '../second-factor/index.ts';
import type { Login } from './login.ts';
import { isSecure, presentedBegin, writeBeginCookie, writeCsrfCookie, writeSessionCookie } from './session-cookies.ts';

/** Gives the browser the cookies of a new session; answers the agent, and whether nothing can be done yet but set up a second factor. */
export async function greet({ db }: Pick<Deps, 'db'>, reply: FastifyReply, made: Login): Promise<Agent> {
  const secure = await isSecure(db, reply.request.protocol);
  reply.header('set-cookie', writeSessionCookie(made.token, secure, made.lifetime_seconds));
  reply.header('set-cookie', writeCsrfCookie(made.csrf_token, secure));
  if (presentedBegin(reply.request)) reply.header('set-cookie', writeBeginCookie('', secure, 0));
  return made.is_limited ? { ...made.agent, second_factor_required: true } : made.agent;
}

/** Gives the browser the token of a sign-in that waits for its second step. */
export async function holdBegun({ db }: Pick<Deps, 'db'>, reply: FastifyReply, token: string): Promise<void> {
  const secure = await isSecure(db, reply.request.protocol);
  reply.header('set-cookie', writeBeginCookie(token, secure, challengeSeconds));
}
