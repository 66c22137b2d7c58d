import { relativeTime, shortDate } from '../../../lib/format.ts';
import { language, t } from '../../../lib/i18n.ts';

const minuteMs = 60_000;

/** When a message was written: "8 mins ago" in the first hour, then "Today, 9:05", "Yesterday, 16:20", "Nov 12, 16:20". */
export function messageTime(at: string, now: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  if (now - date.getTime() < 60 * minuteMs && date.getTime() <= now + minuteMs) return relativeTime(at, now);
  return dayAndTime(date, now);
}

/** A moment, past or to come, as "Today, 9:05", "Tomorrow, 12:00" or "Nov 12, 16:20". */
export function dayAndTime(date: Date, now: number): string {
  const time = clock(date);
  switch (daysBetween(date, new Date(now))) {
    case -1:
      return t('time.tomorrow_at', { time });
    case 0:
      return t('time.today_at', { time });
    case 1:
      return t('time.yesterday_at', { time });
    default:
      return t('time.date_at', { date: shortDate(date, now), time });
  }
}

/** A day as the line above its messages names it: "Today", "Yesterday", "Wednesday, November 12", with the year in others. */
export function dayName(at: string, now: number): string {
  const date = new Date(at);
  const days = daysBetween(date, new Date(now));
  if (days === 0) return t('globals.terms.today');
  if (days === 1) return t('time.yesterday');
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return formatOf(isThisYear ? 'day' : 'day of year').format(date);
}

/** When a conversation began, for its head: "opened today", "opened Nov 12". */
export function openedOn(at: string, now: number): string {
  const days = daysBetween(new Date(at), new Date(now));
  if (days === 0) return t('thread.opened_today');
  return days === 1 ? t('thread.opened_yesterday') : t('thread.opened_on', { date: shortDate(at, now) });
}

function clock(date: Date): string {
  return formatOf('clock')
    .format(date)
    .replace(/[\u202f\u00a0]/g, ' ');
}

const forms = {
  clock: { hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'long', month: 'long', day: 'numeric' },
  'day of year': { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept, because making one takes longer than all the rest of writing a time. */
function formatOf(form: keyof typeof forms): Intl.DateTimeFormat {
  const locale = language() === 'en' ? 'en-US' : language();
  const key = `${locale} ${form}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, forms[form]);
    formats.set(key, format);
  }
  return format;
}

/** Whole days of the calendar from the first to the second, whatever the clock does to summer time. */
function daysBetween(first: Date, second: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  return day(second) - day(first);
}
