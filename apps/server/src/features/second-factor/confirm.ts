import type { PasskeyRequest } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { RequestSession } from '../../http/request-context.ts';
import { deleteChallenge, lockChallenge, putChallenge } from './challenges.queries.ts';
import { listPasskeys } from './factors.queries.ts';
import { challengeSeconds } from './login-challenges.ts';
import { requestOptions } from './passkeys.ts';
import { relyingParty } from './relying-party.ts';

/** Who has shown who they are may change their second factor for this time. */
export const confirmedMs = 5 * 60_000;

/** Until when changes are taken; null when they are not. */
export function confirmedUntil(session: Pick<RequestSession, 'confirmed_at'>, now: Date): Date | null {
  const until = new Date((session.confirmed_at?.getTime() ?? 0) + confirmedMs);
  return until > now ? until : null;
}

/**
 * A session left open must not become an account taken over: who signs in how is changed only by somebody who has shown lately who
 * they are. Throws session.confirmation_needed.
 */
export function demandConfirmed(session: Pick<RequestSession, 'confirmed_at'>, now: Date): void {
  if (!confirmedUntil(session, now)) throw new AppError('session.confirmation_needed');
}

/** What to ask of one of the own passkeys. Throws second_factor.none without one that works. */
export async function askToConfirm(deps: Deps, actor: Actor, session: RequestSession): Promise<PasskeyRequest> {
  const rp = await relyingParty(deps.db);
  const passkeys = (await listPasskeys(deps.db, actor.id)).filter(({ rp_id }) => rp_id === rp?.id);
  if (!rp || passkeys.length === 0) throw new AppError('second_factor.none');
  const options = await requestOptions(rp, passkeys, 'preferred');
  await deps.work(actor, (uow) =>
    putChallenge(uow.db, {
      id_hash: session.id_hash,
      kind: 'confirm',
      user_id: actor.id,
      expires_at: new Date(uow.now.getTime() + challengeSeconds * 1000),
      challenge: options.challenge,
    }),
  );
  return options;
}

/** Uses up what a passkey was asked to sign. Throws second_factor.setup_over. */
export async function takeConfirmation(deps: Deps, actor: Actor, session: RequestSession): Promise<string> {
  const key = { id_hash: session.id_hash, kind: 'confirm' } as const;
  return deps.work(actor, async (uow) => {
    const row = await lockChallenge(uow.db, key, uow.now);
    if (!row?.challenge) throw new AppError('second_factor.setup_over');
    await deleteChallenge(uow.db, key);
    return row.challenge;
  });
}
