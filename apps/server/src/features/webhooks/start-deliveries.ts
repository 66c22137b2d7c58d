import type { Deps } from '../../core/deps.ts';
import type { Bus } from '../../db/listener.ts';
import { deliver } from './deliver.ts';
import type { Way } from './post-event.ts';
import { type ClaimedDelivery, claimDeliveries, nextDue, takeBackLost } from './queue.queries.ts';

/** The part of a process that sends webhooks. */
export interface Deliveries {
  /** Stops claiming and waits for the calls under way, each of which has its limit. */
  stop(): Promise<void>;
}

/** Calls at once to one webhook: what is slow takes nobody else's place. */
const perWebhook = 4;
/** A claim whose outcome nobody has written by then is lost with its process. */
const leaseMs = 60_000;
/** Longer than a call may take. */
const lookAgainMs = 12_000;
/** Looked at this often even when nobody called: leases end without a word. */
const slowScanMs = 15_000;

/**
 * Delivers what is due until stopped: woken by new events, by the time at which the next retry is due, and by a slow scan. Several processes share
 * the queue; what one of them loses, another takes up.
 */
export function startDeliveries(deps: Deps, bus: Bus, way: Way = {}): Deliveries {
  const underWay = new Map<number, { webhook_id: number; sending: Promise<void> }>();
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
      await claim().catch((error: Error) => deps.log.warn({ err: error.message }, 'due webhooks could not be claimed'));
    }
    looking = null;
  };
  const claim = async () => {
    const now = deps.clock.now();
    const later = (ms: number) => new Date(now.getTime() + ms);
    const { claimed, put_off, lost } = await deps.work(deps.system, async (uow) => ({
      lost: await takeBackLost(uow.db, now),
      ...(await claimDeliveries(uow.db, {
        now,
        lost_at: later(leaseMs),
        look_again: later(lookAgainMs),
        per_webhook: perWebhook,
        busy: countBusy(underWay.values()),
      })),
    }));
    if (lost > 0) deps.log.info({ lost }, 'webhooks of a process that died are sent again');
    for (const delivery of claimed) send(delivery);
    // Behind those that were put off others may be due.
    if (put_off > 0) again = true;
    else await wakeWhenDue(now);
  };
  const send = (delivery: ClaimedDelivery) => {
    const sending = deliver(deps, delivery, way)
      .catch((error: Error) =>
        deps.log.error({ delivery: delivery.id, err: error }, 'the outcome of a webhook could not be stored'),
      )
      .finally(() => {
        underWay.delete(delivery.id);
        wake();
      });
    underWay.set(delivery.id, { webhook_id: delivery.webhook_id, sending });
  };
  const wakeWhenDue = async (now: Date) => {
    const due = await nextDue(deps.db, now);
    if (timer) clearTimeout(timer);
    timer = null;
    if (!due || stopped) return;
    const waitMs = Math.max(due.getTime() - deps.clock.now().getTime(), 10);
    if (waitMs < slowScanMs) timer = setTimeout(wake, waitMs);
  };

  const stopHearing = [bus.on('bellhop_webhooks', wake), bus.onGap(wake)];
  const slowScan = setInterval(wake, slowScanMs);
  wake();
  return {
    async stop() {
      stopped = true;
      for (const stopOne of stopHearing) stopOne();
      clearInterval(slowScan);
      await looking;
      if (timer) clearTimeout(timer);
      await Promise.all([...underWay.values()].map(({ sending }) => sending));
    },
  };
}

function countBusy(underWay: Iterable<{ webhook_id: number }>): Map<number, number> {
  const busy = new Map<number, number>();
  for (const { webhook_id } of underWay) busy.set(webhook_id, (busy.get(webhook_id) ?? 0) + 1);
  return busy;
}
