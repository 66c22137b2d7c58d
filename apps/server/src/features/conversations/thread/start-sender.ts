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

export interface SenderOptions {
  bus: Bus;
  processId: string;
  /** Mails sent at once. */
  concurrency?: number;
  leaseMs?: number;
  /** No other process can be alive: what a dead one had in hand is taken back at once. */
  aloneOnDatabase?: boolean;
}

/** Looked at this often even when nobody called: leases end without a word. */
const slowScanMs = 15_000;

/**
 * Sends due mail until stopped: woken by replies as they are queued, by the time at which the next one is due, and by a slow
 * scan. Several processes share the queue; mails of one conversation leave one after the other.
 */
export async function startSender(deps: Deps, options: SenderOptions): Promise<Sender> {
  const { bus, processId: owner } = options;
  const lease = { owner, lease_ms: options.leaseMs ?? 60_000 };
  const underWay = new Map<number, Promise<void>>();
  await takeBack(deps, options.aloneOnDatabase ?? false);
  const loop = createLoop(deps, { ...lease, concurrency: options.concurrency ?? 8, underWay });
  const stopHearing = [bus.on('bellhop_outgoing', loop.wake), bus.onGap(loop.wake)];
  const upkeep = [
    every(deps, lease.lease_ms / 3, () =>
      deps.work(deps.system, (uow) => renewOutgoingLeases(uow.db, { ...lease, message_ids: [...underWay.keys()] })),
    ),
    every(deps, Math.min(slowScanMs, lease.lease_ms), async () => {
      await takeBack(deps, false);
      loop.wake();
    }),
  ];
  loop.wake();
  return {
    async stop() {
      for (const stopOne of stopHearing) stopOne();
      await loop.stop();
      await Promise.all(underWay.values());
      await Promise.all(upkeep.map((one) => one.stop()));
    },
  };
}

/** Claims due mails as places become free; each `wake` leads to at least one claim afterwards. */
function createLoop(
  deps: Deps,
  options: { owner: string; lease_ms: number; concurrency: number; underWay: Map<number, Promise<void>> },
): { wake(): void; stop(): Promise<void> } {
  const { owner, lease_ms, concurrency, underWay } = options;
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const wake = () => {
    again = true;
    looking ??= look();
  };
  const look = async () => {
    while (again && !stopped) {
      again = false;
      await claim().catch((error: Error) => deps.log.warn({ err: error.message }, 'due mail could not be claimed'));
    }
    looking = null;
  };
  const claim = async () => {
    const free = concurrency - underWay.size;
    if (free <= 0) return;
    const now = deps.clock.now();
    const mails = await deps.work(deps.system, (uow) =>
      claimDueOutgoing(uow.db, { owner, lease_ms, now, limit: free }),
    );
    for (const mail of mails) send(mail);
    if (mails.length < free) await wakeWhenDue();
  };
  const send = (mail: OutgoingMail) => {
    const sending = deliver(deps, mail, owner)
      .catch((error: Error) =>
        deps.log.error({ message: mail.message_id, err: error }, 'the outcome of a mail could not be stored'),
      )
      .finally(() => {
        underWay.delete(mail.message_id);
        wake();
      });
    underWay.set(mail.message_id, sending);
  };
  const wakeWhenDue = async () => {
    const due = await nextOutgoingDue(deps.db);
    if (timer) clearTimeout(timer);
    timer = null;
    if (!due || stopped) return;
    const waitMs = Math.max(due.getTime() - deps.clock.now().getTime(), 10);
    if (waitMs < slowScanMs) timer = setTimeout(wake, waitMs);
  };
  return {
    wake,
    async stop() {
      stopped = true;
      await looking;
      if (timer) clearTimeout(timer);
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
