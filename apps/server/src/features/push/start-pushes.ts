import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Bus } from '../../db/bus.ts';
import { type DueLoop, startDueLoop } from '../../jobs/due-loop.ts';
import { type Outcome, postPush, type Way } from './post-push.ts';
import {
  type ClaimedPush,
  claimPushes,
  deletePush,
  nextPushDue,
  putOffPush,
  takeBackLostPushes,
} from './queue.queries.ts';
import { deleteGone, noteAttempt } from './subscriptions.queries.ts';

/** Calls at once of one process. */
const places = 20;
/** A claim whose outcome nobody has written by then is lost with its process. */
const leaseMs = 60_000;
const second = 1000;
const minute = 60 * second;
/** Pauses between attempts; the last one repeats until it is too late. */
const pauses = [30 * second, 2 * minute, 10 * minute, 30 * minute];
/** A service that wants to be left alone for longer is asked again then. */
const longestPauseMs = 60 * minute;

/**
 * Sends what is due until stopped: woken by new ones, by the time of the next retry, and by a slow scan. Several processes share the queue;
 * what one of them loses, another takes up.
 */
export function startPushes(deps: Deps, bus: Bus, way: Way = {}): Pick<DueLoop<ClaimedPush>, 'stop'> {
  return startDueLoop<ClaimedPush>({
    ...deps,
    bus,
    channel: 'bellhop_push',
    what: 'push notifications',
    idOf: (push) => push.id,
    async claim(underWay, now) {
      const limit = places - underWay.size;
      if (limit <= 0) return { claimed: [], next: null };
      const lost_at = new Date(now.getTime() + leaseMs);
      const claimed = await deps.work(deps.system, async (uow) => {
        await takeBackLostPushes(uow.db, now);
        return claimPushes(uow.db, { now, lost_at, limit });
      });
      return { claimed, next: (await nextPushDue(deps.db, now)) ?? null };
    },
    async perform(push) {
      const outcome = await postPush(deps, push, way);
      deps.meter.count('push_attempts_total', { outcome: outcome.kind });
      await deps.work(deps.system, (uow) => settle(uow, push, outcome));
    },
  });
}

async function settle(uow: UnitOfWork, push: ClaimedPush, outcome: Outcome): Promise<void> {
  const id = push.subscription_id;
  if (outcome.kind === 'gone') return deleteGone(uow.db, id);
  if (outcome.kind === 'later') await putOffPush(uow.db, push, nextAttempt(push.attempts, outcome.retry_at, uow.now));
  else await deletePush(uow.db, push);
  const noted = outcome.kind === 'taken' ? { last_used_at: uow.now, last_error: null } : { last_error: outcome.error };
  await noteAttempt(uow.db, id, noted);
}

function nextAttempt(attempts: number, asked: Date | null, now: Date): Date {
  const pause = pauses[Math.min(attempts, pauses.length) - 1]!;
  const wanted = asked ? asked.getTime() - now.getTime() : 0;
  return new Date(now.getTime() + Math.min(Math.max(pause, wanted), longestPauseMs));
}
