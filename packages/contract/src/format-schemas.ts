import * as z from 'zod';
import { isDay, isDuration, isEmail, isTimeOfDay, isTimeZone } from './formats.ts';
import { parseGoDuration } from './go-duration.ts';

/**
 * Members of a body in the formats of formats.ts. A refusal's `params.key` is the text that Bellhop's client shows, its message what
 * callers of the API read.
 */

/** An address of at most 320 characters, trimmed. */
export const emailText = z
  .string()
  .trim()
  .max(320)
  .refine(isEmail, {
    error: 'it must be an address such as lee@example.com',
    params: { key: 'globals.messages.invalidEmailAddress' },
  });

/** A duration as isDuration reads it. */
export const durationText = z
  .string()
  .trim()
  .max(30)
  .refine(isDuration, {
    error: 'it must be a duration such as 90s, 30m or 1h30m',
    params: { key: 'globals.messages.goDuration' },
  });

/** Any Go duration of a minute or more (wire B 13.4); more than ten years are no deadline (behaviour 5.2). */
export const deadlineDuration = z
  .string()
  .trim()
  .max(30)
  .refine((text) => parseGoDuration(text) !== null, {
    error: 'it must be a duration such as 30m or 2h',
    params: { key: 'form.error.simpleDuration' },
    abort: true,
  })
  .refine((text) => (parseGoDuration(text) ?? 0) >= 60_000, {
    error: 'it must be at least one minute',
    params: { key: 'form.error.aMinute' },
  })
  .refine((text) => (parseGoDuration(text) ?? 0) <= 87_600 * 3_600_000, {
    error: 'it must be at most ten years',
    params: { key: 'form.error.tenYears' },
  });

/** A time zone by its name in the time zone database. */
export const timeZoneName = z
  .string()
  .trim()
  .max(100)
  .refine(isTimeZone, {
    error: 'it is no time zone; use a name such as Europe/Lisbon',
    params: { key: 'form.error.timeZone' },
  });

/** A day that the calendar has. */
export const dayText = z
  .string()
  .trim()
  .max(30)
  .refine(isDay, {
    error: 'it must be a real date such as 2026-12-25',
    params: { key: 'form.error.day' },
  });

/** A time of the day on the 24-hour clock. */
export const timeOfDay = z
  .string()
  .trim()
  .max(30)
  .refine(isTimeOfDay, {
    error: 'it must be a time such as 09:30',
    params: { key: 'form.error.time.invalid' },
  });
