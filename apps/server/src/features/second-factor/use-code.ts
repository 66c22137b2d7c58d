import { randomBytes } from 'node:crypto';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Log } from '../../lib/log.ts';
import { announce, type Owner } from './announce.ts';
import { type FactorRow, lockFactor, noteStep, takeRecoveryCode } from './factors.queries.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { matchingStep } from './totp.ts';

/** Makes the agent's row ready to be changed. */
export function holdFactor(uow: UnitOfWork, userId: number): Promise<FactorRow> {
  return lockFactor(uow.db, userId, randomBytes(32));
}

/**
 * Uses a code of an agent up: one of the app, each step once, or a recovery code, whose use its owner is told of. False when it is
 * neither.
 */
export async function useCode(
  { sealer, log }: Pick<Deps, 'sealer' | 'log'>,
  uow: UnitOfWork,
  owner: Owner,
  typed: string,
): Promise<boolean> {
  const code = typed.replace(/\s/g, '');
  const factor = await holdFactor(uow, owner.id);
  if (/^\d{6}$/.test(code)) {
    const secret = openSecret(sealer, log, factor);
    const step = secret && matchingStep(secret, code, uow.now, Number(factor.totp_last_step));
    if (!step) return false;
    await noteStep(uow.db, owner.id, step, uow.now);
    return true;
  }
  if (!(await takeRecoveryCode(uow.db, owner.id, hashRecoveryCode(code)))) return false;
  await announce(uow, owner, 'agent_recovery_code_used');
  return true;
}

/** Null without an app, and where the key of the desk is no longer the one that sealed the secret. */
function openSecret(sealer: Deps['sealer'], log: Log, factor: FactorRow): string | null {
  if (factor.totp_secret === null) return null;
  try {
    return sealer.open(factor.totp_secret);
  } catch {
    log.error(
      { user: factor.user_id },
      'the secret of an authenticator app cannot be opened: the secret key is another',
    );
    return null;
  }
}
