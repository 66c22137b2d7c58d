/** A counted number of places; who finds none free waits in line. */
export interface Slots {
  /**
   * Takes a place and returns the function that gives it back. Null when none came free within `waitMs`, or when `signal`
   * ended the wait.
   */
  take(waitMs: number, signal?: AbortSignal): Promise<(() => void) | null>;
}

/** Places for `count` at a time, such as connections of a mailbox (B1.1.3 `max_conns`, `wait_timeout`) or reports being counted. */
export function createSlots(count: number): Slots {
  const waiting: ((release: () => void) => void)[] = [];
  let free = count;

  function giveBack(): void {
    const next = waiting.shift();
    if (next) next(releaseOnce());
    else free += 1;
  }

  function releaseOnce(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      giveBack();
    };
  }

  return {
    take(waitMs, signal) {
      if (signal?.aborted) return Promise.resolve(null);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(releaseOnce());
      }
      return new Promise((resolve) => {
        const settle = (release: (() => void) | null): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', giveUp);
          resolve(release);
        };
        const giveUp = (): void => {
          const place = waiting.indexOf(settle);
          if (place >= 0) waiting.splice(place, 1);
          settle(null);
        };
        const timer = setTimeout(giveUp, waitMs);
        signal?.addEventListener('abort', giveUp);
        waiting.push(settle);
      });
    },
  };
}
