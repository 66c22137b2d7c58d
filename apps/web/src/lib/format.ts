import { language, t } from './i18n.ts';

const minuteMs = 60_000;

/**
 * Relative time of specification 9: 'Just now' at 0 minutes, N mins ago under 60, N hrs ago under 24 h, N days ago
 * under 7 days, else the full date. A moment in the future (clocks differ) reads as now.
 */
export function relativeTime(at: string | number | Date, now: number = Date.now()): string {
  const time = new Date(at).getTime();
  if (Number.isNaN(time)) return '';
  const minutes = Math.floor((now - time) / minuteMs);
  if (minutes < 1) return t('time.just_now');
  if (minutes < 60) return t('time.minutes_ago', { n: minutes }, minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t('time.hours_ago', { n: hours }, hours);
  const days = Math.floor(hours / 24);
  if (days < 7) return t('time.days_ago', { n: days }, days);
  return fullDate(time);
}

/** Full date of specification 9: MMMM d, yyyy h:mm a, as in "March 4, 2026 9:05 AM"; other languages in their own order. */
export function fullDate(at: string | number | Date): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  return `${dateFormat('day').format(date)} ${clock(date)}`;
}

/**
 * A day, or the day of a moment in the reader's zone: "March 4, 2026". A day alone is the same day in every zone; what is neither stays as
 * it was written.
 */
export function longDay(text: string): string {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  const isDay = year !== undefined && month !== undefined && day !== undefined;
  const date = isDay ? new Date(year, month - 1, day) : new Date(/^\d{4}-\d{2}-\d{2}T/.test(text) ? text : Number.NaN);
  const isKnown = isDay ? date.getDate() === day && date.getMonth() === month - 1 : !Number.isNaN(date.getTime());
  return isKnown ? dateFormat('day').format(date) : text;
}

/** Time of day as the reader writes it: "2:05 PM" in English. */
export function timeOfDay(at: string | number | Date): string {
  return clock(new Date(at));
}

/** A length of time in its largest whole unit: seconds under a minute, minutes under an hour, else hours (specification 9). */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return t('time.seconds', { n: seconds }, seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('time.minutes', { n: minutes }, minutes);
  const hours = Math.floor(minutes / 60);
  return t('time.hours', { n: hours }, hours);
}

/** "Mar 4" in this year, "Mar 4, 2025" in others: the list's column for old conversations, where a full date has no room. */
export function shortDate(at: string | number | Date, now: number = Date.now()): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return dateFormat(isThisYear ? 'short_day' : 'short_day_of_year').format(date);
}

/** Size of specification 5: under 1 MB in KB, else in MB, with two decimals. `bytes` counts 1,024 to the KB. */
export function fileSize(bytes: number): string {
  const mb = 1024 * 1024;
  return bytes < mb ? `${(bytes / 1024).toFixed(2)} KB` : `${(bytes / mb).toFixed(2)} MB`;
}

/** A file name over 20 characters shows its first 17 and an ellipsis (specification 5). */
export function cutFileName(name: string): string {
  return cut(name, 20, 17);
}

/** The last message in a list: cut at 100 characters, plus an ellipsis (specification 9). */
export function cutPreview(text: string): string {
  return cut(text.replace(/\s+/g, ' ').trim(), 100, 100);
}

/** First letters of the two names, uppercased (specification 9); '?' when there is none. */
export function initials(firstName: string, lastName = ''): string {
  const letters = [firstName, lastName].map((name) => firstLetter(name)).join('');
  return letters.toLocaleUpperCase(language()) || '?';
}

/** Both names with one blank between them. */
export function fullName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

/** A count as the reader writes it: 1,204 in English. */
export function count(n: number): string {
  return kept(numberFormats, language(), (tag) => new Intl.NumberFormat(tag)).format(n);
}

/** Cuts by characters as people see them, so that no emoji is halved. */
function cut(text: string, longest: number, kept: number): string {
  if (text.length <= longest) return text;
  // The segmenter takes milliseconds for a long mail, and a list cuts one for every row that comes into sight.
  if (/^[\x20-\x7e]*$/.test(text.slice(0, longest + 1))) return `${text.slice(0, kept)}…`;
  let characters = 0;
  let end = 0;
  for (const { index } of segmenter().segment(text)) {
    if (characters === kept) end = index;
    if (characters++ === longest) return `${text.slice(0, end)}…`;
  }
  return text;
}

function firstLetter(name: string): string {
  const text = name.trim();
  // Most names need no look at what belongs to a letter.
  if (/^[a-z](?![^\x20-\x7e])/i.test(text)) return text.charAt(0);
  const [first] = segmenter().segment(text);
  return first?.segment ?? '';
}

const dateForms = {
  day: { year: 'numeric', month: 'long', day: 'numeric' },
  short_day: { month: 'short', day: 'numeric' },
  short_day_of_year: { month: 'short', day: 'numeric', year: 'numeric' },
  clock: { hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();
const segmenters = new Map<string, Intl.Segmenter>();

function dateFormat(form: keyof typeof dateForms): Intl.DateTimeFormat {
  const tag = localeTag();
  return kept(dateFormats, `${tag} ${form}`, () => new Intl.DateTimeFormat(tag, dateForms[form]));
}

function segmenter(): Intl.Segmenter {
  return kept(segmenters, language(), (tag) => new Intl.Segmenter(tag));
}

/** Formats are kept, because making one takes longer than all the rest of writing a time, and a page writes hundreds. */
function kept<T>(formats: Map<string, T>, key: string, make: (key: string) => T): T {
  let format = formats.get(key);
  if (!format) {
    format = make(key);
    formats.set(key, format);
  }
  return format;
}

/** Engines put a narrow no-break space before AM; the specification has an ordinary one. */
function clock(date: Date): string {
  const text = dateFormat('clock').format(date);
  return text.replace(/[\u202f\u00a0]/g, ' ');
}

function localeTag(): string {
  return language() === 'en' ? 'en-US' : language();
}
