import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminForm, FormSection } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { NumberField, SwitchField, TextField } from '../../../ui/admin/fields.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { Select } from '../../../ui/Combobox.tsx';
import { Field } from '../../../ui/Field.tsx';
import { firstImap, firstSmtp, providers, InboxForm as Schema } from './inbox-form.ts';
import { ServerFields } from './ServerFields.tsx';
import './inbox-admin.css';

export const inboxesPath = '/admin/inboxes';

interface InboxFormProps {
  title: string;
  /** Of an inbox that exists: whose stored passwords a test of the connection uses. */
  id?: number;
  values: z.input<typeof Schema>;
  basedOn?: string;
  save: (values: z.output<typeof Schema>) => Promise<unknown>;
  /** Above the fields, such as how the mailbox is doing. */
  lead?: ReactNode;
}

/** The form of an e-mail inbox, new or not. */
export function InboxForm({ title, id, lead, ...options }: InboxFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const state = useAdminForm({
    ...options,
    schema: Schema,
    name: ({ name }) => name,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['inboxes'] });
      void navigate(inboxesPath);
    },
  });
  return (
    <AdminPage title={title} parent={{ title: plural('globals.terms.inbox'), to: inboxesPath }}>
      {lead}
      <AdminForm state={state} label={title} back={inboxesPath}>
        <TextField
          name="name"
          label={t('globals.terms.name')}
          help={t('admin.inbox.name.description')}
          maxLength={140}
        />
        <TextField
          name="from"
          label={t('globals.terms.fromEmailAddress', {}, 1)}
          help={t('admin.inbox.fromEmailAddress.description')}
          placeholder={t('admin.inbox.fromEmailAddress.placeholder')}
          spellCheck={false}
        />
        <SwitchField name="enabled" label={t('globals.terms.enabled')} help={t('admin.inbox.enabled.description')} />
        <SurveyFields />
        <ProviderField />
        <FormSection title={t('admin.inbox.imapConfig')}>
          <ServerFields side="imap" {...(id !== undefined && { id })} />
        </FormSection>
        <FormSection title={t('admin.inbox.smtpConfig')}>
          <ServerFields side="smtp" {...(id !== undefined && { id })} />
        </FormSection>
        <FormSection title={t('admin.inbox.replies')}>
          <TextField
            name="reply_to"
            label={t('admin.inbox.replyTo')}
            help={t('admin.inbox.replyTo.description')}
            isOptional
            spellCheck={false}
          />
          <SwitchField
            name="enable_plus_addressing"
            label={t('admin.inbox.plusAddressing')}
            help={t('admin.inbox.plusAddressing.description')}
          />
          <TextField
            name="from_name_template"
            label={t('admin.inbox.fromNameTemplate')}
            help={t('admin.inbox.fromNameTemplate.description', {
              full: '{{ .Agent.FullName }}',
              first: '{{ .Agent.FirstName }}',
            })}
            isOptional
            spellCheck={false}
            maxLength={500}
          />
          <NumberField
            name="undo_send_seconds"
            label={t('admin.inbox.undoSend')}
            help={t('admin.inbox.undoSend.description')}
            isOptional
          />
        </FormSection>
      </AdminForm>
    </AdminPage>
  );
}

/** Whether and when customers are asked; what they see opens beside the form. */
function SurveyFields() {
  const asks = useWatch({ name: 'csat_enabled' });
  return (
    <>
      <SwitchField
        name="csat_enabled"
        label={t('admin.inbox.csatSurveys')}
        help={t('admin.inbox.csatSurveys.description_1')}
      />
      {asks && (
        <div className="inbox-survey">
          <NumberField
            name="csat_delay_minutes"
            label={t('admin.inbox.csatDelay')}
            help={t('admin.inbox.csatDelay.description')}
            isOptional
          />
          <p>
            {t('admin.inbox.csatSurveys.description_2')}
            <br />
            <a className="link" href="/csat/preview" target="_blank" rel="noreferrer">
              {t('admin.inbox.csatPreview')}
            </a>
          </p>
        </div>
      )}
    </>
  );
}

/** Fills both sides' servers for a well-known provider; the rest stays as it is. */
function ProviderField() {
  const { getValues, setValue } = useFormContext();
  const [chosen, setChosen] = useState<string | null>(null);
  const fill = (name: string) => {
    const provider = providers.find((one) => one.name === name)!;
    setChosen(name);
    const address = /[^\s<>]+@[^\s<>]+/.exec(String(getValues('from')))?.[0] ?? '';
    const change = { shouldDirty: true };
    const { imap, smtp } = getValues('config') as Schema['config'];
    const [tls_type, port] = provider.isTlsFirst ? ['tls', 465] : ['starttls', 587];
    const named = (username: string | undefined) => username || address;
    setValue(
      'config.imap',
      [
        {
          ...firstImap,
          ...imap[0],
          username: named(imap[0]?.username),
          host: provider.imap,
          port: 993,
          tls_type: 'tls',
        },
        ...imap.slice(1),
      ],
      change,
    );
    setValue(
      'config.smtp',
      [
        { ...firstSmtp, ...smtp[0], username: named(smtp[0]?.username), host: provider.smtp, port, tls_type },
        ...smtp.slice(1),
      ],
      change,
    );
  };
  const needsAppPassword = providers.find(({ name }) => name === chosen)?.needsAppPassword;
  return (
    <div className="inbox-provider">
      <Field
        label={t('admin.inbox.provider')}
        help={needsAppPassword ? t('admin.inbox.provider.appPassword') : t('admin.inbox.provider.description')}
        isOptional
      >
        <Select
          label={t('admin.inbox.provider')}
          options={providers.map(({ name }) => ({ value: name, label: name }))}
          value={chosen}
          onChange={fill}
        />
      </Field>
    </div>
  );
}
