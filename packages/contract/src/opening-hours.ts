/** The pure rules of a week of opening hours (wire A 17, behaviour B5.2.4, settled question 35): forms and server judge by them. */

/** Names of weekdays as the keys of `hours`, in the order in which a week is shown. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Times are `HH:MM` on the 24-hour clock. A `close` before `open` is on the next day; breaks lie between the two. */
export interface DayTimes {
  open: string;
  close: string;
  breaks?: { from: string; to: string }[] | undefined;
}
/** Days that are missing are closed. */
export type WeekTimes = Partial<Record<Weekday, DayTimes>>;

const day = 24 * 60;
const week = 7 * day;

/** Minutes since midnight of a well-formed time. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** When a day opens and closes, in minutes since its midnight; past 1440 it is the next day. */
export function spanOf({ open, close }: Pick<DayTimes, 'open' | 'close'>): { from: number; to: number } {
  const [from, to] = [minutesOf(open), minutesOf(close)];
  return { from, to: to < from ? to + day : to };
}

/** The breaks of a day in the same minutes, in their order: what lies before the opening is after midnight. */
export function breakSpansOf(times: DayTimes): { from: number; to: number }[] {
  const { from: open } = spanOf(times);
  const after = (time: string) => (minutesOf(time) < open ? minutesOf(time) + day : minutesOf(time));
  return (times.breaks ?? [])
    .map(({ from, to }) => ({ from: after(from), to: after(to) }))
    .sort((one, other) => one.from - other.from);
}

/** What is wrong with a week, at most once per place. */
export type WeekFault =
  | { kind: 'empty_day' | 'break_outside' | 'break_order' | 'breaks_overlap'; day: Weekday; index?: number }
  | { kind: 'overlap'; day: Weekday; next: Weekday };

/**
 * Judges a week of well-formed times: a day must not open and close at the same time, nor be open still when the next one opens;
 * breaks begin after the opening and end before the closing, each after it began, and don't overlap.
 */
export function weekFaults(hours: WeekTimes): WeekFault[] {
  const faults: WeekFault[] = [];
  weekdays.forEach((name, index) => {
    const times = hours[name];
    if (!times) return;
    const { from, to } = spanOf(times);
    if (from === to) {
      faults.push({ kind: 'empty_day', day: name });
      return;
    }
    const next = weekdays[(index + 1) % weekdays.length]!;
    const after = hours[next];
    if (after && to > day + minutesOf(after.open)) faults.push({ kind: 'overlap', day: name, next });
    faults.push(...breakFaults(name, times));
  });
  return faults;
}

function breakFaults(name: Weekday, times: DayTimes): WeekFault[] {
  const { from: open, to: close } = spanOf(times);
  const faults: WeekFault[] = [];
  const spans = (times.breaks ?? []).map((one) => breakSpansOf({ ...times, breaks: [one] })[0]!);
  spans.forEach((span, index) => {
    const isTaken = (other: { from: number; to: number }, at: number) =>
      at < index && span.from < other.to && other.from < span.to;
    if (span.to <= span.from) faults.push({ kind: 'break_order', day: name, index });
    else if (span.from <= open || span.to >= close) faults.push({ kind: 'break_outside', day: name, index });
    else if (spans.some(isTaken)) faults.push({ kind: 'breaks_overlap', day: name, index });
  });
  return faults;
}

/** The open time of a week without faults, as minutes since Monday's midnight; what Sunday has after midnight is Monday's beginning. */
export function openSpans(hours: WeekTimes): { from: number; to: number }[] {
  const spans = weekdays.flatMap((name, index) => {
    const times = hours[name];
    if (!times) return [];
    const { from, to } = spanOf(times);
    const breaks = breakSpansOf(times);
    const starts = [from, ...breaks.map((one) => one.to)];
    const ends = [...breaks.map((one) => one.from), to];
    return starts.map((start, at) => ({ from: start + index * day, to: ends[at]! + index * day }));
  });
  return spans
    .flatMap(({ from, to }) => {
      if (to <= week) return [{ from, to }];
      return from < week
        ? [
            { from, to: week },
            { from: 0, to: to - week },
          ]
        : [{ from: from - week, to: to - week }];
    })
    .sort((one, other) => one.from - other.from);
}

/**
 * The week to be stored: a day without `breaks` that opens and closes as it did keeps those that it had, because other clients know
 * nothing of breaks (settled question 35). `breaks: []` takes them away.
 */
export function keepBreaks(hours: WeekTimes, stored: WeekTimes): WeekTimes {
  const kept = (name: Weekday, times: DayTimes): DayTimes => {
    const was = stored[name];
    if (times.breaks || !was?.breaks || was.open !== times.open || was.close !== times.close) return times;
    return { ...times, breaks: was.breaks };
  };
  return Object.fromEntries(
    weekdays.flatMap((name) => {
      const times = hours[name];
      if (!times) return [];
      const { breaks, ...pair } = kept(name, times);
      return [[name, breaks?.length ? { ...pair, breaks } : pair]];
    }),
  );
}

/** The date that is today at the last place on earth: whatever is before it has passed everywhere. */
export function lastToday(now: Date): string {
  return new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);
}
