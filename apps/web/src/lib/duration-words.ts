import { parseGoDuration } from '@bellhop/contract/go-duration';
import { t } from './i18n.ts';

const hourMs = 3_600_000;

/** A Go duration of whole hours or days in words; any other as it was written. */
export function durationInWords(text: string): string {
  const hours = (parseGoDuration(text.trim()) ?? 0) / hourMs;
  if (!Number.isInteger(hours) || hours <= 0) return text;
  const days = hours / 24;
  return Number.isInteger(days) ? t('snooze.days', { n: days }, days) : t('snooze.hours', { n: hours }, hours);
}
