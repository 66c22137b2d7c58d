import type { SecondFactorMethod } from '@bellhop/contract';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { challengeSeconds, type FirstStepProvider, methodsOf, openLogin } from '../second-factor/index.ts';
import type { LockedAgent } from '../users/index.ts';
import { hashToken, newTokens } from './session-cookies.ts';

/** What the browser keeps of a sign-in that waits for its second step (`writeBeginCookie`). */
export interface BegunSignIn {
  token: string;
  lifetime_seconds: number;
  methods: SecondFactorMethod[];
}

/**
 * Ends the first step of a sign-in, by a password or at a provider, where the agent has a second factor: nothing is opened yet, the
 * browser gets a token that the second step asks for, and the client goes on at `/?second_factor=1`. Null when nothing more is asked
 * for, and the caller goes on with `signIn`. `provider` is null for a password.
 */
export async function beginSecondFactor(
  uow: UnitOfWork,
  agent: Pick<LockedAgent, 'id' | 'has_second_factor'>,
  provider: FirstStepProvider | null,
): Promise<BegunSignIn | null> {
  if (!agent.has_second_factor) return null;
  const { token } = newTokens();
  await openLogin(uow, { id_hash: hashToken(token), user_id: agent.id, provider });
  return { token, lifetime_seconds: challengeSeconds, methods: await methodsOf(uow.db, agent.id) };
}
