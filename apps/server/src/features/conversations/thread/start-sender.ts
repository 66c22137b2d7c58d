import type { Deps } from '../../../core/deps.ts';
import type { Bus } from '../../../db/bus.ts';
import { slowScanMs, startDueLoop } from '../../../jobs/due-loop.ts';
import { deliver } from './deliver.ts';
import {
  claimDueOutgoing,
  nextOutgoingDue,
  type OutgoingMail,
  releaseExpiredOutgoing,
  renewOutgoingLeases,
} from './outgoing.queries.ts';

/** The part of a process that sends mail. */
export interface Sender {
  /** Stops claiming and waits for the mails under way. */
  stop(): Promise<void>;
}

export interface SenderOptions {
  bus: Bus;
  processId: string;
  /** Mails sent at once. */
  concurrency?: number;
  leaseMs?: number;
  /** No other process can be alive: what a dead one had in hand is taken back at once. */
  aloneOnDatabase?: boolean;
}

/**
 * Sends due mail until stopped: woken by replies as they are queued, by the time at which the next one is due, and by a slow
 * scan. Several processes share the queue; mails of one conversation leave one after the other.
 */
export async function startSender(deps: Deps, options: SenderOptions): Promise<Sender> {
  const { bus, processId: owner } = options;
  const lease = { owner, lease_ms: options.leaseMs ?? 60_000 };
  const concurrency = options.concurrency ?? 8;
  await takeBack(deps, options.aloneOnDatabase ?? false);
  const loop = startDueLoop<OutgoingMail>({
    ...deps,
    bus,
    channel: 'bellhop_outgoing',
    what: 'mail',
    idOf: (mail) => mail.message_id,
    async claim(underWay, now) {
      const free = concurrency - underWay.size;
      if (free <= 0) return { claimed: [], next: null };
      const claimed = await deps.work(deps.system, (uow) => claimDueOutgoing(uow.db, { ...lease, now, limit: free }));
      return { claimed, next: claimed.length < free ? ((await nextOutgoingDue(deps.db)) ?? null) : null };
    },
    perform: (mail) => deliver(deps, mail, owner),
  });
  const upkeep = [
    every(deps, lease.lease_ms / 3, () =>
      deps.work(deps.system, (uow) =>
        renewOutgoingLeases(uow.db, { ...lease, message_ids: [...loop.underWay.keys()] }),
      ),
    ),
    every(deps, Math.min(slowScanMs, lease.lease_ms), async () => {
      await takeBack(deps, false);
      loop.wake();
    }),
  ];
  return {
    async stop() {
      await loop.stop();
      await Promise.all(upkeep.map((one) => one.stop()));
    },
  };
}

async function takeBack(deps: Deps, isAlone: boolean): Promise<void> {
  const released = await deps.work(deps.system, (uow) =>
    releaseExpiredOutgoing(uow.db, { now: deps.clock.now(), isAlone }),
  );
  if (released > 0) deps.log.info({ released }, 'mails of a sender that died are sent again');
}

/** Runs a task again and again, never two at once; failures are logged and the next turn comes all the same. */
function every(deps: Deps, everyMs: number, task: () => Promise<void>): { stop(): Promise<void> } {
  let last: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    last = last
      .then(task)
      .catch((error: Error) => deps.log.warn({ err: error.message }, 'outgoing mail could not be looked after'));
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}
