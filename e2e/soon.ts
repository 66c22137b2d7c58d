import { expect } from 'vitest';

/** Asks again until the assertion holds: what a page shows follows what was done with it. */
export function soon<T>(probe: () => T | Promise<T>) {
  return expect.poll(probe, { timeout: 15_000, interval: 50 });
}
