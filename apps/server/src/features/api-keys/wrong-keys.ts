import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { countWrongKeys, insertWrongKey, lockAddress, type PresentedKey } from './api-keys.queries.ts';

/** As for logins (behaviour 10.2): so many tries of one network address within a minute. */
const limit = { wrong: 30, within_ms: 60_000 };

/** Which wrong keys of an address count now. */
export function guessesOf(ip: string, now: Date): { ip: string; since: Date; most: number } {
  return { ip, since: new Date(now.getTime() - limit.within_ms), most: limit.wrong };
}

/**
 * Writes a wrong key down, so that the limit holds across processes and restarts. Throws `api_key.too_many_wrong` with Retry-After
 * once the address has tried 30 within a minute; refused tries do not count.
 */
export async function noteWrongKey(
  { work, system, log }: Pick<Deps, 'work' | 'system' | 'log'>,
  ip: string,
): Promise<void> {
  await work(system, async (uow) => {
    await lockAddress(uow.db, ip);
    const { count, first_at } = await countWrongKeys(uow.db, ip, guessesOf(ip, uow.now).since);
    if (first_at && count >= limit.wrong) {
      log.warn({ ip }, 'a call was refused: too many wrong API keys');
      throw tooMany(first_at.getTime() + limit.within_ms - uow.now.getTime());
    }
    await insertWrongKey(uow.db, { ip, at: uow.now });
  });
}

/**
 * Refuses a right key too while its address is guessing, or the answer would tell which guess was right. Not the key that was last used
 * from this very address: it is known there, and a broken script must not stop its neighbours. Throws as above.
 */
export function refuseGuesses(row: Pick<PresentedKey, 'wrong_of_address' | 'last_used_ip'>, ip: string): void {
  if (row.wrong_of_address >= limit.wrong && row.last_used_ip !== ip) throw tooMany(limit.within_ms);
}

function tooMany(milliseconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new AppError('api_key.too_many_wrong', { params: { seconds }, headers: { 'retry-after': String(seconds) } });
}
