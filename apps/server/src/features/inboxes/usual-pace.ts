/** Mails that came in one hour of the clock. */
export interface ArrivalHour {
  hour: Date;
  count: number;
}

/** How an inbox's mail comes as a rule. */
export interface Pace {
  /** Seconds between two mails, as a rule. */
  usual_gap: number;
  /** Mails that would have come between two moments, by the hours of the last weeks: nights and weekends count for little. */
  expected(from: Date, to: Date): number;
  /** The longest pause that is still usual, in mails that would have come. */
  usual_pause: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const paceDays = 14;
/** Fewer mails, or on fewer days, are no habit. */
const fewestMails = 20;
const fewestDays = 6;

/**
 * The pace of an inbox from the hours of its last 14 days in which mail came, in their order; null for one without regular mail.
 * An hour of a weekday is compared with the same hour of other weekdays, one of a weekend with other weekends (UTC), each smoothed
 * by its neighbours.
 */
export function usualPace(hours: readonly ArrivalHour[], now: Date): Pace | null {
  const mails = hours.reduce((sum, one) => sum + one.count, 0);
  const days = new Set(hours.map(({ hour }) => Math.floor(hour.getTime() / dayMs)));
  if (mails < fewestMails || days.size < fewestDays) return null;
  const begun = Math.max(hours[0]!.hour.getTime(), now.getTime() - paceDays * dayMs);
  const rates = hourlyRates(hours, begun, now.getTime());
  const expected = (from: Date, to: Date) => expectedBetween(rates, from.getTime(), to.getTime());
  const pauses = hours
    .slice(1)
    .map(({ hour }, index) => expected(new Date(hours[index]!.hour.getTime() + hourMs), hour))
    .sort((a, b) => a - b);
  const gaps = hours
    .flatMap(({ hour, count }, index) => {
      const before = hours[index - 1];
      const between = before ? [hour.getTime() - before.hour.getTime()] : [];
      // Mails of one hour are taken to be spread over it.
      return [...between, ...Array<number>(count - 1).fill(hourMs / count)];
    })
    .sort((a, b) => a - b);
  return {
    usual_gap: Math.round(quantile(gaps, 0.5) / 1000),
    expected,
    usual_pause: Math.max(1, quantile(pauses, 0.9)),
  };
}

/** How often the usual pause must pass without a mail. */
const manyPauses = 3;
/** Shorter than this no silence is worth a word. */
const shortestSilenceMs = 2 * hourMs;

/**
 * Whether no mail since `last` is unusual: three times the usual pause has passed, measured in mails that would have come
 * (field: no mail in 3 × usual gap), and two hours at least.
 */
export function isUnusuallySilent(pace: Pace, last: Date, now: Date): boolean {
  if (now.getTime() - last.getTime() < shortestSilenceMs) return false;
  return pace.expected(last, now) > manyPauses * pace.usual_pause;
}

/** Mails of an hour, by weekday or weekend and hour of the day. */
function hourlyRates(hours: readonly ArrivalHour[], from: number, to: number): number[] {
  const seen = Array<number>(48).fill(0);
  for (let at = Math.floor(from / hourMs) * hourMs; at < to; at += hourMs) seen[slotOf(at)]! += 1;
  const counts = Array<number>(48).fill(0);
  for (const { hour, count } of hours) counts[slotOf(hour.getTime())]! += count;
  const rate = (slot: number) => counts[slot]! / Math.max(1, seen[slot]!);
  return counts.map((_count, slot) => {
    const half = slot < 24 ? 0 : 24;
    const beside = (by: number) => half + ((slot - half + by + 24) % 24);
    return (rate(beside(-1)) + 2 * rate(slot) + rate(beside(1))) / 4;
  });
}

function expectedBetween(rates: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; ) {
    const next = Math.min((Math.floor(at / hourMs) + 1) * hourMs, to);
    sum += (rates[slotOf(at)]! * (next - at)) / hourMs;
    at = next;
  }
  return sum;
}

function slotOf(at: number): number {
  const time = new Date(at);
  const isWeekend = time.getUTCDay() === 0 || time.getUTCDay() === 6;
  return (isWeekend ? 24 : 0) + time.getUTCHours();
}

/** Of sorted numbers; 0 when there are none. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
