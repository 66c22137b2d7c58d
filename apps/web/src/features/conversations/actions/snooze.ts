import { t } from '../../../lib/i18n.ts';

const minuteMs = 60_000;

/** The presets of specification 9, in minutes. */
export const snoozePresets = [60, 180, 360, 720, 1440, 2880] as const;

/** The preset or count of minutes as the status call takes it (specification 7): under 60 as Nm, else whole hours as Nh. */
export function snoozeDuration(minutes: number): string {
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h`;
}

/** How long it is until a moment, as the status call takes it; what is nearer than a minute is a minute. */
export function durationUntil(moment: Date, now: Date): string {
  return snoozeDuration(Math.max(1, Math.floor((moment.getTime() - now.getTime()) / minuteMs)));
}

/** A preset by its name: "1 hour", "2 days". */
export function presetName(minutes: number): string {
  const hours = minutes / 60;
  return hours < 24 ? t('snooze.hours', { n: hours }, hours) : t('snooze.days', { n: hours / 24 }, hours / 24);
}

/**
 * The moment that a date (`2026-03-04`) and a time of day (`12:00`) name on this device, or undefined when they name
 * none or it is not in the future (specification 5).
 */
export function futureMoment(date: string, time: string, now: Date): Date | undefined {
  if (!/^\d{4,6}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}/.test(time)) return undefined;
  const moment = new Date(`${date}T${time}`);
  return moment.getTime() > now.getTime() ? moment : undefined;
}

/** A day as a date field writes it, in this device's time zone. */
export function dateField(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
