const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Pauses between attempts; the last one repeats. */
const pauses = [10 * second, 30 * second, 2 * minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour];

/** A delivery is given up so long after its first attempt. */
export const givenUpAfterMs = 24 * hour;

/** A webhook that had no success for so long is switched off. */
export const switchedOffAfterMs = 24 * hour;

/**
 * When the next attempt is due; null when this was the last. Pauses grow, vary by a fifth so that receivers that come back are not met by everything
 * at once, and end with an attempt at the end of the day.
 */
export function nextAttempt(
  attempts: number,
  { now, first }: { now: Date; first: Date },
  random: () => number = Math.random,
): Date | null {
  const end = first.getTime() + givenUpAfterMs;
  if (now.getTime() >= end) return null;
  const pause = pauses[Math.min(attempts, pauses.length) - 1]! * (0.8 + 0.4 * random());
  return new Date(Math.min(now.getTime() + pause, end));
}
