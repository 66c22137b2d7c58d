/** Why a connection failed, as far as the pause before the next try is concerned. */
export type FailureKind = 'login' | 'other';

/** First pauses and the longest one, in milliseconds. */
export interface BackOff {
  first_ms: number;
  /** Providers lock accounts that are tried with a wrong password again and again (behaviour 1.2). */
  first_login_ms: number;
  longest_ms: number;
}

export const defaultBackOff: BackOff = { first_ms: 1000, first_login_ms: 30_000, longest_ms: 15 * 60_000 };

/**
 * Pause in milliseconds before the next try after `failures` failures in a row (1 and up): doubled each time, up to the
 * longest, and shifted by up to a fifth either way so that many inboxes of one provider do not come back together.
 */
export function backOffDelay(
  failures: number,
  kind: FailureKind,
  backOff: BackOff = defaultBackOff,
  random: () => number = Math.random,
): number {
  const first = kind === 'login' ? backOff.first_login_ms : backOff.first_ms;
  const doubled = first * 2 ** Math.min(failures - 1, 30);
  return Math.round(Math.min(doubled, backOff.longest_ms) * (0.8 + 0.4 * random()));
}
