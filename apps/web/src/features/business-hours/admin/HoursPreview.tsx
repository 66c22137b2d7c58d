import type { BusinessHoursPreview } from '@bellhop/contract';
import { BusinessHoursPreviewInput } from '@bellhop/contract/business-hours';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { toApiError } from '../../../lib/api.ts';
import { duration } from '../../../lib/format.ts';
import { language, t } from '../../../lib/i18n.ts';
import { getSettings } from '../../../lib/settings.ts';
import { timeZones } from '../../../lib/time-zones.ts';
import { FormSection } from '../../../ui/admin/AdminForm.tsx';
import { NumberField, TextField } from '../../../ui/admin/fields.tsx';
import { TimeZoneField } from '../../../ui/admin/TimeZoneField.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { businessHoursQueries } from '../business-hours.api.ts';
import { dateText } from './week-text.ts';

/** Tries the hours of the form around it, saved or not: when a request would be due, and what is open on the two weeks from then. */
export function HoursPreview() {
  const hours = useWatch({ control: useFormContext().control });
  const [first] = useState(usualRequest);
  const request = useForm({ defaultValues: first });
  const { zone, start, hours: promised } = useWatch({ control: request.control });
  const asked = useDeferredValue({
    is_always_open: hours.is_always_open,
    hours: hours.hours,
    holidays: hours.holidays,
    zone,
    start,
    duration: `${promised}h`,
  });
  const { data: body, success } = BusinessHoursPreviewInput.safeParse(asked);
  const query = useQuery({
    ...businessHoursQueries.preview(body),
    enabled: success,
    placeholderData: keepPreviousData,
  });
  return (
    <FormSection title={t('admin.businessHours.preview')} help={t('admin.businessHours.preview.description')}>
      <FormProvider {...request}>
        <div className="hours-request">
          <TextField name="start" type="datetime-local" label={t('admin.businessHours.preview.start')} />
          <NumberField name="hours" label={t('admin.businessHours.preview.promise')} maxLength={5} />
          <TimeZoneField name="zone" label={t('globals.terms.timezone', {}, 1)} />
        </div>
      </FormProvider>
      {!success && <p className="help">{t('admin.businessHours.preview.unfinished')}</p>}
      {success && query.isError && (
        <p className="admin-refusal" role="alert">
          {toApiError(query.error).message}
        </p>
      )}
      {success && query.data && <Preview preview={query.data} zone={body.zone} />}
    </FormSection>
  );
}

/** Friday at half past five and four hours, in the desk's zone. */
function usualRequest() {
  const date = new Date();
  date.setDate(date.getDate() + ((5 - date.getDay() + 7) % 7));
  const two = (part: number) => String(part).padStart(2, '0');
  const zone = getSettings()['app.timezone'];
  return {
    start: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T17:30`,
    hours: 4,
    zone: timeZones().some(({ name }) => name === zone) ? zone : 'UTC',
  };
}

function Preview({ preview, zone }: { preview: BusinessHoursPreview; zone: string }) {
  const format = new Intl.DateTimeFormat(language(), { dateStyle: 'full', timeStyle: 'short', timeZone: zone });
  const due = preview.due_at;
  return (
    <>
      <p className={classNames('hours-due', !due && 'is-never')} role="status">
        <CalendarClock aria-hidden />
        {due
          ? t('admin.businessHours.preview.due', { at: format.format(new Date(due)) })
          : t('admin.businessHours.preview.never')}
      </p>
      <ul className="hours-days" aria-label={t('admin.businessHours.preview.days')}>
        {preview.days.map((day) => (
          <Day key={day.date} day={day} zone={zone} />
        ))}
      </ul>
    </>
  );
}

function Day({ day, zone }: { day: BusinessHoursPreview['days'][number]; zone: string }) {
  const { date, spans, holiday, clock_change } = day;
  const time = new Intl.DateTimeFormat(language(), { timeStyle: 'short', timeZone: zone });
  const text = (at: string) => time.format(new Date(at));
  const isClosed = spans?.length === 0;
  return (
    <li>
      <span>{dateText(date)}</span>
      <span className={classNames('num', isClosed && 'is-closed')}>
        {spans === null && t('admin.businessHours.alwaysOpen24x7')}
        {isClosed && t('admin.businessHours.preview.closed')}
        {spans?.map(({ from, to }) => (
          <span key={from}>{`${text(from)} – ${text(to)}`}</span>
        ))}
      </span>
      {(holiday !== null || clock_change !== 0) && (
        <span className="hours-marks">
          {holiday !== null && (
            <span className="state is-warn" dir="auto">
              {holiday}
            </span>
          )}
          {clock_change !== 0 && <span className="state">{changeText(clock_change)}</span>}
        </span>
      )}
    </li>
  );
}

function changeText(minutes: number): string {
  const time = duration(Math.abs(minutes) * 60_000);
  return minutes > 0
    ? t('admin.businessHours.preview.longer', { time })
    : t('admin.businessHours.preview.shorter', { time });
}
