import type { AdminSettings } from '@bellhop/contract';
import { GeneralSettingsForm } from '@bellhop/contract/settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { language, plural, t } from '../../../lib/i18n.ts';
import { AdminForm, FormSection } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { NumberField, SelectField, SwitchField, TextField, TextsField } from '../../../ui/admin/fields.tsx';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { TimeZoneField } from '../../../ui/admin/TimeZoneField.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { settingsQueries } from '../settings.api.ts';
import { DeskPicture } from './DeskPicture.tsx';
import { namedAsInForm, withoutPrefix, withPrefix } from './prefixed.ts';

const prefix = 'app.';

/** General settings: what every page and every agent goes by. They count at once. */
export function Component() {
  const query = useQuery(settingsQueries.general());
  return <LoadedPage query={query}>{(settings) => <GeneralForm settings={settings} />}</LoadedPage>;
}

function GeneralForm({ settings }: { settings: AdminSettings }) {
  const client = useQueryClient();
  const state = useAdminForm({
    schema: GeneralSettingsForm,
    values: formValues(settings),
    basedOn: settings.updated_at,
    name: () => plural('globals.terms.setting'),
    save: (values) => namedAsInForm(prefix, api('settings.update_general', { body: withPrefix(prefix, values) })),
    onSaved: () => void client.invalidateQueries({ queryKey: ['settings'] }),
  });
  const title = t('globals.terms.general');
  return (
    <AdminPage title={title}>
      <AdminForm state={state} label={title}>
        <DeskSection settings={settings} />
        <TimeSection />
        <FormSection title={t('admin.general.uploads')}>
          <NumberField
            name="max_file_upload_size"
            label={t('admin.general.maxAllowedFileUploadSize')}
            help={t('admin.general.maxAllowedFileUploadSize.description')}
          />
          <TextsField
            name="allowed_file_upload_extensions"
            label={t('admin.general.allowedFileUploadExtensions')}
            help={t('admin.general.allowedFileUploadExtensions.description')}
            placeholder={t('globals.messages.pressEnterToSelectAValue')}
          />
        </FormSection>
        <SendingSection />
        <AgentsSection />
        <SignInSection lifetime={settings['app.session_lifetime_seconds']} />
        <FormSection title={t('admin.general.retention')}>
          <div className="admin-pair">
            <NumberField
              name="raw_mail_retention_days"
              label={t('admin.general.rawMailRetention')}
              help={t('admin.general.rawMailRetention.description')}
            />
            <NumberField
              name="activity_log_retention_days"
              label={t('admin.general.activityRetention')}
              help={t('admin.general.activityRetention.description')}
            />
          </div>
        </FormSection>
      </AdminForm>
    </AdminPage>
  );
}

/** What may be null on the wire and is empty in a field. */
function formValues(settings: AdminSettings): GeneralSettingsForm {
  return {
    ...(withoutPrefix(prefix, settings) as unknown as GeneralSettingsForm),
    allowed_file_upload_extensions: settings['app.allowed_file_upload_extensions'] ?? ['*'],
    emoji_base_url: settings['app.emoji_base_url'] ?? '',
  };
}

function DeskSection({ settings }: { settings: AdminSettings }) {
  const { data: languages = [] } = useQuery(settingsQueries.languages());
  return (
    <FormSection title={t('admin.general.desk')}>
      <TextField
        name="site_name"
        label={t('admin.general.siteName')}
        help={t('admin.general.siteName.description')}
        maxLength={140}
      />
      <SelectField
        name="lang"
        label={t('globals.terms.language', {}, 1)}
        help={t('admin.general.language.description')}
        options={languages.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <TextField
        name="root_url"
        label={t('globals.terms.rootURL')}
        help={t('admin.general.rootURL.description')}
        inputMode="url"
        dir="ltr"
      />
      <PasskeysStay address={settings['app.root_url']} />
      <TextField
        name="logo_url"
        label={t('admin.general.logoURL')}
        help={t('admin.general.logoURL.description')}
        inputMode="url"
        dir="ltr"
      />
      <DeskPicture picture="logo" address={settings['app.logo_url']} isOwn={settings.pictures.logo} />
      <TextField
        name="favicon_url"
        label={t('admin.general.faviconURL')}
        help={t('admin.general.faviconURL.description')}
        inputMode="url"
        dir="ltr"
      />
      <DeskPicture picture="favicon" address={settings['app.favicon_url']} isOwn={settings.pictures.favicon} />
    </FormSection>
  );
}

/** Says what becomes of passkeys before the desk moves to another host name. */
function PasskeysStay({ address }: { address: string }) {
  const { data } = useQuery(settingsQueries.signInMethods());
  const typed = useWatch({ name: 'root_url' }) as string;
  const host = URL.parse(address)?.hostname ?? '';
  const next = URL.parse(typed)?.hostname;
  return (
    <div role="status">
      {data?.passkey && next && next !== host && (
        <div className="admin-conflict">
          <p>{t('admin.general.rootURL.passkeys', { host })}</p>
        </div>
      )}
    </div>
  );
}

function TimeSection() {
  const { data: sets = [] } = useQuery({
    queryKey: ['business-hours'],
    queryFn: ({ signal }) => api('business_hours.list', {}, { signal }),
  });
  const { data: policies = [] } = useQuery({
    queryKey: ['sla', 'names'],
    queryFn: ({ signal }) => api('sla.list', {}, { signal }),
  });
  return (
    <FormSection title={t('admin.general.time')}>
      <div className="admin-pair">
        <TimeZoneField
          name="timezone"
          label={t('globals.terms.timezone', {}, 1)}
          help={t('admin.general.timezone.description')}
        />
        <SelectField
          name="business_hours_id"
          label={plural('globals.terms.businessHour')}
          help={t('admin.general.businessHours.description')}
          options={[
            { value: '', label: t('admin.general.noBusinessHours') },
            ...sets.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </div>
      <SelectField
        name="sla_policy_id"
        label={t('admin.general.slaPolicy')}
        help={t('admin.general.slaPolicy.description')}
        options={[
          { value: '', label: t('details.no_sla') },
          ...policies.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </FormSection>
  );
}

function SendingSection() {
  return (
    <FormSection title={t('admin.general.sending')}>
      <div className="admin-pair">
        <NumberField
          name="undo_send_seconds"
          label={t('admin.general.undoSend')}
          help={t('admin.general.undoSend.description')}
        />
        <NumberField
          name="new_conversation_after_closed_days"
          label={t('admin.general.newAfterClosed')}
          help={t('admin.general.newAfterClosed.description')}
        />
      </div>
      <NumberField
        name="csat_delay_minutes"
        label={t('admin.general.csatDelay')}
        help={t('admin.general.csatDelay.description')}
      />
      <TextField
        name="subject_marker"
        label={t('admin.general.subjectMarker')}
        help={t('admin.general.subjectMarker.description')}
        maxLength={100}
      />
      <TextField
        name="emoji_base_url"
        label={t('admin.general.emojiUrl')}
        help={t('admin.general.emojiUrl.description')}
        isOptional
        inputMode="url"
        dir="ltr"
      />
      <SwitchField
        name="wrap_notifications"
        label={t('admin.general.wrapNotifications')}
        help={t('admin.general.wrapNotifications.description')}
      />
    </FormSection>
  );
}

function AgentsSection() {
  return (
    <FormSection title={plural('globals.terms.agent')}>
      <SwitchField
        name="assign_to_offline"
        label={t('admin.general.assignToOffline')}
        help={t('admin.general.assignToOffline.description')}
      />
      <SwitchField
        name="push_shows_content"
        label={t('admin.general.pushShowsContent')}
        help={t('admin.general.pushShowsContent.description')}
      />
    </FormSection>
  );
}

const hour = 3600;
const day = 24 * hour;
const lifetimes = [hour, 4 * hour, 9 * hour, 12 * hour, day, 7 * day, 30 * day];

function SignInSection({ lifetime }: { lifetime: number }) {
  const all = [...new Set([...lifetimes, lifetime])].sort((one, other) => one - other);
  return (
    <FormSection title={t('admin.general.signIn')}>
      <SelectField
        name="session_lifetime_seconds"
        label={t('admin.general.sessionLifetime')}
        help={t('admin.general.sessionLifetime.description')}
        options={all.map((seconds) => ({ value: String(seconds), label: spanName(seconds) }))}
        read={String}
        write={Number}
      />
      <SwitchField
        name="allow_private_addresses"
        label={t('admin.general.privateAddresses')}
        help={t('admin.general.privateAddresses.description')}
      />
      <NumberField
        name="api_key_requests_per_minute"
        label={t('admin.general.apiKeyRequests')}
        help={t('admin.general.apiKeyRequests.description')}
      />
    </FormSection>
  );
}

/** A span of time in the largest unit that it is whole in. */
function spanName(seconds: number): string {
  const [unit, size] =
    seconds % day === 0 ? ['day', day] : seconds % hour === 0 ? ['hour', hour] : (['minute', 60] as const);
  const format = new Intl.NumberFormat(language(), { style: 'unit', unit: String(unit), unitDisplay: 'long' });
  return format.format(seconds / Number(size));
}
