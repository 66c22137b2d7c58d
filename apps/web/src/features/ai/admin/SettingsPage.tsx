import type { AiSettings } from '@bellhop/contract';
import { AiSettingsInput } from '@bellhop/contract/ai';
import { secretMask } from '@bellhop/contract/inboxes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChartNoAxesColumn, ListChecks } from 'lucide-react';
import { Link } from 'react-router';
import * as z from 'zod';
import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { AdminForm, FormSection } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { NumberField, SecretField, SelectField, SwitchField, TextField } from '../../../ui/admin/fields.tsx';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { aiAdminQueries, aiPath, promptsPath } from './ai-admin.api.ts';
import { LeavesNote } from './LeavesNote.tsx';
import { ProviderTest } from './ProviderTest.tsx';
import './ai-admin.css';

/** An empty field is no limit. */
const schema = AiSettingsInput.extend({
  agent_budget: z.preprocess((value) => (value === '' ? null : value), AiSettingsInput.shape.agent_budget),
  desk_budget: z.preprocess((value) => (value === '' ? null : value), AiSettingsInput.shape.desk_budget),
});

/** Whom the desk asks, what it may send there, and how much. */
export function Component() {
  const query = useQuery(aiAdminQueries.settings());
  return <LoadedPage query={query}>{(settings) => <SettingsForm settings={settings} />}</LoadedPage>;
}

function SettingsForm({ settings }: { settings: AiSettings }) {
  const client = useQueryClient();
  const { updated_at, has_key, key_unreadable, agent_budget, desk_budget, ...rest } = settings;
  const state = useAdminForm({
    schema,
    values: {
      ...rest,
      api_key: has_key ? secretMask : '',
      agent_budget: agent_budget ?? '',
      desk_budget: desk_budget ?? '',
    },
    basedOn: updated_at,
    name: () => t('admin.ai.title'),
    save: (body) => api('ai.update_settings', { body }),
    onSaved: () => void client.invalidateQueries({ queryKey: ['ai'] }),
  });
  const title = t('admin.ai.title');
  return (
    <AdminPage title={title} actions={<Ways />}>
      <AdminForm state={state} label={title}>
        <LeavesNote settings={settings} />
        <SwitchField name="enabled" label={t('admin.ai.enabled')} help={t('admin.ai.enabled.help')} />
        <FormSection title={t('admin.ai.provider')}>
          <TextField
            name="base_url"
            label={t('admin.ai.base_url')}
            help={t('admin.ai.base_url.help')}
            inputMode="url"
            dir="ltr"
            spellCheck={false}
            maxLength={2000}
          />
          <TextField
            name="model"
            label={t('admin.ai.model')}
            help={t('admin.ai.model.help')}
            dir="ltr"
            spellCheck={false}
            maxLength={200}
          />
          <SecretField
            name="api_key"
            label={t('globals.terms.apiKey', {}, 1)}
            help={key_unreadable ? t('admin.ai.key_unreadable') : t('admin.ai.key.help')}
            isOptional
          />
          <ProviderTest state={state} />
        </FormSection>
        <FormSection title={t('admin.ai.privacy')}>
          <SwitchField name="masks_personal_data" label={t('admin.ai.masks')} help={t('admin.ai.masks.help')} />
          <SwitchField name="notes_in_suggestions" label={t('admin.ai.notes')} help={t('admin.ai.notes.help')} />
        </FormSection>
        <FormSection title={t('admin.ai.limits')}>
          <SelectField
            name="budget_unit"
            label={t('admin.ai.budget_unit')}
            help={t('admin.ai.budget_unit.help')}
            options={[
              { value: 'requests', label: t('admin.ai.requests') },
              { value: 'tokens', label: t('admin.ai.tokens') },
            ]}
          />
          <div className="admin-pair">
            <NumberField
              name="agent_budget"
              label={t('admin.ai.agent_budget')}
              help={t('admin.ai.budget.help')}
              isOptional
            />
            <NumberField
              name="desk_budget"
              label={t('admin.ai.desk_budget')}
              help={t('admin.ai.budget.help')}
              isOptional
            />
          </div>
          <NumberField
            name="requests_per_minute"
            label={t('admin.ai.per_minute')}
            help={t('admin.ai.per_minute.help')}
          />
        </FormSection>
      </AdminForm>
    </AdminPage>
  );
}

function Ways() {
  return (
    <>
      <Link className={buttonClass({ tone: 'quiet' })} to={promptsPath}>
        <ListChecks aria-hidden />
        <span>{t('admin.ai.prompts')}</span>
      </Link>
      <Link className={buttonClass({ tone: 'quiet' })} to={`${aiPath}/usage`}>
        <ChartNoAxesColumn aria-hidden />
        <span>{t('admin.ai.usage')}</span>
      </Link>
    </>
  );
}
