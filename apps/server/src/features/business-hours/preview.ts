import {
  type BusinessHoursPreview,
  type BusinessHoursPreviewInput,
  minutesOf,
  parseGoDuration,
  previewedDays,
} from '@bellhop/contract';
import { calendarOf } from './calendar.ts';
import { localDays } from './local-days.ts';

/** When a request would be due under hours that need not be stored, and what is open from its date on. */
export function previewBusinessHours(input: BusinessHoursPreviewInput): BusinessHoursPreview {
  const calendar = calendarOf(input, input.zone);
  const days = localDays(calendar.zone);
  const first = days.dayOf(input.start.slice(0, 10));
  const start = new Date(days.instantOf(first, minutesOf(input.start.slice(11))));
  const holidays = new Map(input.holidays.map(({ date, name }) => [date, name]));
  return {
    start_at: start.toISOString(),
    is_open: calendar.isOpen(start),
    due_at: calendar.addOpenTime(start, parseGoDuration(input.duration)!)?.toISOString() ?? null,
    days: Array.from({ length: previewedDays }, (_, index) => {
      const date = days.dateOf(first + index);
      return {
        date,
        holiday: holidays.get(date) ?? null,
        clock_change: calendar.clockChangeOn(date),
        spans: calendar.spansOfDate(date)?.map(({ from, to }) => ({ from: timeText(from), to: timeText(to) })) ?? null,
      };
    }),
  };
}

const timeText = (instant: number) => new Date(instant).toISOString();
