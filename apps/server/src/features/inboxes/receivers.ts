import type { Deps } from '../../core/deps.ts';
import type { Bus } from '../../db/bus.ts';
import { dropAllLeases, releaseLeases, takeLeases } from './leases.queries.ts';
import { receiveMail } from './receive-mail.ts';
import { listReceivingInboxes } from './receiving.queries.ts';
import { createRawMailStore } from './store-raw-mail.ts';

interface Receiver {
  /** The configuration it runs with: another one means a restart of this receiver alone. */
  config: string;
  abort: AbortController;
  done: Promise<void>;
}

/** What a process that receives mail can be told. */
export interface Receivers {
  /** Inboxes that this process receives for. */
  inboxIds(): number[];
  /** Ends all receivers, waits for mails in hand, gives the leases back. */
  stop(): Promise<void>;
}

/**
 * Receives for every enabled inbox with IMAP accounts, each in one process at a time: a lease per inbox, prolonged three times
 * in its life, taken over by others when its owner died (behaviour 0.2). A notification about an inbox restarts that inbox
 * alone. `aloneOnDatabase`: leases of dead processes need not be waited for.
 */
export async function startReceivers(
  deps: Deps,
  options: { bus: Bus; processId: string; leaseMs?: number; aloneOnDatabase?: boolean },
): Promise<Receivers> {
  const { bus, processId } = options;
  const leaseMs = options.leaseMs ?? 15_000;
  const storeRawMail = createRawMailStore(deps);
  const running = new Map<number, Receiver>();
  /** Told to end, but not yet through; their leases stay until they are. */
  const ending = new Map<number, Promise<void>>();
  let leased: readonly number[] = [];
  let leasedUntil = 0;
  let stopped = false;

  const begin = (inbox: { id: number; config: unknown }) => {
    const abort = new AbortController();
    const done = receiveMail(deps, inbox, storeRawMail, abort.signal).catch((error: Error) =>
      deps.log.error({ inbox: inbox.id, err: error }, 'a receiver broke'),
    );
    running.set(inbox.id, { config: JSON.stringify(inbox.config), abort, done });
  };
  const end = (id: number) => {
    const receiver = running.get(id);
    if (!receiver) return;
    running.delete(id);
    receiver.abort.abort();
    ending.set(
      id,
      receiver.done.then(() => {
        ending.delete(id);
        void look();
      }),
    );
  };

  const reconcile = async () => {
    const wanted = new Map((await listReceivingInboxes(deps.db)).map((inbox) => [inbox.id, inbox]));
    const takenAt = performance.now();
    const inbox_ids = [...new Set([...wanted.keys(), ...running.keys(), ...ending.keys()])].sort((a, b) => a - b);
    const idle = leased.filter((id) => !inbox_ids.includes(id));
    leased = await deps.work(deps.system, async (uow) => {
      await releaseLeases(uow.db, processId, idle);
      return takeLeases(uow.db, { inbox_ids, owner: processId, lease_ms: leaseMs });
    });
    leasedUntil = takenAt + leaseMs;
    for (const [id, receiver] of running) {
      const inbox = wanted.get(id);
      if (!inbox || !leased.includes(id) || JSON.stringify(inbox.config) !== receiver.config) end(id);
    }
    for (const inbox of wanted.values()) {
      if (!stopped && leased.includes(inbox.id) && !running.has(inbox.id) && !ending.has(inbox.id)) begin(inbox);
    }
  };

  // One round after the other; a wake during a round asks for one more.
  let round: Promise<void> | null = null;
  let again = false;
  const look = (): Promise<void> => {
    if (stopped) return Promise.resolve();
    if (round) {
      again = true;
      return round;
    }
    round = (async () => {
      do {
        again = false;
        await reconcile().catch((error: Error) =>
          deps.log.warn({ err: error.message }, 'inbox leases could not be renewed'),
        );
      } while (again && !stopped);
      round = null;
    })();
    return round;
  };
  const tick = () => {
    // Without a renewal another process may have them by now: two must not read one mailbox.
    if (performance.now() > leasedUntil) for (const id of [...running.keys()]) end(id);
    void look();
  };

  if (options.aloneOnDatabase) await deps.work(deps.system, (uow) => dropAllLeases(uow.db));
  const stopHearing = [bus.on('bellhop_inboxes', () => void look()), bus.onGap(() => void look())];
  const timer = setInterval(tick, leaseMs / 3);
  await look();
  return {
    inboxIds: () => [...running.keys()],
    async stop() {
      stopped = true;
      clearInterval(timer);
      for (const stopOne of stopHearing) stopOne();
      await round;
      for (const id of [...running.keys()]) end(id);
      await Promise.all(ending.values());
      await deps
        .work(deps.system, (uow) => releaseLeases(uow.db, processId, leased))
        .catch((error: Error) => deps.log.warn({ err: error.message }, 'inbox leases could not be given back'));
    },
  };
}
