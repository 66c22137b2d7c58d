import type { NotificationPreferences } from '@bellhop/contract';
import { mailTimes, NotificationPreferencesInput, QuietHours } from '@bellhop/contract/notification-preferences';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { api, toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { ownTimeZone } from '../../../lib/time-zones.ts';
import { AdminForm, FormSection } from '../../../ui/admin/AdminForm.tsx';
import { NumberField, SelectField, SwitchField, TextField } from '../../../ui/admin/fields.tsx';
import { TimeZoneField } from '../../../ui/admin/TimeZoneField.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { screens, useMedia } from '../../../ui/use-media.ts';
import { ErrorPanel } from '../../../ui/Void.tsx';
import { ChoicesSkeleton } from '../ChoicesSkeleton.tsx';
import { MatrixGroups, MatrixTable } from './NotificationMatrix.tsx';
import { NotificationSummary } from './NotificationSummary.tsx';
import './notification-choices.css';

const queryKey = ['notifications', 'preferences'];

/** The form of one's own choices: what, where, when. */
export default function NotificationChoices() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('notifications.preferences', {}, { signal }),
  });
  if (data) return <Choices stored={data} />;
  if (error) {
    return (
      <ErrorPanel
        title={t('account.notifications.failed')}
        message={toApiError(error).message}
        onRetry={() => void refetch()}
      />
    );
  }
  return <ChoicesSkeleton />;
}

const { matrix, mail_when, digest } = NotificationPreferencesInput.shape;
/** Quiet hours that are off keep what stands in their fields, right or wrong. */
const FormInput = z
  .object({
    matrix,
    mail_when,
    digest,
    is_quiet: z.boolean(),
    quiet_hours: z.object({ from: z.string(), to: z.string(), zone: z.string() }),
  })
  .superRefine(({ is_quiet, quiet_hours }, context) => {
    if (!is_quiet) return;
    for (const issue of QuietHours.safeParse(quiet_hours).error?.issues ?? []) {
      context.addIssue({ ...issue, code: 'custom', path: ['quiet_hours', ...issue.path] } as never);
    }
  });

function Choices({ stored }: { stored: NotificationPreferences }) {
  const client = useQueryClient();
  const isPhone = useMedia(screens.phone);
  const { mutateAsync: save } = useMutation({
    mutationFn: (body: NotificationPreferencesInput) => api('notifications.save_preferences', { body }),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
    meta: { silent: true },
  });
  const state = useAdminForm({
    schema: FormInput,
    values: {
      matrix: stored.matrix,
      mail_when: stored.mail_when,
      digest: stored.digest,
      is_quiet: stored.quiet_hours !== null,
      quiet_hours: stored.quiet_hours ?? { from: '20:00', to: '07:00', zone: ownTimeZone() },
    },
    basedOn: stored.updated_at ?? undefined,
    save: ({ is_quiet, quiet_hours, ...values }) => save({ ...values, quiet_hours: is_quiet ? quiet_hours : null }),
    onSaved: () => {},
    name: () => t('account.notifications.title'),
  });
  const { control } = state.form;
  const isQuiet = useWatch({ control, name: 'is_quiet' }) as boolean;
  return (
    <AdminForm state={state} label={t('account.notifications.title')}>
      <FormSection title={t('account.notifications.what')} help={t('account.notifications.what_help')}>
        {isPhone ? <MatrixGroups /> : <MatrixTable />}
      </FormSection>
      <FormSection title={t('account.notifications.when')}>
        <SelectField
          name="mail_when"
          label={t('account.notifications.mail_when')}
          help={t('account.notifications.mail_when_help')}
          options={mailTimes.map((value) => ({ value, label: t(`account.notifications.mail_when.${value}`) }))}
        />
        <SwitchField
          name="is_quiet"
          label={t('account.notifications.quiet')}
          help={t('account.notifications.quiet_help')}
        />
        {isQuiet && (
          <>
            <div className="choices-pair">
              <TextField type="time" name="quiet_hours.from" label={t('account.notifications.quiet_from')} />
              <TextField type="time" name="quiet_hours.to" label={t('account.notifications.quiet_to')} />
            </div>
            <TimeZoneField name="quiet_hours.zone" label={t('globals.terms.timezone', {}, 1)} />
          </>
        )}
      </FormSection>
      <FormSection title={t('account.notifications.digest')} help={t('account.notifications.digest_help')}>
        <div className="choices-pair">
          <NumberField name="digest.mails" label={t('account.notifications.digest_mails')} />
          <NumberField name="digest.minutes" label={t('account.notifications.digest_minutes')} />
        </div>
      </FormSection>
      <NotificationSummary />
    </AdminForm>
  );
}
