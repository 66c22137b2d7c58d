import type { SlaPolicy } from '@bellhop/contract';
import { SlaPolicyInput } from '@bellhop/contract/sla';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type * as z from 'zod';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminForm, FormSection } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { SelectField, SwitchField, TextField } from '../../../ui/admin/fields.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { AlertsField } from './AlertsField.tsx';
import { DurationField } from './DurationField.tsx';
import { durationText } from './policy-text.ts';
import { SimulationSection } from './SimulationSection.tsx';
import './sla.css';

export const policiesPath = '/admin/sla';

interface PolicyFormProps {
  /** Null for one that is new. */
  id: number | null;
  title: string;
  values: Omit<SlaPolicy, 'id' | 'created_at' | 'updated_at'>;
  basedOn?: string;
  save: (values: z.output<typeof SlaPolicyInput>) => Promise<unknown>;
}

/** The form of an SLA policy, new or not. */
export function PolicyForm({ id, title, values, basedOn, save }: PolicyFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const state = useAdminForm({
    schema: SlaPolicyInput,
    values: { ...values, apply_to_open: false },
    basedOn,
    save,
    name: ({ name }) => name,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['sla'] });
      void navigate(policiesPath);
    },
  });
  const read = (value: string) => {
    const time = durationText(value);
    return time && t('admin.sla.inBusinessHours', { time });
  };
  const none = t('admin.sla.noDeadline');
  return (
    <AdminPage title={title} parent={{ title: plural('globals.terms.slaPolicy'), to: policiesPath }}>
      <AdminForm state={state} label={title} back={policiesPath}>
        <TextField name="name" label={t('globals.terms.name')} maxLength={140} />
        <TextField name="description" label={t('globals.terms.description')} maxLength={300} isOptional />
        <FormSection title={t('admin.sla.times')} help={t('admin.sla.times.description')}>
          <DurationField
            name="first_response_time"
            label={t('admin.sla.firstResponseTime')}
            help={none}
            isOptional
            read={read}
          />
          <DurationField
            name="next_response_time"
            label={t('admin.sla.nextResponseTime')}
            help={none}
            isOptional
            read={read}
          />
          <DurationField
            name="resolution_time"
            label={t('admin.sla.resolutionTime')}
            help={none}
            isOptional
            read={read}
          />
          <SwitchField
            name="pause_on_waiting"
            label={t('admin.sla.pauseOnWaiting')}
            help={t('admin.sla.pauseOnWaiting.description')}
          />
          <SwitchField
            name="restart_on_reopen"
            label={t('admin.sla.restartOnReopen')}
            help={t('admin.sla.restartOnReopen.description')}
          />
          <SwitchField
            name="follow_team_hours"
            label={t('admin.sla.followTeamHours')}
            help={t('admin.sla.followTeamHours.description')}
          />
          <SelectField
            name="starts_at"
            label={t('admin.sla.startsAt')}
            options={[
              { value: 'created_at', label: t('admin.sla.startsAt.created') },
              { value: 'applied_at', label: t('admin.sla.startsAt.applied') },
            ]}
          />
        </FormSection>
        <FormSection title={t('admin.sla.alertConfiguration')} help={t('admin.sla.alertConfiguration.description')}>
          <AlertsField />
        </FormSection>
        {basedOn && (
          <FormSection title={t('admin.sla.open')}>
            <SwitchField
              name="apply_to_open"
              label={t('admin.sla.applyToOpen')}
              help={t('admin.sla.applyToOpen.description')}
            />
          </FormSection>
        )}
        <SimulationSection policyId={id} />
      </AdminForm>
    </AdminPage>
  );
}
