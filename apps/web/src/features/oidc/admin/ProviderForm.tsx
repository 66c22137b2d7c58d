import { OidcProviderInput, oidcProviderKinds } from '@bellhop/contract/oidc';
import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import type * as z from 'zod';
import { t } from '../../../lib/i18n.ts';
import { AdminForm } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { SecretField, SelectField, SwitchField, TextField } from '../../../ui/admin/fields.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Field, Input } from '../../../ui/Field.tsx';
import { DiscoveryTest } from './DiscoveryTest.tsx';
import { kindName, providersPath } from './provider-names.ts';

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
        <TextField
          name="provider_url"
          label={t('globals.terms.providerURL')}
          help={t('admin.sso.providerURL')}
          inputMode="url"
          dir="ltr"
          spellCheck={false}
          placeholder="https://id.example.com/realms/main"
        />
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
      </AdminForm>
    </AdminPage>
  );
}

/** Google has one address for everybody. */
function KindField() {
  const { getValues, setValue } = useFormContext();
  const choose = (kind: string) => {
    if (kind === 'Google') {
      setValue('provider_url', 'https://accounts.google.com', { shouldDirty: true });
      if (getValues('name') === '') setValue('name', 'Google', { shouldDirty: true });
    }
    return kind;
  };
  return (
    <SelectField
      name="provider"
      label={t('globals.terms.provider', {}, 1)}
      options={oidcProviderKinds.map((value) => ({ value, label: kindName(value) }))}
      write={choose}
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
