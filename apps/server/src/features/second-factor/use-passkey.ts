import type { PasskeyAssertion } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import { findPasskey, notePasskeyUse } from './factors.queries.ts';
import { credentialIdOf, readAssertion } from './passkeys.ts';
import { relyingParty } from './relying-party.ts';
import { holdFactor } from './use-code.ts';

/** Whose passkey a browser has used, before it is known whether it fits; undefined for one that nobody has. */
export async function ownerOfPasskey(db: Reader, response: PasskeyAssertion): Promise<number | undefined> {
  return (await findPasskey(db, credentialIdOf(response)))?.user_id;
}

/**
 * Whether a passkey of this agent has signed the challenge, at the desk's own address, and is no copy: its counter grows. `mustVerify`: it
 * must have verified its user, as one that stands for the password does.
 */
export async function usePasskey(
  { log }: Pick<Deps, 'log'>,
  uow: UnitOfWork,
  asked: { user_id: number; challenge: string; mustVerify: boolean },
  response: PasskeyAssertion,
): Promise<boolean> {
  const rp = await relyingParty(uow.db);
  const { passkey_handle: handle } = await holdFactor(uow, asked.user_id);
  const passkey = await findPasskey(uow.db, credentialIdOf(response));
  if (!rp || passkey?.user_id !== asked.user_id || passkey.rp_id !== rp.id) return false;
  const counter = await readAssertion(log, rp, { ...asked, passkey, handle }, response);
  if (counter === null) return false;
  await notePasskeyUse(uow.db, passkey.id, { counter, now: uow.now });
  return true;
}
