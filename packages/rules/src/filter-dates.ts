/** A span of time in milliseconds since 1970: `from` belongs to it, `to` no more. */
export interface TimeSpan {
  from: number;
  to: number;
}

const dayText = /^(\d{4})-(\d{2})-(\d{2})$/;
const localTimeText = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?$/;
const zonedTimeText = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})$/;

/**
 * The span that a filter's text means: a date is the whole day in `zone`, a time is that one millisecond; a time without a zone
 * is one of `zone` (behaviour 13.1). Null when it is neither.
 */
export function timeSpanOf(text: string, zone: string): TimeSpan | null {
  const day = dayText.exec(text);
  if (day) {
    const [year, month, date] = [Number(day[1]), Number(day[2]), Number(day[3])];
    if (!isRealDay(year, month, date)) return null;
    return {
      from: instantIn(zone, Date.UTC(year, month - 1, date)),
      to: instantIn(zone, Date.UTC(year, month - 1, date + 1)),
    };
  }
  const local = localTimeText.exec(text);
  if (local) {
    const [, year, month, date, hour, minute, second = '0', fraction = '0'] = local;
    if (!isRealDay(Number(year), Number(month), Number(date)) || Number(hour) > 23 || Number(minute) > 59) return null;
    const wall = Date.UTC(Number(year), Number(month) - 1, Number(date), Number(hour), Number(minute), Number(second));
    const from = instantIn(zone, wall + Number(fraction.padEnd(3, '0')));
    return { from, to: from + 1 };
  }
  if (!zonedTimeText.test(text)) return null;
  const from = Date.parse(text.replace(' ', 'T'));
  return Number.isNaN(from) ? null : { from, to: from + 1 };
}

function isRealDay(year: number, month: number, date: number): boolean {
  const parsed = new Date(Date.UTC(year, month - 1, date));
  return parsed.getUTCMonth() === month - 1 && parsed.getUTCDate() === date;
}

/**
 * The instant at which clocks of `zone` show `wall` (given as if it were UTC). Where clocks skip that moment, the first instant
 * after the gap; where they show it twice, the first.
 */
function instantIn(zone: string, wall: number): number {
  const candidates = [-24, 0, 24].map((hours) => wall - offsetAt(zone, wall + hours * 3_600_000)).sort((a, b) => a - b);
  return candidates.find((instant) => instant + offsetAt(zone, instant) >= wall) ?? candidates.at(-1)!;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that clocks of `zone` are ahead of UTC at an instant. */
function offsetAt(zone: string, instant: number): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const wall = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
  return wall - Math.floor(instant / 1000) * 1000;
}
