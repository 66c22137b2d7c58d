import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Log } from '../../lib/log.ts';
import {
  type AttemptKind,
  countAttemptsOfAddress,
  countFailuresOfAccount,
  insertAttempt,
  lockAttempts,
} from './login.queries.ts';

const minute = 60_000;
/** What one network address may try, an office behind it included. */
const addressLimits: Record<AttemptKind, { attempts: number; within_ms: number }> = {
  login: { attempts: 30, within_ms: minute },
  password_reset: { attempts: 20, within_ms: 15 * minute },
  password_set: { attempts: 30, within_ms: minute },
};
const accountLimit = { failures: 10, within_ms: 15 * minute, remembered_ms: 24 * 60 * minute };
const longestDelayMs = 15 * minute;
/** Links to one mailbox: more would only fill it, and each voids the one before. */
const linkLimit = { links: 5, within_ms: 60 * minute };

/** An attempt as it is counted; what names no account has '' for its email. */
interface Attempt {
  ip: string;
  email: string;
}

/**
 * Admits a login attempt and writes it down as failed before the password is looked at, so that attempts at the same moment
 * count each other; answers its id. Throws `login.too_many` with Retry-After (behaviour 10.2) at 30 attempts of one address
 * within a minute, and at 10 failures on one account within 15 minutes: then each further try waits a minute, and twice
 * as long for every failure of the day beyond the tenth, up to 15 minutes. Refused attempts do not count. The table holds it
 * all, so the limits survive a restart and hold across processes.
 */
export async function admitAttempt(
  { work, system, log }: Pick<Deps, 'work' | 'system' | 'log'>,
  attempt: Attempt,
): Promise<number> {
  return work(system, (uow) => admit(uow, log, 'login', attempt, loginWaitOf));
}

/**
 * Admits, in the same way, the wish for a link to set a password: 20 of one network address within 15 minutes, 5 for one account
 * within an hour, known or not.
 */
export async function admitLinkRequest(uow: UnitOfWork, log: Log, attempt: Attempt): Promise<void> {
  await admit(uow, log, 'password_reset', attempt, linkWaitOf);
}

/** Admits, in the same way, the use of such a link: 30 of one network address within a minute. */
export async function admitLinkUse(uow: UnitOfWork, log: Log, ip: string): Promise<void> {
  await admit(uow, log, 'password_set', { ip, email: '' }, async () => null);
}

/** Admits, in the same way, a step of a sign-in that has no account to name yet; it counts among the logins of its address. */
export async function admitSignOn({ work, system, log }: Pick<Deps, 'work' | 'system' | 'log'>, ip: string) {
  await work(system, (uow) => admit(uow, log, 'login', { ip, email: '' }, async () => null));
}

/** Until when an account is closed, in milliseconds; null while it is not. */
type WaitOf = (uow: UnitOfWork, email: string) => Promise<number | null>;

async function admit(uow: UnitOfWork, log: Log, kind: AttemptKind, attempt: Attempt, waitOf: WaitOf): Promise<number> {
  await lockAttempts(uow.db, attempt);
  const now = uow.now.getTime();
  const refuse = (limit: 'address' | 'account', until: number): never => {
    log.warn({ limit, kind, ip: attempt.ip }, 'an attempt was refused: too many');
    const seconds = Math.max(1, Math.ceil((until - now) / 1000));
    throw new AppError('login.too_many', { params: { seconds }, headers: { 'retry-after': String(seconds) } });
  };

  const { attempts, within_ms } = addressLimits[kind];
  const ofAddress = await countAttemptsOfAddress(uow.db, { kind, ip: attempt.ip }, new Date(now - within_ms));
  if (ofAddress.first_at && ofAddress.count >= attempts) refuse('address', ofAddress.first_at.getTime() + within_ms);
  const until = await waitOf(uow, attempt.email);
  if (until !== null && until > now) refuse('account', until);
  return insertAttempt(uow.db, { ...attempt, kind, at: uow.now });
}

const loginWaitOf: WaitOf = async (uow, email) => {
  const ofAccount = await countFailuresOfAccount(
    uow.db,
    { kind: 'login', email },
    { since: before(uow, accountLimit.remembered_ms), recent: before(uow, accountLimit.within_ms) },
  );
  if (!ofAccount.last_at || ofAccount.recent < accountLimit.failures) return null;
  const delay = Math.min(minute * 2 ** (ofAccount.count - accountLimit.failures), longestDelayMs);
  return ofAccount.last_at.getTime() + delay;
};

const linkWaitOf: WaitOf = async (uow, email) => {
  const since = before(uow, linkLimit.within_ms);
  const asked = await countFailuresOfAccount(uow.db, { kind: 'password_reset', email }, { since, recent: since });
  if (!asked.first_at || asked.count < linkLimit.links) return null;
  return asked.first_at.getTime() + linkLimit.within_ms;
};

function before({ now }: UnitOfWork, milliseconds: number): Date {
  return new Date(now.getTime() - milliseconds);
}
