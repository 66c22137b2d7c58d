import { parseGoDuration } from '@bellhop/contract/go-duration';

/** Longest snooze: one year (behaviour 3.1). */
const longestSnooze = 366 * 24 * 3_600_000;

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * When a snooze ends: `text` is a Go duration from `now` (`6h`) or an RFC 3339 time. Null when it is neither, not in the future,
 * or more than a year ahead.
 */
export function snoozeUntil(text: string, now: Date): Date | null {
  const trimmed = text.trim();
  const duration = rfc3339.test(trimmed) ? Date.parse(trimmed) - now.getTime() : parseGoDuration(trimmed);
  if (duration === null || !(duration > 0) || duration > longestSnooze) return null;
  return new Date(now.getTime() + duration);
}
