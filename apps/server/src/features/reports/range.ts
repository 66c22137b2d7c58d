import { longestReportDays, type ReportQuery, type ReportRowsQuery } from '@bellhop/contract';
import { Temporal } from 'temporal-polyfill';
import { AppError } from '../../core/app-error.ts';

/** First and last day of a report, in the time zone `zone`. */
export interface ReportRange {
  from: string;
  to: string;
  zone: string;
  days: number;
  /** Where it begins on its first day, if not with it. */
  since?: Date;
}

/** What must hold of everything that is counted. */
export type ReportFilters = Pick<
  ReportQuery,
  'inbox_id' | 'team_id' | 'agent_id' | 'tag_id' | 'priority_id' | 'contact_id'
>;

const lastDays = 30;

type RangeQuery = Pick<ReportQuery, 'from' | 'to' | 'days'> & Pick<ReportRowsQuery, 'overview_days'>;

/** The days that a query means. Throws input.invalid naming `from`, `to`, `days` or `overview_days`. */
export function rangeOf({ from, to, days, overview_days }: RangeQuery, zone: string, now: Date): ReportRange {
  const today = localDay(now, zone);
  if (overview_days !== undefined) {
    if ((from ?? to ?? days) !== undefined) throw refused('overview_days', 'stands alone, without a range');
    const since = beginOf(now, overview_days, zone);
    const first = localDay(since, zone);
    return { from: first.toString(), to: today.toString(), zone, days: first.until(today).days + 1, since };
  }
  if (days !== undefined && (from !== undefined || to !== undefined)) {
    throw refused('days', 'stands alone, without from and to');
  }
  if (to !== undefined && from === undefined) throw refused('from', 'is missing');
  if (from === undefined) {
    const first = today.subtract({ days: (days ?? lastDays) - 1 });
    return { from: first.toString(), to: today.toString(), zone, days: days ?? lastDays };
  }
  const first = Temporal.PlainDate.from(from);
  const last = to === undefined ? today : Temporal.PlainDate.from(to);
  for (const [field, date] of [['from', first] as const, ['to', last] as const]) {
    if (date.year < 1970 || date.year > 2999) throw refused(field, 'is not a day that a report could be about');
  }
  const length = first.until(last).days + 1;
  if (length < 1) throw refused('to', 'is before from');
  if (length > longestReportDays) throw refused('from', 'a report spans ten years at most');
  return { from: first.toString(), to: last.toString(), zone, days: length };
}

function localDay(instant: Date, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate();
}

/** Where a window of the overview begins (wire B 10.3): so many times 24 hours ago; for 0 the beginning of today in the desk's time zone. */
export function beginOf(now: Date, days: number, zone: string): Date {
  if (days > 0) return new Date(now.getTime() - days * 86_400_000);
  return new Date(localDay(now, zone).toZonedDateTime(zone).epochMilliseconds);
}

/** As many days, right before. */
export function rangeBefore(range: ReportRange): ReportRange {
  const first = Temporal.PlainDate.from(range.from);
  return {
    ...range,
    from: first.subtract({ days: range.days }).toString(),
    to: first.subtract({ days: 1 }).toString(),
  };
}

function refused(field: string, reason: string): AppError {
  return new AppError('input.invalid', { params: { field, reason }, data: { [field]: reason } });
}
