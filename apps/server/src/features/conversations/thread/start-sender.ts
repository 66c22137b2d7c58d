import type { Deps } from '../../../core/deps.ts';
import type { Bus } from '../../../db/listener.ts';
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

/** Looked at this often even when nobody called: leases end without a word. */
const slowScanMs = 15_000;

/**
 * Sends due mail until stopped: woken by replies as they are queued, by the time at which the next one is due, and by a slow
 * scan. Several processes share the queue; mails of one conversation leave one after the other. `aloneOnDatabase` takes back at
 * once what a dead process had in hand.
 */
export async function startSender(
  deps: Deps,
  options: { bus: Bus; processId: string; concurrency?: number; leaseMs?: number; aloneOnDatabase?: boolean },
): Promise<Sender> {
  const { bus, processId: owner } = options;
  const concurrency = options.concurrency ?? 8;
  const leaseMs = options.leaseMs ?? 60_000;
  const underWay = new Map<number, Promise<void>>();
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;

  const release = (isAlone: boolean) =>
    deps.work(deps.system, async (uow) => {
      const released = await releaseExpiredOutgoing(uow.db, { now: deps.clock.now(), isAlone });
      if (released > 0) deps.log.info({ released }, 'mails of a sender that died are sent again');
    });
  const send = (mail: OutgoingMail) => {
    const done = deliver(deps, mail, owner)
      .catch((error: Error) =>
        deps.log.error({ message: mail.message_id, err: error }, 'the outcome of a mail is not stored'),
      )
      .finally(() => {
        underWay.delete(mail.message_id);
        void look();
      });
    underWay.set(mail.message_id, done);
  };
  const claim = async () => {
    const free = concurrency - underWay.size;
    if (free <= 0) return;
    const mails = await deps.work(deps.system, (uow) =>
      claimDueOutgoing(uow.db, { owner, lease_ms: leaseMs, now: deps.clock.now(), limit: free }),
    );
    for (const mail of mails) send(mail);
    if (mails.length < free) await sleepUntilNext();
  };
  const sleepUntilNext = async () => {
    const due = await nextOutgoingDue(deps.db);
    if (timer) clearTimeout(timer);
    timer = null;
    if (!due || stopped) return;
    const waitMs = Math.max(due.getTime() - deps.clock.now().getTime(), 10);
    if (waitMs < slowScanMs) timer = setTimeout(() => void look(), waitMs);
  };

  // One look after the other; a call during a look asks for one more.
  let looking: Promise<void> | null = null;
  let again = false;
  const look = (): Promise<void> => {
    if (stopped) return Promise.resolve();
    again = true;
    looking ??= (async () => {
      while (again && !stopped) {
        again = false;
        await claim().catch((error: Error) => deps.log.warn({ err: error.message }, 'due mail could not be claimed'));
      }
      looking = null;
    })();
    return looking;
  };

  let upkeep: Promise<void> = Promise.resolve();
  const keepUp = async (isScan: boolean) => {
    const message_ids = [...underWay.keys()];
    await deps.work(deps.system, (uow) => renewOutgoingLeases(uow.db, { owner, message_ids, lease_ms: leaseMs }));
    if (!isScan) return;
    await release(false);
    await look();
  };
  const upkeepEvery = (everyMs: number, isScan: boolean) =>
    setInterval(() => {
      upkeep = upkeep
        .then(() => keepUp(isScan))
        .catch((error: Error) => deps.log.warn({ err: error.message }, 'outgoing mail could not be looked after'));
    }, everyMs);

  await release(options.aloneOnDatabase ?? false);
  const stopHearing = [bus.on('bellhop_outgoing', () => void look()), bus.onGap(() => void look())];
  const timers = [upkeepEvery(leaseMs / 3, false), upkeepEvery(slowScanMs, true)];
  await look();
  return {
    async stop() {
      stopped = true;
      for (const one of timers) clearInterval(one);
      if (timer) clearTimeout(timer);
      for (const stopOne of stopHearing) stopOne();
      await looking;
      await Promise.all(underWay.values());
      await upkeep;
    },
  };
}
