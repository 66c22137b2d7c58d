import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordActivity } from '../activity-log/index.ts';
import { loadSettings } from '../settings/index.ts';
import { agentLacksSecondFactor, lockAgent, patchAgent } from '../users/index.ts';
import { endSession } from './end-session.ts';
import { hashToken } from './session-cookies.ts';
import { startSession } from './start-session.ts';

/** Who signs in, from where, and what the browser still presents. */
export interface SignIn {
  actor: Actor;
  ip: string;
  user_agent: string;
  /** The session that the browser still presents; it ends. */
  old_token: string | undefined;
  /** A provider that is trusted with it has asked for a second factor. */
  provider_factor?: boolean;
}

/** What a new session's cookies hold. */
export interface NewSession {
  token: string;
  csrf_token: string;
  lifetime_seconds: number;
  /** The agent must set up a second factor before anything else. */
  is_limited: boolean;
}

/** A locked agent that signs in. */
export type SigningAgent = NonNullable<Awaited<ReturnType<typeof lockAgent>>>;

/**
 * The end of every way to sign in: locks the agent, has `judge` look at it, and starts a session under a new id with last_login_at
 * and activity (wire A 3.4). Whether a second factor is asked for is decided before (`first-step.ts`). Availability is the caller's: a password sets it, a provider does not (wire A 13.8). Throws
 * `login.failed` for an agent that is gone, `login.disabled`, and what `judge` throws.
 */
export async function signIn(
  uow: UnitOfWork,
  { actor, ip, user_agent, old_token, provider_factor = false }: SignIn,
  judge?: (agent: SigningAgent) => Promise<void>,
): Promise<NewSession> {
  const agent = await lockAgent(uow.db, actor.id);
  if (!agent) throw new AppError('login.failed');
  if (!agent.enabled) throw new AppError('login.disabled');
  await judge?.(agent);
  await patchAgent(uow.db, agent.id, { last_login_at: uow.now, last_active_at: uow.now });
  if (old_token) await endSession(uow, hashToken(old_token));
  await recordActivity(uow, {
    activity_type: 'agent_login',
    actor,
    target_user_id: actor.id,
    params: { target_email: actor.email },
    ip,
  });
  await uow.publish({ kind: 'agent.logged_in', user_id: actor.id });
  const lifetime_seconds = (await loadSettings(uow.db))['app.session_lifetime_seconds'];
  const is_limited = !provider_factor && (await agentLacksSecondFactor(uow.db, actor.id));
  const tokens = await startSession(uow, { user_id: actor.id, lifetime_seconds, ip, user_agent, provider_factor });
  return { ...tokens, lifetime_seconds, is_limited };
}
