/**
 * The formats of specification 5 and those of configuration, each once: the schemas of format-schemas.ts refuse by them on both
 * sides, forms ask them while somebody types.
 */

/** One part without blanks, an at sign, a domain, a dot, a suffix. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);
}

/** Hours, minutes, seconds in this order, each once or not at all: `1h30m10s`, `45s`; never empty. */
export function isDuration(text: string): boolean {
  return text !== '' && /^(\d+h)?(\d+m)?(\d+s)?$/.test(text);
}

/** Digits, then `h` or `m`: `30m`, `24h`. */
export function isSimpleDuration(text: string): boolean {
  return /^\d+[hm]$/.test(text);
}

/** A time of the day on the 24-hour clock: `00:00` to `23:59`. */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** A day that the calendar has, as `2026-12-25`. */
export function isDay(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** A zone of the time zone database that this platform knows, `Europe/Lisbon` or `UTC`; no bare offset such as `+02:00`. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
