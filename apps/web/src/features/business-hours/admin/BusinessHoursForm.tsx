import type { BusinessHours } from '@bellhop/contract';
import { BusinessHoursInput } from '@bellhop/contract/business-hours';
import { lastToday, type WeekTimes } from '@bellhop/contract/opening-hours';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type * as z from 'zod';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminForm, FormSection } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { SwitchField, TextField } from '../../../ui/admin/fields.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { HolidaysField } from './HolidaysField.tsx';
import { HoursPreview } from './HoursPreview.tsx';
import { WeekField } from './WeekField.tsx';
import './business-hours.css';

export const businessHoursPath = '/admin/business-hours';

interface BusinessHoursFormProps {
  title: string;
  values: Pick<BusinessHours, 'name' | 'description' | 'is_always_open' | 'hours' | 'holidays'>;
  basedOn?: string;
  save: (values: z.output<typeof BusinessHoursInput>) => Promise<unknown>;
}

/** The form of a set of business hours, new or not. */
export function BusinessHoursForm({ title, values, basedOn, save }: BusinessHoursFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const schema = useMemo(() => withoutNewPast(values.holidays.map(({ date }) => date)), [values]);
  const state = useAdminForm({
    schema,
    values: { ...values, apply_to_open: false },
    basedOn,
    save: (body) => save({ ...body, hours: withBreaksTold(body.hours) }),
    name: ({ name }) => name,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['business-hours'] });
      void navigate(businessHoursPath);
    },
  });
  return (
    <AdminPage title={title} parent={{ title: plural('globals.terms.businessHour'), to: businessHoursPath }}>
      <AdminForm state={state} label={title} back={businessHoursPath}>
        <TextField name="name" label={t('globals.terms.name')} maxLength={140} />
        <TextField name="description" label={t('globals.terms.description')} maxLength={300} isOptional />
        <FormSection title={t('admin.businessHours.week')} help={t('admin.businessHours.week.description')}>
          <WeekField />
        </FormSection>
        <FormSection title={plural('globals.terms.holiday')} help={t('admin.businessHours.holidays.description')}>
          <HolidaysField />
        </FormSection>
        <HoursPreview />
        {basedOn && (
          <FormSection title={t('admin.sla.open')}>
            <SwitchField
              name="apply_to_open"
              label={t('admin.sla.applyToOpen')}
              help={t('admin.sla.applyToOpen.description')}
            />
          </FormSection>
        )}
      </AdminForm>
    </AdminPage>
  );
}

/** A day that is sent without `breaks` would keep those that are stored. */
function withBreaksTold(hours: WeekTimes): z.output<typeof BusinessHoursInput>['hours'] {
  return Object.fromEntries(
    Object.entries(hours).map(([day, times]) => [day, { ...times, breaks: times.breaks ?? [] }]),
  );
}

/** The contract's schema with what the server checks beyond it: a past holiday may stay, but not come. */
function withoutNewPast(known: readonly string[]) {
  return BusinessHoursInput.superRefine(({ holidays }, context) => {
    const today = lastToday(new Date());
    holidays.forEach(({ date }, index) => {
      if (date >= today || known.includes(date)) return;
      context.addIssue({
        code: 'custom',
        path: ['holidays', index, 'date'],
        message: 'it is past',
        params: { key: 'admin.businessHours.error.past' },
      });
    });
  });
}
