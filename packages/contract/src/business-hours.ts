import * as z from 'zod';
import { basedOn, nameText, Usage } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { dayText, deadlineDuration, timeOfDay, timeZoneName } from './format-schemas.ts';
import { isDay, isTimeOfDay } from './formats.ts';
import { type WeekFault, weekdays, weekFaults } from './opening-hours.ts';
import { formBoolean, idParams, nullableTime, ok, time } from './primitives.ts';

/** One weekday's opening; a `close` before `open` is on the next day, `breaks` lie between (settled question 35). */
export const DayHours = z.object({
  open: timeOfDay,
  close: timeOfDay,
  breaks: z
    .array(z.object({ from: timeOfDay, to: timeOfDay }))
    .max(20)
    .optional(),
});
export type DayHours = z.output<typeof DayHours>;

export const Holiday = z.object({ name: nameText(140), date: dayText });
export type Holiday = z.output<typeof Holiday>;

/** A set of business hours (wire A 17). Days that are missing in `hours` are closed; `hours` is `{}` when it is always open. */
export const BusinessHours = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  name: z.string(),
  description: z.string(),
  is_always_open: z.boolean(),
  hours: z.partialRecord(z.enum(weekdays), DayHours),
  holidays: z.array(z.object({ name: z.string(), date: z.string() })),
});
export type BusinessHours = z.output<typeof BusinessHours>;

const faultTexts: Record<WeekFault['kind'], { error: string; key: string }> = {
  empty_day: { error: 'it must differ from the opening time', key: 'admin.businessHours.error.sameTime' },
  overlap: { error: 'it is after the next day has opened', key: 'admin.businessHours.error.overlap' },
  break_order: { error: 'the break must end after it began', key: 'admin.businessHours.error.breakOrder' },
  break_outside: {
    error: 'the break must lie between opening and closing',
    key: 'admin.businessHours.error.breakOutside',
  },
  breaks_overlap: { error: 'the break overlaps another one', key: 'admin.businessHours.error.breaksOverlap' },
};

/** Weekday names to opening times, without what `weekFaults` finds. */
const Week = z.partialRecord(z.enum(weekdays), DayHours).superRefine((hours, context) => {
  for (const fault of weekFaults(hours)) {
    const { error, key } = faultTexts[fault.kind];
    const path = fault.kind === 'overlap' || fault.index === undefined ? ['close'] : ['breaks', fault.index, 'to'];
    context.addIssue({ code: 'custom', path: [fault.day, ...path], message: error, params: { key } });
  }
});

const noTwins = (holidays: Holiday[], context: z.RefinementCtx<Holiday[]>) => {
  const seen = new Set<string>();
  holidays.forEach(({ date }, index) => {
    if (seen.has(date)) {
      context.addIssue({
        code: 'custom',
        path: [index, 'date'],
        message: 'another holiday has this date',
        params: { key: 'admin.businessHours.error.twin' },
      });
    }
    seen.add(date);
  });
};

/**
 * Body of POST and PUT. `hours` may be left out when it is always open, else one day at least must be given; null or `{}` for
 * `holidays` are none (behaviour 5.2). A PUT that repeats a day's times without `breaks` keeps them. Deadlines that run stay as they are,
 * unless `apply_to_open` says that those counted by these hours are counted anew, in the background.
 */
export const BusinessHoursInput = z
  .object({
    name: nameText(140),
    description: z.preprocess((value) => value ?? '', nameText(300, 0)),
    is_always_open: formBoolean.default(false),
    hours: z.preprocess((value) => value ?? {}, Week),
    holidays: z.preprocess(
      (value) => (isEmptyObject(value) ? [] : (value ?? [])),
      z.array(Holiday).max(1000).superRefine(noTwins),
    ),
    apply_to_open: formBoolean.optional(),
    ...basedOn,
  })
  .refine((input) => input.is_always_open || Object.keys(input.hours).length > 0, {
    path: ['hours'],
    error: 'it must have one open day at least',
    params: { key: 'admin.businessHours.error.noDay' },
  });
export type BusinessHoursInput = z.output<typeof BusinessHoursInput>;

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

/** Hours as they would be saved, and a request to try them on: `start` is a reading of the wall clock of `zone`. */
export const BusinessHoursPreviewInput = z.object({
  is_always_open: BusinessHoursInput.shape.is_always_open,
  hours: BusinessHoursInput.shape.hours,
  holidays: BusinessHoursInput.shape.holidays,
  zone: timeZoneName,
  start: z
    .string()
    .max(30)
    .refine((text) => isDay(text.slice(0, 10)) && text[10] === 'T' && isTimeOfDay(text.slice(11)), {
      error: 'it must be a date and a time such as 2026-12-25T09:30',
      params: { key: 'form.error.required' },
    }),
  duration: deadlineDuration,
});
export type BusinessHoursPreviewInput = z.output<typeof BusinessHoursPreviewInput>;

/** How many dates a preview tells of. */
export const previewedDays = 14;

/** When such a request would be due, and what is open from its date on. */
export const BusinessHoursPreview = z.object({
  start_at: time,
  is_open: z.boolean(),
  /** Null when the hours do not suffice within ten years. */
  due_at: nullableTime,
  days: z.array(
    z.object({
      date: z.string(),
      /** The holiday's name; null for an ordinary date. */
      holiday: z.string().nullable(),
      /** By how many minutes the date is longer, or (negative) shorter, because the clock changes on it. */
      clock_change: z.number(),
      /** What is open of it, in order; null while it is always open. */
      spans: z.array(z.object({ from: time, to: time })).nullable(),
    }),
  ),
});
export type BusinessHoursPreview = z.output<typeof BusinessHoursPreview>;

const access = { permission: 'business_hours:manage' } as const;

export const businessHoursRoutes = defineRoutes({
  'business_hours.list': {
    method: 'GET',
    path: '/api/v1/business-hours',
    access: 'session',
    encoding: 'none',
    output: z.array(BusinessHours),
    summary: 'Sets of business hours, latest update first',
  },
  'business_hours.get': {
    method: 'GET',
    path: '/api/v1/business-hours/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: BusinessHours,
    summary: 'One set of business hours with its week and holidays',
  },
  'business_hours.create': {
    method: 'POST',
    path: '/api/v1/business-hours',
    access,
    encoding: 'json',
    body: BusinessHoursInput,
    output: ok,
    summary: 'Creates a set of business hours; 409 when one of that name exists',
  },
  'business_hours.update': {
    method: 'PUT',
    path: '/api/v1/business-hours/:id',
    access,
    encoding: 'json',
    params: idParams,
    body: BusinessHoursInput,
    output: ok,
    summary: 'Replaces a set of business hours; breaks and past holidays that stay may stay',
  },
  'business_hours.remove': {
    method: 'DELETE',
    path: '/api/v1/business-hours/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes a set of business hours; teams and the desk that used it are left without',
  },
  'business_hours.preview': {
    method: 'POST',
    path: '/api/v1/business-hours/preview',
    access,
    encoding: 'json',
    body: BusinessHoursPreviewInput,
    output: BusinessHoursPreview,
    summary:
      'When a request would be due under hours that need not be saved, and what is open on the 14 dates from it on',
  },
  'business_hours.usage': {
    method: 'GET',
    path: '/api/v1/business-hours/:id/usage',
    access,
    encoding: 'none',
    params: idParams,
    output: Usage,
    summary: 'What uses a set of business hours: teams, and the general settings',
  },
});
