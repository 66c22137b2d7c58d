import type { PasskeyAssertion } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import {
  countLoginTry,
  type FirstStepProvider,
  findLogin,
  ownerOfPasskey,
  takeLogin,
  takePasskeyChallenge,
  useCode,
  usePasskey,
} from '../second-factor/index.ts';
import { findEnabledActor, loadAgent } from '../users/index.ts';
import { markSucceeded } from './login.queries.ts';
import { comeOnline, type Login, recordFailure } from './login.ts';
import { admitAttempt } from './login-limits.ts';
import { hashToken } from './session-cookies.ts';
import { signIn } from './sign-in.ts';

/** Who takes the second step, from where. */
export interface SecondStep {
  ip: string;
  user_agent: string;
  old_token: string | undefined;
  /** The token of the begun sign-in. */
  begin_token: string | undefined;
}

/** What the second step needs: `keepProviderSession` notes where the end of a new session, by its id, is told to its provider. */
export interface SecondStepDeps extends Deps {
  keepProviderSession: (uow: UnitOfWork, sessionId: Buffer, provider: FirstStepProvider) => Promise<void>;
}

/** Whether the second factor was the right one, and the provider of the first step, null for none. */
interface Proof {
  isRight: boolean;
  provider: FirstStepProvider | null;
}

/**
 * Ends a begun sign-in with a code of an app or a recovery code (wire A 3.4 for what follows). Wrong codes count as failed logins of
 * the account do, over however many sign-ins. Throws login.challenge_over when it took too long, the password was changed meanwhile
 * or too many codes were wrong; login.too_many, login.disabled, login.code_wrong.
 */
export async function signInByCode(deps: SecondStepDeps, request: SecondStep & { code: string }): Promise<Login> {
  const hash = hashOf(request);
  const begun = await findLogin(deps, hash);
  const actor = await findActor(deps, begun.user_id);
  const attemptId = await admit(deps, request, actor);
  const left = await countLoginTry(deps, hash);
  const login = await end(
    deps,
    request,
    actor,
    attemptId,
    async (uow) => {
      const provider = await takeLogin(uow, hash);
      return { provider, isRight: await useCode(deps, uow, actor, request.code) };
    },
    begun.by_password,
  );
  if (login) return login;
  await recordFailure(deps, request, actor, 'wrong_code');
  throw new AppError(left > 0 ? 'login.code_wrong' : 'login.challenge_over');
}

/**
 * Signs in with a passkey: as the second step of a begun sign-in, or in place of the password, and then it must have verified its
 * user. Throws as `signInByCode`, login.passkey_refused.
 */
export async function signInByPasskey(
  deps: SecondStepDeps,
  request: SecondStep & { response: PasskeyAssertion },
): Promise<Login> {
  const hash = hashOf(request);
  const asked = await takePasskeyChallenge(deps, hash);
  const isAlone = asked.user_id === null;
  const userId = asked.user_id ?? (await ownerOfPasskey(deps.db, request.response));
  if (userId === undefined) throw new AppError('login.passkey_refused');
  const actor = await findActor(deps, userId);
  // Nobody guesses a passkey: one that signs in alone leaves the account's limit to passwords and codes.
  const attemptId = isAlone ? null : await admit(deps, request, actor);
  const login = await end(
    deps,
    request,
    actor,
    attemptId,
    async (uow) => {
      const provider = isAlone ? null : await takeLogin(uow, hash);
      const wanted = { user_id: userId, challenge: asked.challenge, mustVerify: isAlone };
      return { provider, isRight: await usePasskey(deps, uow, wanted, request.response) };
    },
    isAlone || asked.by_password,
  );
  if (login) return login;
  await recordFailure(deps, request, actor, 'wrong_passkey');
  throw new AppError('login.passkey_refused');
}

/** Null when the second factor was not the right one. */
async function end(
  deps: SecondStepDeps,
  request: SecondStep,
  actor: Actor,
  attemptId: number | null,
  prove: (uow: UnitOfWork) => Promise<Proof>,
  isOnline: boolean,
): Promise<Login | null> {
  try {
    const session = await deps.work({ ...actor, ip: request.ip }, async (uow) => {
      const first: { provider: FirstStepProvider | null } = { provider: null };
      const made = await signIn(uow, { ...request, actor }, async (agent) => {
        const proof = await prove(uow);
        if (!proof.isRight) throw new NotProven();
        first.provider = proof.provider;
        if (isOnline) await comeOnline(uow, agent);
      });
      if (first.provider) await deps.keepProviderSession(uow, hashToken(made.token), first.provider);
      if (attemptId !== null) await markSucceeded(uow.db, { id: attemptId, email: actor.email.toLowerCase() });
      return made;
    });
    return { agent: await loadAgent(deps.db, actor.id), ...session };
  } catch (error) {
    if (error instanceof NotProven) return null;
    throw error;
  }
}

/** Undoes the sign-in that was under way. */
class NotProven extends Error {}

async function findActor(deps: Deps, userId: number): Promise<Actor> {
  const actor = await findEnabledActor(deps.db, userId);
  if (!actor) throw new AppError('login.disabled');
  return actor;
}

function admit(deps: Deps, { ip }: SecondStep, { email }: Actor): Promise<number> {
  return admitAttempt(deps, { ip, email: email.toLowerCase() });
}

function hashOf({ begin_token }: SecondStep): Buffer {
  if (begin_token === undefined) throw new AppError('login.challenge_over');
  return hashToken(begin_token);
}
