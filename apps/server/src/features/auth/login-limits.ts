import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { countAttemptsOfAddress, countFailuresOfAccount, insertAttempt, lockAttempts } from './login.queries.ts';

const minute = 60_000;
const addressLimit = { attempts: 30, within_ms: minute };
const accountLimit = { failures: 10, within_ms: 15 * minute, remembered_ms: 24 * 60 * minute };
const longestDelayMs = 15 * minute;

/**
 * Admits a login attempt and writes it down as failed before the password is looked at, so that attempts at the same moment
 * count each other; answers its id. Throws `login.too_many` with Retry-After (behaviour 10.2) at 30 attempts of one address
 * within a minute, and at 10 failures on one account within 15 minutes: then each further try waits a minute, and twice
 * as long for every failure of the day beyond the tenth, up to 15 minutes. Refused attempts do not count. The table holds it
 * all, so the limits survive a restart and hold across processes.
 */
export async function admitAttempt(
  { work, system, log }: Pick<Deps, 'work' | 'system' | 'log'>,
  attempt: { ip: string; email: string },
): Promise<number> {
  return work(system, async (uow) => {
    await lockAttempts(uow.db, attempt);
    const now = uow.now.getTime();
    const ago = (milliseconds: number) => new Date(now - milliseconds);
    const refuse = (limit: 'address' | 'account', until: number): never => {
      log.warn({ limit, ip: attempt.ip }, 'a login was refused: too many attempts');
      const seconds = Math.max(1, Math.ceil((until - now) / 1000));
      throw new AppError('login.too_many', { params: { seconds }, headers: { 'retry-after': String(seconds) } });
    };

    const ofAddress = await countAttemptsOfAddress(uow.db, attempt.ip, ago(addressLimit.within_ms));
    if (ofAddress.first_at && ofAddress.count >= addressLimit.attempts) {
      refuse('address', ofAddress.first_at.getTime() + addressLimit.within_ms);
    }
    const ofAccount = await countFailuresOfAccount(uow.db, attempt.email, {
      since: ago(accountLimit.remembered_ms),
      recent: ago(accountLimit.within_ms),
    });
    if (ofAccount.last_at && ofAccount.recent >= accountLimit.failures) {
      const delay = Math.min(minute * 2 ** (ofAccount.count - accountLimit.failures), longestDelayMs);
      const until = ofAccount.last_at.getTime() + delay;
      if (until > now) refuse('account', until);
    }
    return insertAttempt(uow.db, { ...attempt, at: uow.now });
  });
}
