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

/** When a conversation began, for its head: "opened today", "opened Nov 12". */
export function openedOn(at: string, now: number): string {
  const days = daysBetween(new Date(at), new Date(now));
  if (days === 0) return t('thread.opened_today');
  return days === 1 ? t('thread.opened_yesterday') : t('thread.opened_on', { date: shortDate(at, now) });
}

function clock(date: Date): string {
  const locale = language() === 'en' ? 'en-US' : language();
  const text = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(date);
  return text.replace(/[\u202f\u00a0]/g, ' ');
}

/** Whole days of the calendar from the first to the second, whatever the clock does to summer time. */
function daysBetween(first: Date, second: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  return day(second) - day(first);
}
