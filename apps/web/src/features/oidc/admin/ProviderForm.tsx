import { OidcProviderInput } from '@bellhop/contract/oidc';
import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import type * as z from 'zod';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminForm, FormSection } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { SecretField, SelectField, SwitchField, TextField } from '../../../ui/admin/fields.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Field, Input } from '../../../ui/Field.tsx';
import { CreationFields } from './CreationFields.tsx';
import { DiscoveryTest } from './DiscoveryTest.tsx';
import { addressOf, kindName, kindOf, type ProviderKind, providerKinds, providersPath } from './provider-names.ts';

interface ProviderFormProps {
  title: string;
  values: z.input<typeof OidcProviderInput>;
  basedOn?: string;
  /** What the provider must be told; there is none before it is stored. */
  redirectUri?: string;
  save: (values: OidcProviderInput) => Promise<unknown>;
  onSaved: () => void;
}

/** The form of a single sign-on provider, new or not. */
export function ProviderForm({ title, redirectUri, onSaved, ...options }: ProviderFormProps) {
  const client = useQueryClient();
  const state = useAdminForm({
    ...options,
    schema: OidcProviderInput,
    name: ({ name }) => name,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['oidc'] });
      onSaved();
    },
  });
  return (
    <AdminPage title={title} parent={{ title: t('globals.terms.sso'), to: providersPath }}>
      <AdminForm state={state} label={title} back={providersPath}>
        {redirectUri && <SwitchField name="enabled" label={t('globals.terms.enabled')} help={t('admin.sso.enabled')} />}
        <KindField />
        <TextField name="name" label={t('globals.terms.name')} help={t('admin.sso.name')} maxLength={140} />
        <AddressField />
        <DiscoveryTest />
        {redirectUri ? (
          <CallbackField address={redirectUri} />
        ) : (
          <p className="field help">{t('admin.sso.callbackComes')}</p>
        )}
        <TextField name="client_id" label={t('globals.terms.clientID')} dir="ltr" spellCheck={false} />
        <SecretField
          name="client_secret"
          label={t('globals.terms.clientSecret')}
          help={t(redirectUri ? 'admin.sso.clientSecret.kept' : 'admin.sso.clientSecret')}
          isOptional
        />
        <FormSection title={plural('globals.terms.agent')}>
          <CreationFields />
          <SwitchField
            name="trusts_second_factor"
            label={t('admin.sso.trustsSecondFactor')}
            help={t('admin.sso.trustsSecondFactor.help')}
          />
          <SwitchField name="ends_session" label={t('admin.sso.endsSession')} help={t('admin.sso.endsSession.help')} />
        </FormSection>
      </AdminForm>
    </AdminPage>
  );
}

/** What is chosen fills the address, which alone tells Microsoft from others. */
function KindField() {
  const { getValues, setValue, watch } = useFormContext();
  const kind = kindOf({ provider: watch('provider'), provider_url: watch('provider_url') });
  const choose = (chosen: string) => {
    const next = chosen as ProviderKind;
    const fill = (name: string, value: string) => setValue(name, value, { shouldDirty: true });
    if (next !== kind) fill('provider_url', addressOf[next]);
    if (next !== 'Custom' && getValues('name') === '') fill('name', next);
    return next === 'Google' ? 'Google' : 'Custom';
  };
  return (
    <SelectField
      name="provider"
      label={t('globals.terms.provider', {}, 1)}
      options={providerKinds.map((value) => ({ value, label: kindName(value) }))}
      read={() => kind}
      write={choose}
    />
  );
}

function AddressField() {
  const { watch } = useFormContext();
  const kind = kindOf({ provider: watch('provider'), provider_url: watch('provider_url') });
  return (
    <TextField
      name="provider_url"
      label={t('globals.terms.providerURL')}
      help={t(kind === 'Microsoft' ? 'admin.sso.microsoft.help' : 'admin.sso.providerURL')}
      inputMode="url"
      dir="ltr"
      spellCheck={false}
      placeholder="https://id.example.com/realms/main"
    />
  );
}

function CallbackField({ address }: { address: string }) {
  return (
    <Field
      label={t('globals.terms.callbackURL')}
      help={t('admin.sso.setThisUrlForCallback')}
      aside={
        <Button
          size="s"
          tone="quiet"
          icon={<Copy aria-hidden />}
          onClick={() => void copyText(address, t('admin.sso.callbackCopied'))}
        >
          {t('admin.sso.copyCallback')}
        </Button>
      }
    >
      <Input value={address} readOnly dir="ltr" onFocus={(event) => event.currentTarget.select()} />
    </Field>
  );
}
