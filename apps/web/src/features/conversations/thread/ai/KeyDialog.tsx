import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { toApiError } from '../../../../lib/api.ts';
import { t } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Field, PasswordInput } from '../../../../ui/Field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { saveProviderKey } from '../../../ai/index.ts';

/** Asks for the provider's key when it is missing or was refused (wire B 9). Told whether one was saved: what was asked for may go on. */
export default function KeyDialog({ onClose }: { onClose: (isSaved: boolean) => void }) {
  const client = useQueryClient();
  const id = useId();
  const [key, setKey] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    // The dialog lies in the form of the composer, as far as React is concerned.
    event.stopPropagation();
    if (isBusy) return;
    if (key.trim() === '') return setError(t('form.error.required'));
    setBusy(true);
    try {
      await saveProviderKey(key.trim());
      toast.success(t('ai.key_saved'));
      void client.invalidateQueries({ queryKey: ['ai'] });
      onClose(true);
    } catch (cause) {
      setError(toApiError(cause).message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={() => onClose(false)}
      title={t('ai.enterOpenAIAPIKey')}
      description={t('ai.apiKey.description', { provider: 'OpenAI' })}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('globals.messages.cancel')}</Button>
          <Button tone="main" type="submit" form={id}>
            {t('globals.messages.save')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void save(event)}>
        <Field label={t('globals.terms.apiKey', {}, 1)} error={error}>
          <PasswordInput
            data-autofocus
            autoComplete="off"
            value={key}
            onChange={(event) => {
              setKey(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
