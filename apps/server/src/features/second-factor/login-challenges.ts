import type { SecondFactorMethod } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import {
  type ChallengeRow,
  countAttempt,
  deleteChallenge,
  findChallenge,
  lockChallenge,
  putChallenge,
  setPasskeyChallenge,
} from './challenges.queries.ts';
import { countRecoveryCodes, findFactor, listPasskeys } from './factors.queries.ts';
import { requestOptions } from './passkeys.ts';
import { relyingParty } from './relying-party.ts';

/** A provider at which the first step of a sign-in was taken. */
export interface FirstStepProvider {
  provider_id: number;
  /** Sealed: where the provider's own session ends; null where it is to go on. */
  logout_address: string | null;
}

/** A sign-in whose first step is done goes on within this time, in seconds. */
export const challengeSeconds = 300;
/** Wrong answers to one challenge; whoever gives more starts anew. */
const mostTries = 5;

/** How an agent can show the second factor: what they have and works at the desk's present address. */
export async function methodsOf(db: Reader, userId: number): Promise<SecondFactorMethod[]> {
  const [factor, passkeys, codes, rp] = await Promise.all([
    findFactor(db, userId),
    listPasskeys(db, userId),
    countRecoveryCodes(db, userId),
    relyingParty(db),
  ]);
  return [
    ...(factor?.totp_secret ? (['totp'] as const) : []),
    ...(passkeys.some((passkey) => passkey.rp_id === rp?.id) ? (['passkey'] as const) : []),
    ...(codes > 0 ? (['recovery_code'] as const) : []),
  ];
}

/** Notes that the first step of a sign-in is done, under the hash of a cookie's secret. */
export async function openLogin(
  uow: UnitOfWork,
  login: { id_hash: Buffer; user_id: number; provider: FirstStepProvider | null },
): Promise<void> {
  const { provider, ...whose } = login;
  const expires_at = endOf(uow.now);
  await putChallenge(uow.db, { ...whose, ...provider, kind: 'login', by_password: provider === null, expires_at });
}

/** The begun sign-in of a cookie. Throws login.challenge_over when there is none, or it took too long. */
export async function findLogin(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  idHash: Buffer | undefined,
): Promise<{ user_id: number; by_password: boolean }> {
  const row = idHash && (await findChallenge(db, { id_hash: idHash, kind: 'login' }, clock.now()));
  if (!row?.user_id) throw new AppError('login.challenge_over');
  return { user_id: row.user_id, by_password: row.by_password };
}

/**
 * Counts a try at a begun sign-in before it is looked at, so that tries at the same moment count each other; answers how many are left.
 * Throws login.challenge_over.
 */
export async function countLoginTry({ work, system }: Pick<Deps, 'work' | 'system'>, idHash: Buffer): Promise<number> {
  const key = { id_hash: idHash, kind: 'login' } as const;
  return work(system, async (uow) => {
    const row = await lockChallenge(uow.db, key, uow.now);
    if (!row || row.attempts >= mostTries) throw new AppError('login.challenge_over');
    await countAttempt(uow.db, key);
    return mostTries - row.attempts - 1;
  });
}

/**
 * Ends a begun sign-in, in the transaction that starts the session: it leads to one alone. Answers the provider of its first step, null
 * for a password. Throws login.challenge_over.
 */
export async function takeLogin(uow: UnitOfWork, idHash: Buffer): Promise<FirstStepProvider | null> {
  const key = { id_hash: idHash, kind: 'login' } as const;
  const row = await lockChallenge(uow.db, key, uow.now);
  if (!row) throw new AppError('login.challenge_over');
  await deleteChallenge(uow.db, key);
  const { provider_id, logout_address } = row;
  return provider_id === null ? null : { provider_id, logout_address };
}

/**
 * What to ask of a passkey: of the agent whose sign-in has begun, or, for `alone`, of any that the device knows. Throws
 * login.challenge_over, second_factor.no_passkeys.
 */
export async function askForPasskey(
  deps: Pick<Deps, 'db' | 'work' | 'system' | 'clock'>,
  idHash: Buffer,
  alone: boolean,
) {
  const rp = await relyingParty(deps.db);
  if (!rp) throw new AppError('second_factor.no_passkeys');
  const userId = alone ? null : (await findLogin(deps, idHash)).user_id;
  const passkeys = userId === null ? [] : (await listPasskeys(deps.db, userId)).filter(({ rp_id }) => rp_id === rp.id);
  if (!alone && passkeys.length === 0) throw new AppError('second_factor.none');
  const options = await requestOptions(rp, passkeys, alone ? 'required' : 'preferred');
  await deps.work(deps.system, async (uow) => {
    const { challenge } = options;
    if (!alone) return setPasskeyChallenge(uow.db, { id_hash: idHash, kind: 'login' }, challenge);
    const kind = 'passkey_login' as const;
    return putChallenge(uow.db, { id_hash: idHash, kind, user_id: null, expires_at: endOf(uow.now), challenge });
  });
  return options;
}

/**
 * Uses up what a passkey was asked to sign, whether or not it then fits: an answer is looked at once. Throws login.challenge_over.
 */
export async function takePasskeyChallenge(
  { work, system }: Pick<Deps, 'work' | 'system'>,
  idHash: Buffer,
): Promise<Pick<ChallengeRow, 'user_id' | 'by_password'> & { challenge: string }> {
  return work(system, async (uow) => {
    const alone = { id_hash: idHash, kind: 'passkey_login' } as const;
    const second = { id_hash: idHash, kind: 'login' } as const;
    const row = (await lockChallenge(uow.db, alone, uow.now)) ?? (await lockChallenge(uow.db, second, uow.now));
    if (!row?.challenge || row.attempts >= mostTries) throw new AppError('login.challenge_over');
    await deleteChallenge(uow.db, alone);
    await setPasskeyChallenge(uow.db, second, null);
    await countAttempt(uow.db, second);
    return { user_id: row.user_id, by_password: row.by_password, challenge: row.challenge };
  });
}

function endOf(now: Date): Date {
  return new Date(now.getTime() + challengeSeconds * 1000);
}
