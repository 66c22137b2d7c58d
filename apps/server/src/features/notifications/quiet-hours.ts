import type { QuietHours } from '@bellhop/contract';
import { Temporal } from 'temporal-polyfill';

/**
 * When the quiet hours end that a moment lies in; null when it lies in none. They end at their time on the agent's own clock, whatever daylight
 * saving does meanwhile.
 */
export function quietUntil({ from, to, zone }: QuietHours, now: Date): Date | null {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const [begin, end] = [Temporal.PlainTime.from(from), Temporal.PlainTime.from(to)];
  const isPast = (time: Temporal.PlainTime) => Temporal.PlainTime.compare(local.toPlainTime(), time) >= 0;
  const overnight = Temporal.PlainTime.compare(begin, end) > 0;
  const isQuiet = overnight ? isPast(begin) || !isPast(end) : isPast(begin) && !isPast(end);
  if (!isQuiet) return null;
  const day = overnight && isPast(begin) ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate();
  return new Date(day.toZonedDateTime({ timeZone: zone, plainTime: end }).epochMilliseconds);
}
