import type { WebhookInput } from '@bellhop/contract';
import { WebhookInput as Input } from '@bellhop/contract/webhooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as z from 'zod';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminForm } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { ManyField, SwitchField, TextAreaField, TextField } from '../../../ui/admin/fields.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import type { Option } from '../../../ui/Combobox.tsx';
import { inboxQueries } from '../../inboxes/index.ts';
import { EventsField } from './EventsField.tsx';
import { webhooksPath } from './webhook-text.ts';
import './webhooks.css';

/** Chips hold texts; the wire has numbers. */
const schema = Input.extend({ inbox_ids: z.array(z.string()) });

interface WebhookFormProps {
  title: string;
  values: Omit<z.input<typeof Input>, 'inbox_ids'> & { inbox_ids: readonly number[] };
  basedOn?: string;
  /** At the end of the bar. */
  actions?: ReactNode;
  /** Above the fields. */
  head?: ReactNode;
  /** Below them. */
  secret: ReactNode;
  save: (values: WebhookInput) => Promise<unknown>;
  onSaved: () => void;
}

/** The form of a webhook, new or not. */
export function WebhookForm({ title, values, actions, head, secret, save, onSaved, ...options }: WebhookFormProps) {
  const client = useQueryClient();
  const isNew = options.basedOn === undefined;
  const state = useAdminForm({
    ...options,
    schema,
    values: { ...values, inbox_ids: values.inbox_ids.map(String) },
    save: ({ inbox_ids, ...rest }) => save({ ...rest, inbox_ids: inbox_ids.map(Number) }),
    name: ({ name }) => name,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['webhooks'] });
      onSaved();
    },
  });
  return (
    <AdminPage title={title} parent={{ title: plural('globals.terms.webhook'), to: webhooksPath }} actions={actions}>
      {head}
      <AdminForm state={state} label={title} back={webhooksPath}>
        {!isNew && (
          <SwitchField name="enabled" label={t('globals.terms.enabled')} help={t('admin.webhook.enabled.help')} />
        )}
        <TextField name="name" label={t('globals.terms.name')} help={t('admin.webhook.name.help')} maxLength={140} />
        <TextField
          name="url"
          label={t('globals.terms.url', {}, 1)}
          help={t('admin.webhook.url.help')}
          inputMode="url"
          dir="ltr"
          spellCheck={false}
          maxLength={2000}
          placeholder="https://example.com/hooks/bellhop"
        />
        <TextAreaField
          name="description"
          label={t('globals.terms.description', {}, 1)}
          isOptional
          rows={2}
          maxLength={1000}
        />
        <ManyField
          name="inbox_ids"
          label={plural('globals.terms.inbox')}
          addLabel={t('globals.messages.add', { name: t('globals.terms.inbox', {}, 1) })}
          help={t('admin.webhook.inboxes.help')}
          options={useInboxOptions()}
          isOptional
        />
        <EventsField />
        {secret}
      </AdminForm>
    </AdminPage>
  );
}

function useInboxOptions(): readonly Option[] {
  const { data } = useQuery(inboxQueries.list());
  return (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}
