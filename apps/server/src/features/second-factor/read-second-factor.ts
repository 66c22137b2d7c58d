import type { OwnSecondFactor, SecondFactorState } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import type { Reader } from '../../db/types.ts';
import type { RequestSession } from '../../http/request-context.ts';
import { confirmedUntil } from './confirm.ts';
import {
  countRecoveryCodes,
  findFactor,
  hasPassword,
  isAnyPasskey,
  listPasskeys,
  listRequiringRoles,
} from './factors.queries.ts';
import { methodsOf } from './login-challenges.ts';
import { relyingParty } from './relying-party.ts';

/** One's own second factor, without secrets. */
export async function readOwnFactor(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  session: RequestSession,
): Promise<OwnSecondFactor> {
  const factor = await findFactor(db, actor.id);
  const rp = await relyingParty(db);
  const passkeys = await listPasskeys(db, actor.id);
  return {
    email: actor.email,
    totp:
      factor?.totp_secret && factor.totp_created_at
        ? { created_at: factor.totp_created_at.toISOString(), last_used_at: iso(factor.totp_last_used_at) }
        : null,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at, rp_id }) => ({
      id,
      name,
      created_at: created_at.toISOString(),
      last_used_at: iso(last_used_at),
      works: rp_id === rp?.id,
    })),
    recovery_codes_left: await countRecoveryCodes(db, actor.id),
    required_by: await listRequiringRoles(db, actor.id),
    is_limited: session.is_limited,
    confirmed_until: iso(confirmedUntil(session, clock.now())),
    confirmation_methods: [
      ...((await hasPassword(db, actor.id)) ? (['password'] as const) : []),
      ...(await methodsOf(db, actor.id)),
    ],
    passkey_host: rp?.id ?? null,
  };
}

/** What an administrator sees of somebody's second factor. */
export async function readFactorState(db: Reader, userId: number): Promise<SecondFactorState> {
  const factor = await findFactor(db, userId);
  return {
    totp: factor?.totp_secret != null,
    passkeys: (await listPasskeys(db, userId)).length,
    recovery_codes_left: await countRecoveryCodes(db, userId),
    required_by: await listRequiringRoles(db, userId),
  };
}

/** Whether the login page offers passkeys: somebody has one for the desk's address. */
export async function offersPasskeys(db: Reader): Promise<boolean> {
  const rp = await relyingParty(db);
  return rp !== null && isAnyPasskey(db, rp.id);
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
