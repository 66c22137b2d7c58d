import type { secondFactorRoutes } from '@bellhop/contract';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../core/app-error.ts';
import type { Handlers } from '../../http/request-context.ts';
import { askForPasskey, findLogin, methodsOf, offersPasskeys } from '../second-factor/index.ts';
import { confirmSession } from './confirm-session.ts';
import { admitSignOn } from './login-limits.ts';
import { decoyHash } from './passwords.ts';
import { type SecondStep, type SecondStepDeps, signInByCode, signInByPasskey } from './second-step.ts';
import { hashToken, newTokens, presentedBegin, presentedToken } from './session-cookies.ts';
import { greet, holdBegun } from './sign-in-cookies.ts';

type SignInRoutes =
  | 'login.methods'
  | 'login.second_factor'
  | 'login.passkey_options'
  | 'login.passkey_verify'
  | 'account.confirm';

/** What follows the first step of a sign-in, passkeys that need none, and showing once more who one is. */
export function createSecondStepHandlers(
  deps: SecondStepDeps,
): Pick<Handlers<typeof secondFactorRoutes>, SignInRoutes> {
  const decoy = decoyHash();
  return {
    'login.methods': async ({ reply }) => {
      const token = presentedBegin(reply.request);
      const begun = token ? await findLogin(deps, hashToken(token)).catch(nothingBegun) : null;
      return {
        passkey: await offersPasskeys(deps.db),
        second_factor: begun && (await methodsOf(deps.db, begun.user_id)),
      };
    },
    'login.second_factor': async (request) =>
      greet(deps, request.reply, await signInByCode(deps, { ...stepOf(request), ...request.body })),
    'login.passkey_options': async ({ body, ip, reply }) => {
      const token = body.alone ? newTokens().token : presentedBegin(reply.request);
      if (!token) throw new AppError('login.challenge_over');
      if (body.alone) await admitSignOn(deps, ip);
      const options = await askForPasskey(deps, hashToken(token), body.alone);
      if (body.alone) await holdBegun(deps, reply, token);
      return options;
    },
    'login.passkey_verify': async (request) =>
      greet(deps, request.reply, await signInByPasskey(deps, { ...stepOf(request), ...request.body })),
    'account.confirm': async (own) => confirmSession(deps, own, await decoy, own.body),
  };
}

function stepOf({ ip, user_agent, reply }: { ip: string; user_agent: string; reply: FastifyReply }): SecondStep {
  return {
    ip,
    user_agent,
    old_token: presentedToken(reply.request),
    begin_token: presentedBegin(reply.request),
  };
}

function nothingBegun(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
