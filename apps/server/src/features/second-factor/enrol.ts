import type { Enrolled, PasskeyAttestation, PasskeyCreation } from '@bellhop/contract';
import { type Actor, fullName } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { RequestSession } from '../../http/request-context.ts';
import { loadSettings } from '../settings/index.ts';
import { announce, settle } from './announce.ts';
import {
  type ChallengeKind,
  countAttempt,
  deleteChallenge,
  findChallenge,
  lockChallenge,
  putChallenge,
} from './challenges.queries.ts';
import { demandConfirmed } from './confirm.ts';
import {
  countRecoveryCodes,
  insertPasskey,
  listPasskeys,
  replaceRecoveryCodes,
  replaceTotp,
} from './factors.queries.ts';
import { creationOptions, readAttestation } from './passkeys.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { relyingParty } from './relying-party.ts';
import { matchingStep, newTotpSecret, totpUri } from './totp.ts';
import { holdFactor } from './use-code.ts';

/** What somebody has begun to add is added within this time. */
const setupMs = 15 * 60_000;
const mostPasskeys = 20;
/** Whoever mistypes more often scans the picture anew. */
const mostTries = 10;

/** A request of one's own session. */
export interface OwnRequest {
  actor: Actor;
  session: RequestSession;
}

/** A new secret for an app; it counts once `finishTotp` has seen a code of it. Throws session.confirmation_needed. */
export async function beginTotp(deps: Deps, { actor, session }: OwnRequest): Promise<{ secret: string; uri: string }> {
  demandConfirmed(session, deps.clock.now());
  const secret = newTotpSecret();
  const { 'app.site_name': site } = await loadSettings(deps.db);
  await put(deps, { actor, session }, 'add_totp', { secret: deps.sealer.seal(secret) });
  return { secret, uri: totpUri(secret, site, actor.email) };
}

/**
 * Takes a new app into use, in place of the one before. Throws session.confirmation_needed, second_factor.setup_over,
 * second_factor.code_wrong.
 */
export async function finishTotp(deps: Deps, { actor, session }: OwnRequest, typed: string): Promise<Enrolled> {
  demandConfirmed(session, deps.clock.now());
  const key = { id_hash: session.id_hash, kind: 'add_totp' } as const;
  const code = typed.replace(/\s/g, '');
  const isRight = (sealed: string, now: Date) => matchingStep(deps.sealer.open(sealed), code, now, 0);
  await deps.work(actor, (uow) => countAttempt(uow.db, key));
  return deps.work(actor, async (uow) => {
    const before = await holdFactor(uow, actor.id);
    const begun = await lockChallenge(uow.db, key, uow.now);
    if (!begun?.secret || begun.user_id !== actor.id || begun.attempts > mostTries) {
      throw new AppError('second_factor.setup_over');
    }
    const step = isRight(begun.secret, uow.now);
    if (step === null) throw new AppError('second_factor.code_wrong', { data: { code: 'it is not the code of now' } });
    await deleteChallenge(uow.db, key);
    await replaceTotp(uow.db, actor.id, { secret: begun.secret, step, now: uow.now });
    if (before.totp_secret) await announce(uow, actor, 'agent_second_factor_removed', { method: 'totp' });
    return enrolled(uow, { method: 'totp' });
  });
}

/** What passkey the browser is to make. Throws session.confirmation_needed, second_factor.no_passkeys, second_factor.too_many_passkeys. */
export async function beginPasskey(deps: Deps, { actor, session }: OwnRequest): Promise<PasskeyCreation> {
  demandConfirmed(session, deps.clock.now());
  const rp = await relyingParty(deps.db);
  if (!rp) throw new AppError('second_factor.no_passkeys');
  const passkeys = await listPasskeys(deps.db, actor.id);
  if (passkeys.length >= mostPasskeys) throw tooMany();
  const { passkey_handle } = await deps.work(actor, (uow) => holdFactor(uow, actor.id));
  const agent = { handle: passkey_handle, email: actor.email, name: fullName(actor) };
  const options = await creationOptions(
    rp,
    agent,
    passkeys.filter(({ rp_id }) => rp_id === rp.id),
  );
  await put(deps, { actor, session }, 'add_passkey', { challenge: options.challenge });
  return options;
}

/**
 * Keeps a passkey that the browser has made for what `beginPasskey` asked. Throws session.confirmation_needed,
 * second_factor.setup_over, second_factor.passkey_refused, second_factor.passkey_known, second_factor.too_many_passkeys.
 */
export async function addPasskey(
  deps: Deps,
  { actor, session }: OwnRequest,
  input: { name: string; response: PasskeyAttestation },
): Promise<Enrolled> {
  demandConfirmed(session, deps.clock.now());
  const key = { id_hash: session.id_hash, kind: 'add_passkey' } as const;
  const begun = await findChallenge(deps.db, key, deps.clock.now());
  // Looked at once, whether it fits or not.
  await deps.work(actor, (uow) => deleteChallenge(uow.db, key));
  const rp = await relyingParty(deps.db);
  if (!begun?.challenge || begun.user_id !== actor.id || !rp) throw new AppError('second_factor.setup_over');
  const made = await readAttestation(deps.log, rp, begun.challenge, input.response);
  if (!made) throw new AppError('second_factor.passkey_refused');
  return deps.work(actor, async (uow) => {
    await holdFactor(uow, actor.id);
    if ((await listPasskeys(uow.db, actor.id)).length >= mostPasskeys) throw tooMany();
    const { name } = input;
    const passkey = { ...made, name, user_id: actor.id, rp_id: rp.id, created_at: uow.now };
    if (!(await insertPasskey(uow.db, passkey))) throw new AppError('second_factor.passkey_known');
    return enrolled(uow, { method: 'passkey', name });
  });
}

/** Ten new recovery codes in place of those before. Throws session.confirmation_needed; second_factor.none without a factor they could stand for. */
export async function renewRecoveryCodes(
  deps: Deps,
  { actor, session }: OwnRequest,
): Promise<{ recovery_codes: string[] }> {
  demandConfirmed(session, deps.clock.now());
  return deps.work(actor, async (uow) => {
    await holdFactor(uow, actor.id);
    if (!(await settle(uow, actor.id))) throw new AppError('second_factor.none');
    return { recovery_codes: await makeCodes(uow) };
  });
}

/** The first factor brings recovery codes. */
async function enrolled(uow: UnitOfWork, params: { method: 'totp' | 'passkey'; name?: string }): Promise<Enrolled> {
  await settle(uow, uow.actor.id);
  await announce(uow, uow.actor, 'agent_second_factor_added', params);
  const hasCodes = (await countRecoveryCodes(uow.db, uow.actor.id)) > 0;
  return { recovery_codes: hasCodes ? null : await makeCodes(uow) };
}

async function makeCodes(uow: UnitOfWork): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(uow.db, uow.actor.id, codes.map(hashRecoveryCode));
  await announce(uow, uow.actor, 'agent_recovery_codes_made');
  return codes;
}

async function put(
  { work }: Deps,
  { actor, session }: OwnRequest,
  kind: ChallengeKind,
  begun: { challenge: string } | { secret: string },
): Promise<void> {
  await work(actor, (uow) =>
    putChallenge(uow.db, {
      ...begun,
      id_hash: session.id_hash,
      kind,
      user_id: actor.id,
      expires_at: new Date(uow.now.getTime() + setupMs),
    }),
  );
}

const tooMany = () => new AppError('second_factor.too_many_passkeys', { params: { max: mostPasskeys } });
