import type { Deps } from '../../core/deps.ts';
import type { Bus } from '../../db/bus.ts';
import { type DueLoop, startDueLoop } from '../../jobs/due-loop.ts';
import { deliver } from './deliver.ts';
import type { Way } from './post-event.ts';
import { type ClaimedDelivery, claimDeliveries, nextDue, takeBackLost } from './queue.queries.ts';

/** Calls at once to one webhook: what is slow takes nobody else's place. */
const perWebhook = 4;
/** A claim whose outcome nobody has written by then is lost with its process. */
const leaseMs = 60_000;
/** Longer than a call may take. */
const lookAgainMs = 12_000;
/**
 * Delivers what is due until stopped: woken by new events, by the time at which the next retry is due, and by a slow scan. Several processes share
 * the queue; what one of them loses, another takes up.
 */
export function startDeliveries(deps: Deps, bus: Bus, way: Way = {}): Pick<DueLoop<ClaimedDelivery>, 'stop'> {
  return startDueLoop<ClaimedDelivery>({
    ...deps,
    bus,
    channel: 'bellhop_webhooks',
    what: 'webhooks',
    idOf: (delivery) => delivery.id,
    async claim(underWay, now) {
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
      // Behind those that were put off others may be due.
      return { claimed, next: put_off > 0 ? 'now' : ((await nextDue(deps.db, now)) ?? null) };
    },
    perform: (delivery) => deliver(deps, delivery, way),
  });
}

function countBusy(underWay: Iterable<{ webhook_id: number }>): Map<number, number> {
  const busy = new Map<number, number>();
  for (const { webhook_id } of underWay) busy.set(webhook_id, (busy.get(webhook_id) ?? 0) + 1);
  return busy;
}
