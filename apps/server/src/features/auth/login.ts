import type { Agent } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordActivity } from '../activity-log/index.ts';
import { changeAvailability, isChosenAway, type LockedAgent, loadActor, loadAgent, lockAgent } from '../users/index.ts';
import { type BegunSignIn, beginSecondFactor } from './first-step.ts';
import { type Credentials, excuseAttempt, findCredentials, markSucceeded } from './login.queries.ts';
import { admitAttempt } from './login-limits.ts';
import { verifyPassword } from './passwords.ts';
import { type NewSession, signIn } from './sign-in.ts';

export interface LoginRequest {
  email: string;
  password: string;
  ip: string;
  user_agent: string;
  /** The session that the browser still presents; it ends when the login succeeds. */
  old_token: string | undefined;
}

export interface Login extends NewSession {
  agent: Agent;
}

/**
 * Signs an agent in (wire A 3.4, behaviour 10.2): a new session, availability online unless a chosen absence stands, last_login_at,
 * activity. With a second factor the sign-in has only begun. Throws `login.too_many`; `login.failed`, the same for an unknown address and a wrong password, after one hash
 * verification and one log row either way; `login.disabled` only to who knows the password.
 */
export async function login(deps: Deps, decoy: string, request: LoginRequest): Promise<Login | BegunSignIn> {
  const email = request.email.toLowerCase();
  const attemptId = await admitAttempt(deps, { ip: request.ip, email });
  const found = await findCredentials(deps.db, email);
  if (!(await verifyPassword(request.password, found?.password_hash, decoy))) {
    await recordFailure(deps, request, found, found ? 'wrong_password' : 'unknown_address');
    throw new AppError('login.failed');
  }
  const credentials = found!;
  if (!credentials.enabled) {
    await recordFailure(deps, request, credentials, 'disabled');
    throw new AppError('login.disabled');
  }
  const actor = await loadActor(deps.db, credentials.id);
  const outcome = await deps.work(actor, async (uow) => {
    const agent = await lockAgent(uow.db, actor.id);
    // Somebody may have changed the password meanwhile.
    if (!agent || agent.password_hash !== credentials.password_hash) throw new AppError('login.failed');
    const begun = agent.enabled ? await beginSecondFactor(uow, agent, null) : null;
    if (begun) {
      await excuseAttempt(uow.db, attemptId);
      return begun;
    }
    const made = await signIn(uow, { ...request, actor }, () => comeOnline(uow, agent));
    await markSucceeded(uow.db, { id: attemptId, email });
    return made;
  });
  return 'methods' in outcome ? outcome : { agent: await loadAgent(deps.db, actor.id), ...outcome };
}

/** Who signs in here is there, but for a chosen absence (settled question 7). */
export async function comeOnline(uow: UnitOfWork, agent: LockedAgent): Promise<void> {
  if (agent.availability_status === 'online' || isChosenAway(agent.availability_status)) return;
  await changeAvailability(uow, agent, 'online');
}

/** The typed address of an unknown account is not kept: people type passwords there. */
export async function recordFailure(
  { work, system }: Deps,
  request: Pick<LoginRequest, 'ip'>,
  target: Pick<Credentials, 'id' | 'email'> | undefined,
  reason: 'wrong_password' | 'unknown_address' | 'disabled' | 'wrong_code' | 'wrong_passkey',
): Promise<void> {
  await work(system, (uow) =>
    recordActivity(uow, {
      activity_type: 'agent_login_failed',
      actor: system,
      target_user_id: target?.id ?? system.id,
      params: { reason, ...(target ? { target_email: target.email } : {}) },
      ip: request.ip,
    }),
  );
}
