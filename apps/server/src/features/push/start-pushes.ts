import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Bus } from '../../db/listener.ts';
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

/** The part of a process that sends push notifications. */
export interface Pushes {
  /** Stops claiming and waits for the calls under way, each of which has its limit. */
  stop(): Promise<void>;
}

/** Calls at once of one process. */
const places = 20;
/** A claim whose outcome nobody has written by then is lost with its process. */
const leaseMs = 60_000;
/** Looked at this often even when nobody called. */
const slowScanMs = 15_000;
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
export function startPushes(deps: Deps, bus: Bus, way: Way = {}): Pushes {
  const underWay = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const wake = () => {
    again = true;
    if (!stopped) looking ??= look();
  };
  const look = async () => {
    while (again && !stopped) {
      again = false;
      await claim().catch((error: Error) =>
        deps.log.warn({ err: error.message }, 'due push notifications could not be claimed'),
      );
    }
    looking = null;
  };
  const claim = async () => {
    const now = deps.clock.now();
    const limit = places - underWay.size;
    if (limit <= 0) return;
    const lost_at = new Date(now.getTime() + leaseMs);
    const claimed = await deps.work(deps.system, async (uow) => {
      await takeBackLostPushes(uow.db, now);
      return claimPushes(uow.db, { now, lost_at, limit });
    });
    for (const push of claimed) send(push);
    const due = await nextPushDue(deps.db, now);
    if (timer) clearTimeout(timer);
    timer = null;
    const waitMs = due ? Math.max(due.getTime() - deps.clock.now().getTime(), 10) : slowScanMs;
    if (waitMs < slowScanMs && !stopped) timer = setTimeout(wake, waitMs);
  };
  const send = (push: ClaimedPush) => {
    const sending = postPush(deps, push, way)
      .then((outcome) => deps.work(deps.system, (uow) => settle(uow, push, outcome)))
      .catch((error: Error) => deps.log.error({ err: error }, 'the outcome of a push notification could not be stored'))
      .finally(() => {
        underWay.delete(push.id);
        wake();
      });
    underWay.set(push.id, sending);
  };

  const stopHearing = [bus.on('bellhop_push', wake), bus.onGap(wake)];
  const slowScan = setInterval(wake, slowScanMs);
  wake();
  return {
    async stop() {
      stopped = true;
      for (const stopOne of stopHearing) stopOne();
      clearInterval(slowScan);
      await looking;
      if (timer) clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
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
