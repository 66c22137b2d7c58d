import type { Agent } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { recordActivity } from '../activity-log/index.ts';
import { changeAvailability, isChosenAway, loadActor, loadAgent } from '../users/index.ts';
import { type Credentials, findCredentials, markSucceeded } from './login.queries.ts';
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
 * activity. Throws `login.too_many`; `login.failed`, the same for an unknown address and a wrong password, after one hash
 * verification and one log row either way; `login.disabled` only to who knows the password.
 */
export async function login(deps: Deps, decoy: string, request: LoginRequest): Promise<Login> {
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
  const session = await deps.work(actor, async (uow) => {
    const made = await signIn(uow, { ...request, actor }, async (agent) => {
      // Somebody may have changed the password meanwhile.
      if (agent.password_hash !== credentials.password_hash) throw new AppError('login.failed');
      if (agent.availability_status !== 'online' && !isChosenAway(agent.availability_status)) {
        await changeAvailability(uow, agent, 'online');
      }
    });
    await markSucceeded(uow.db, { id: attemptId, email });
    return made;
  });
  return { agent: await loadAgent(deps.db, actor.id), ...session };
}

/** The typed address of an unknown account is not kept: people type passwords there. */
async function recordFailure(
  { work, system }: Deps,
  request: LoginRequest,
  target: Credentials | undefined,
  reason: 'wrong_password' | 'unknown_address' | 'disabled',
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
