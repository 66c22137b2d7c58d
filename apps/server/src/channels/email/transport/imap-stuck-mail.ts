import { isConnectionLoss } from './describe-mail-error.ts';

/** How long one unreadable mail may hold up those behind it. */
export interface Patience {
  /** Refusals by the server, and at the same time */
  refusals: number;
  /** this much time since the first, in milliseconds: a provider's bad minute must not cost a mail. */
  min_ms: number;
  /** Connections that broke while the mail was fetched; many, because a poor line breaks large mails now and then. */
  breaks: number;
}

export const defaultPatience: Patience = { refusals: 3, min_ms: 2 * 60_000, breaks: 10 };

/** Ways to get at a mail, in the order in which they are tried. */
export type FetchWay = 'whole' | 'reduced' | 'none';

/** Remembers over reconnects which mail cannot be fetched, and decides when to try less of it and when to give it up. */
export interface StuckMail {
  /** The way to take for this mail now. */
  wayFor(uid: number): FetchWay;
  /** Notes that fetching this mail failed. */
  failed(uid: number, error: unknown): void;
  /** The last failure of this mail. */
  lastError(uid: number): unknown;
}

export function trackStuckMail(patience: Patience = defaultPatience, now: () => number = Date.now): StuckMail {
  let stuck: { uid: number; way: FetchWay; refusals: number; breaks: number; since: number; error: unknown } | null =
    null;
  return {
    wayFor: (uid) => (stuck?.uid === uid ? stuck.way : 'whole'),
    lastError: (uid) => (stuck?.uid === uid ? stuck.error : null),
    failed(uid, error) {
      if (stuck?.uid !== uid) stuck = { uid, way: 'whole', refusals: 0, breaks: 0, since: now(), error };
      stuck.error = error;
      if (isConnectionLoss(error)) stuck.breaks += 1;
      else stuck.refusals += 1;
      const isRefused = stuck.refusals >= patience.refusals && now() - stuck.since >= patience.min_ms;
      if (isRefused || stuck.breaks >= patience.breaks) {
        stuck = { uid, way: stuck.way === 'whole' ? 'reduced' : 'none', refusals: 0, breaks: 0, since: now(), error };
      }
    },
  };
}
