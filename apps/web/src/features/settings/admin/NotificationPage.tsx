import { EmailNotificationForm } from '@bellhop/contract/settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiData } from '../../../lib/api.ts';
import { api } from '../../../lib/api.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminForm, FormSection } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { NumberField, SecretField, SelectField, SwitchField, TextField } from '../../../ui/admin/fields.tsx';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { settingsQueries } from '../settings.api.ts';
import { MailTest } from './MailTest.tsx';
import { namedAsInForm, withoutPrefix, withPrefix } from './prefixed.ts';

const prefix = 'notification.email.';

/** The mail server of notifications, with a test before anything is saved. */
export function Component() {
  const query = useQuery(settingsQueries.notification());
  return <LoadedPage query={query}>{(settings) => <NotificationForm settings={settings} />}</LoadedPage>;
}

function NotificationForm({ settings }: { settings: ApiData<'settings.email_notifications'> }) {
  const client = useQueryClient();
  const state = useAdminForm({
    schema: EmailNotificationForm,
    values: withoutPrefix(prefix, settings) as unknown as EmailNotificationForm,
    basedOn: settings.updated_at,
    name: () => plural('globals.terms.setting'),
    save: (values) =>
      namedAsInForm(prefix, api('settings.update_email_notifications', { body: withPrefix(prefix, values) })),
    onSaved: () => void client.invalidateQueries({ queryKey: ['settings'] }),
  });
  const title = plural('globals.terms.notification');
  return (
    <AdminPage title={title}>
      <AdminForm state={state} label={title}>
        <SwitchField
          name="enabled"
          label={t('admin.notification.enabled')}
          help={t('admin.notification.enabled.description')}
        />
        <TextField
          name="email_address"
          label={t('globals.terms.fromEmailAddress', {}, 1)}
          help={t('admin.notification.from.description')}
        />
        <ServerSection />
        <ConnectionSection />
        <MailTest
          send={() =>
            namedAsInForm(
              prefix,
              api('settings.test_email_notifications', { body: withPrefix(prefix, state.form.getValues()) }),
            )
          }
          check={() => state.form.trigger(undefined, { shouldFocus: true })}
        />
      </AdminForm>
    </AdminPage>
  );
}

function ServerSection() {
  return (
    <FormSection title={t('admin.notification.server')}>
      <div className="admin-pair is-host">
        <TextField name="host" label={t('globals.terms.smtpHost', {}, 1)} dir="ltr" spellCheck={false} />
        <NumberField name="port" label={t('globals.terms.port', {}, 1)} />
        <SelectField
          name="tls_type"
          label={t('globals.terms.tls', {}, 1)}
          options={[
            { value: 'starttls', label: 'STARTTLS' },
            { value: 'tls', label: 'TLS' },
            { value: 'none', label: t('admin.notification.noEncryption') },
          ]}
        />
      </div>
      <SelectField
        name="auth_protocol"
        label={t('admin.inbox.authProtocol')}
        help={t('admin.inbox.authProtocol.description')}
        options={[
          { value: 'plain', label: 'PLAIN' },
          { value: 'login', label: 'LOGIN' },
          { value: 'cram', label: 'CRAM-MD5' },
          { value: 'none', label: t('admin.notification.noSignIn') },
        ]}
      />
      <div className="admin-pair">
        <TextField name="username" label={t('globals.terms.username', {}, 1)} dir="ltr" spellCheck={false} />
        <SecretField name="password" label={t('globals.terms.password', {}, 1)} />
      </div>
    </FormSection>
  );
}

function ConnectionSection() {
  return (
    <FormSection title={t('admin.notification.connection')}>
      <div className="admin-pair">
        <NumberField
          name="max_conns"
          label={t('admin.inbox.maxConnections')}
          help={t('admin.inbox.maxConnections.description')}
        />
        <NumberField
          name="max_msg_retries"
          label={t('admin.inbox.maxRetries')}
          help={t('admin.inbox.maxRetries.description')}
        />
        <TextField
          name="idle_timeout"
          label={t('admin.inbox.idleTimeout')}
          help={t('admin.inbox.idleTimeout.description')}
        />
        <TextField
          name="wait_timeout"
          label={t('admin.inbox.waitTimeout')}
          help={t('admin.inbox.waitTimeout.description')}
        />
      </div>
      <TextField
        name="hello_hostname"
        label={t('admin.inbox.heloHostname')}
        help={t('admin.inbox.heloHostname.description')}
        isOptional
        dir="ltr"
        spellCheck={false}
      />
      <SwitchField
        name="tls_skip_verify"
        label={t('admin.inbox.skipTLSVerification')}
        help={t('admin.inbox.skipTLSVerification.description')}
      />
    </FormSection>
  );
}
