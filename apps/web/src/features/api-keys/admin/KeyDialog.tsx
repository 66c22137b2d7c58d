import type { ApiKey, NewApiKey } from '@bellhop/contract';
import { ApiKeyUpdate, suggestedKeyDays } from '@bellhop/contract/api-keys';
import { useWatch } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { shortDate } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../ui/admin/FormDialog.tsx';
import { SelectField, TextField } from '../../../ui/admin/fields.tsx';
import { PermissionsField } from '../../roles/index.ts';
import { useRenewKeys } from '../api-keys.api.ts';
import { afterDays, endOfLife, KeyForm, keyLives } from './key-form.ts';

interface KeyDialogProps {
  /** Null for a new one; the dialog is closed while undefined. */
  edited: ApiKey | null | undefined;
  onClose: () => void;
  onMade: (key: NewApiKey) => void;
}

/** A key's name and permissions; of a new one its life, too. */
export function KeyDialog({ edited, onClose, onMade }: KeyDialogProps) {
  const renew = useRenewKeys();
  const shared = { isWide: true, onClose, name: ({ name }: { name: string }) => name };
  const fields = (
    <>
      <TextField
        name="name"
        label={t('globals.terms.name', {}, 1)}
        help={t('api_keys.name.help')}
        maxLength={140}
        data-autofocus
      />
      {edited === null && <LifeFields />}
      <PermissionsField label={t('api_keys.scope')} stored={edited?.permissions ?? []} isShort />
    </>
  );
  return (
    <>
      <FormDialog
        {...shared}
        isOpen={edited === null}
        title={t('globals.messages.new', { name: t('globals.terms.apiKey', {}, 1) })}
        description={t('api_keys.new.description')}
        saveLabel={t('api_keys.create')}
        schema={KeyForm}
        values={{ name: '', permissions: [], life: String(suggestedKeyDays), until: '' }}
        save={async ({ name, permissions, ...life }) => {
          onMade(await api('api_keys.create', { body: { name, permissions, expires_at: endOfLife(life) } }));
          await renew();
        }}
      >
        {fields}
      </FormDialog>
      <FormDialog
        {...shared}
        isOpen={edited !== null && edited !== undefined}
        title={t('globals.messages.edit', { name: t('globals.terms.apiKey', {}, 1) })}
        schema={ApiKeyUpdate}
        values={{ name: edited?.name ?? '', permissions: edited?.permissions ?? [] }}
        basedOn={edited?.updated_at}
        save={async (body) => {
          if (edited) await api('api_keys.update', { params: { id: edited.id }, body });
          await renew();
        }}
      >
        {fields}
      </FormDialog>
    </>
  );
}

function LifeFields() {
  const life = useWatch({ name: 'life' }) as string;
  const days = keyLives.map((n) => ({
    value: String(n),
    label: t('api_keys.life.days', { n, date: shortDate(afterDays(n)) }),
  }));
  return (
    <>
      <SelectField
        name="life"
        label={t('api_keys.life')}
        help={t('api_keys.life.help')}
        options={[
          ...days,
          { value: 'date', label: t('api_keys.life.date') },
          { value: 'never', label: t('api_keys.life.never') },
        ]}
      />
      {life === 'date' && <TextField name="until" label={t('api_keys.until')} type="date" dir="ltr" />}
    </>
  );
}
