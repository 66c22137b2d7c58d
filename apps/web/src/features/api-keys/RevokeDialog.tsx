import type { ApiKey } from '@bellhop/contract';
import { useState } from 'react';
import { toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { type KeysOf, revokeKey, useRenewKeys } from './api-keys.api.ts';

interface RevokeDialogProps {
  whose: KeysOf;
  /** Open while there is one. */
  doomed: ApiKey | undefined;
  onClose: () => void;
}

/** Asks before a key is revoked. */
export function RevokeDialog({ whose, doomed, onClose }: RevokeDialogProps) {
  const renew = useRenewKeys();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const name = doomed?.name ?? '';
  const close = () => {
    setRefusal('');
    onClose();
  };
  const revoke = async () => {
    if (isBusy || !doomed) return;
    setBusy(true);
    setRefusal('');
    try {
      await revokeKey(whose, doomed.id);
      await renew();
      close();
      toast.success(t('api_keys.revoke.done', { name }));
    } catch (error) {
      setRefusal(toApiError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen={doomed !== undefined}
      onClose={close}
      isKept
      title={t('api_keys.revoke.title', { name })}
      description={t('api_keys.revoke.description')}
      footer={
        <>
          <Button data-autofocus onClick={close}>
            {t('globals.messages.cancel')}
          </Button>
          <Button tone="bad" aria-disabled={isBusy} onClick={() => void revoke()}>
            {t('api_keys.revoke')}
          </Button>
        </>
      }
    >
      {refusal && (
        <p className="error" role="alert">
          {refusal}
        </p>
      )}
    </Dialog>
  );
}
