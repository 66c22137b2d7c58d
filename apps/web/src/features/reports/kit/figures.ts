import { language, t } from '../../../lib/i18n.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * A length of time in its two largest units: "2 days 4 hr", "3 hr 12 min". Time within business hours has no days, because
 * one would be read as a calendar day.
 */
export function lengthText(seconds: number, { isBusiness = false } = {}): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < minute) return inUnits([[whole, 'second']]);
  const minutes = Math.round(whole / minute) * minute;
  if (minutes < hour) return inUnits([[minutes / minute, 'minute']]);
  if (minutes < 2 * day || isBusiness) {
    return inUnits([
      [Math.floor(minutes / hour), 'hour'],
      [(minutes % hour) / minute, 'minute'],
    ]);
  }
  const hours = Math.round(whole / hour) * hour;
  return inUnits([
    [Math.floor(hours / day), 'day'],
    [(hours % day) / hour, 'hour'],
  ]);
}

type Unit = 'second' | 'minute' | 'hour' | 'day';

function inUnits(parts: readonly (readonly [number, Unit])[]): string {
  const shown = parts.filter(([n], index) => index === 0 || n > 0);
  const texts = shown.map(([n, unit]) =>
    new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'short' }).format(n),
  );
  return new Intl.ListFormat(language(), { type: 'unit', style: 'narrow' }).format(texts);
}

/** A share of 0 to 1 with one decimal, always, so that those of a column stand below one another: "97.1 %" as the language writes it. */
export function percentText(share: number): string {
  return withDecimals(share, 1, { style: 'percent' });
}

/** Per cent as the server has them, null where there is nothing to divide by. */
export function percentOf(value: number | null): string {
  return value === null ? '–' : percentText(value / 100);
}

/** A figure that need not be whole, such as an average rating, with two decimals, always. */
export function decimalText(value: number): string {
  return withDecimals(value, 2);
}

function withDecimals(value: number, decimals: number, options?: Intl.NumberFormatOptions): string {
  const fixed = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(language(), { ...options, ...fixed }).format(value);
}

/** A day of the desk's calendar, `YYYY-MM-DD`: "Nov 6", with the weekday and the year in its long form. */
export function dayText(date: string, form: 'short' | 'long' = 'short'): string {
  const options: Intl.DateTimeFormatOptions =
    form === 'short'
      ? { month: 'short', day: 'numeric' }
      : { weekday: 'short', dateStyle: undefined, month: 'short', day: 'numeric', year: 'numeric' };
  return new Intl.DateTimeFormat(language(), { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00Z`));
}

/** One part of a distribution: under its upper end, between two, or over the last. */
export function stepText(from: number, to: number | null, text: (value: number) => string): string {
  if (to === null) return t('report.over', { value: text(from) });
  return from === 0 ? t('report.under', { value: text(to) }) : t('report.between', { from: text(from), to: text(to) });
}

/** A number of days: "3 days". */
export function daysLengthText(days: number): string {
  return new Intl.NumberFormat(language(), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
}

/** A day of the week, 1 is Monday. */
export function weekdayText(weekday: number, form: 'short' | 'long'): string {
  // The 5th of January 1970 was a Monday.
  const date = new Date(Date.UTC(1970, 0, 4 + weekday));
  return new Intl.DateTimeFormat(language(), { weekday: form, timeZone: 'UTC' }).format(date);
}

/** The hour that begins then: "09:00", in its short form "09". */
export function hourText(hour: number, isShort = false): string {
  const text = String(hour).padStart(2, '0');
  return isShort ? text : `${text}:00`;
}
