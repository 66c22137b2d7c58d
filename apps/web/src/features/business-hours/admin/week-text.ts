import type { BusinessHours } from '@bellhop/contract';
import { type DayTimes, minutesOf, type Weekday, type WeekTimes, weekdays } from '@bellhop/contract/opening-hours';
import { timeOfDay } from '../../../lib/format.ts';
import { language, t } from '../../../lib/i18n.ts';

/** A weekday as the reader calls it. */
export function dayName(day: Weekday, width: 'long' | 'short' = 'long'): string {
  // The first of January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)));
  return new Intl.DateTimeFormat(language(), { weekday: width, timeZone: 'UTC' }).format(date);
}

/** `17:30` as the reader writes it. */
export function timeText(time: string): string {
  const minutes = minutesOf(time);
  return timeOfDay(new Date(2024, 0, 1, Math.floor(minutes / 60), minutes % 60));
}

/** A date of the calendar as the reader writes it, with its weekday. */
export function dateText(date: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${date}T00:00Z`));
}

/** A week in one line: neighbouring days with the same times stand together. */
export function weekText({ is_always_open, hours }: Pick<BusinessHours, 'is_always_open' | 'hours'>): string {
  if (is_always_open) return t('admin.businessHours.alwaysOpen24x7');
  const runs: { from: Weekday; to: Weekday; times: DayTimes }[] = [];
  weekdays.forEach((day, index) => {
    const times = (hours as WeekTimes)[day];
    if (!times) return;
    const last = runs.at(-1);
    const isNext = last !== undefined && weekdays.indexOf(last.to) === index - 1;
    if (isNext && last.times.open === times.open && last.times.close === times.close) last.to = day;
    else runs.push({ from: day, to: day, times });
  });
  return runs
    .map(({ from, to, times }) => {
      const days = from === to ? dayName(from, 'short') : `${dayName(from, 'short')} – ${dayName(to, 'short')}`;
      return `${days} ${timeText(times.open)} – ${timeText(times.close)}`;
    })
    .join(', ');
}
