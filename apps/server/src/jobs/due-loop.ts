import type { Bus } from '../db/bus.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';

/** What a look found: what was claimed, and when something is due next; `now` when more may be due already, null for nothing in sight. */
export interface Found<T> {
  claimed: readonly T[];
  next: Date | 'now' | null;
}

export interface DueLoopOptions<T> {
  clock: Clock;
  log: Log;
  bus: Bus;
  /** The channel on which new work is told of. */
  channel: string;
  /** What it is that is due, for the log: `webhooks`. */
  what: string;
  idOf(item: T): number;
  /** Claims what may begin now; `underWay` is what this process has in hand. */
  claim(underWay: ReadonlyMap<number, T>, now: Date): Promise<Found<T>>;
  /** Does one thing. It keeps failures of the world outside itself; what it throws is a fault of ours and logged. */
  perform(item: T): Promise<void>;
}

/** A queue of rows with due times that this process works on. */
export interface DueLoop<T> {
  /** Leads to at least one look afterwards. */
  wake(): void;
  underWay: ReadonlyMap<number, T>;
  /** Claims nothing more and waits for what is under way. */
  stop(): Promise<void>;
}

/** Looked at this often even when nobody called: leases of dead processes end without a word. */
export const slowScanMs = 15_000;

/**
 * Works on what is due until stopped: woken by new work, by the time at which the next is due, by the end of each piece of work, and by a slow
 * scan. Several processes may share a queue whose claims exclude each other.
 */
export function startDueLoop<T>(options: DueLoopOptions<T>): DueLoop<T> {
  const { clock, log, bus, channel, what } = options;
  const underWay = new Map<number, T>();
  const performing = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
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
      await claim().catch((error: Error) => log.warn({ err: error.message }, `due ${what} could not be claimed`));
    }
    looking = null;
  };
  const claim = async () => {
    const { claimed, next } = await options.claim(underWay, clock.now());
    for (const item of claimed) perform(item);
    if (next === 'now') again = true;
    else wakeAt(next);
  };
  const perform = (item: T) => {
    const id = options.idOf(item);
    underWay.set(id, item);
    const done = options
      .perform(item)
      .catch((error: Error) => log.error({ id, err: error }, `the outcome of due ${what} could not be stored`))
      .finally(() => {
        underWay.delete(id);
        performing.delete(done);
        wake();
      });
    performing.add(done);
  };
  const wakeAt = (due: Date | null) => {
    clearTimeout(timer);
    if (!due || stopped) return;
    const waitMs = Math.max(due.getTime() - clock.now().getTime(), 10);
    if (waitMs < slowScanMs) timer = setTimeout(wake, waitMs);
  };

  const stopHearing = [bus.on(channel, wake), bus.onGap(wake)];
  const slowScan = setInterval(wake, slowScanMs);
  wake();
  return {
    wake,
    underWay,
    async stop() {
      stopped = true;
      for (const stopOne of stopHearing) stopOne();
      clearInterval(slowScan);
      await looking;
      clearTimeout(timer);
      await Promise.all(performing);
    },
  };
}
