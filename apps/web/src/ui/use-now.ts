import { useSyncExternalStore } from 'react';

interface Clock {
  now: number;
  listeners: Set<() => void>;
  timer?: ReturnType<typeof setInterval> | undefined;
}

const clocks = new Map<number, Clock>();

/** The present time in milliseconds, renewed every `everyMs` for all who use the same pace. */
export function useNow(everyMs: number): number {
  return useSyncExternalStore(
    (listener) => listen(everyMs, listener),
    () => clockOf(everyMs).now,
  );
}

/**
 * A text that follows the present time, such as "8 mins ago". Only a text that has changed renders anew: of two
 * thousand messages at the turn of a minute, those of the last hour.
 */
export function useTextAt(everyMs: number, read: (now: number) => string): string {
  return useSyncExternalStore(
    (listener) => listen(everyMs, listener),
    () => read(clockOf(everyMs).now),
  );
}

function clockOf(everyMs: number): Clock {
  let clock = clocks.get(everyMs);
  if (!clock) {
    clock = { now: Date.now(), listeners: new Set() };
    clocks.set(everyMs, clock);
  }
  return clock;
}

function listen(everyMs: number, listener: () => void): () => void {
  const clock = clockOf(everyMs);
  const tick = () => {
    clock.now = Date.now();
    for (const each of clock.listeners) each();
  };
  clock.listeners.add(listener);
  clock.timer ??= setInterval(tick, everyMs);
  if (Date.now() - clock.now > everyMs) tick();
  return () => {
    clock.listeners.delete(listener);
    if (clock.listeners.size > 0) return;
    clearInterval(clock.timer);
    clock.timer = undefined;
  };
}
