import type { ApiKey } from '@bellhop/contract';
import { t } from '../../lib/i18n.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
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
  const name = doomed?.name ?? '';
  return (
    <ConfirmDialog
      isOpen={doomed !== undefined}
      onClose={onClose}
      title={t('api_keys.revoke.title', { name })}
      description={t('api_keys.revoke.description')}
      action={t('api_keys.revoke')}
      onConfirm={async () => {
        if (doomed) await revokeKey(whose, doomed.id);
        await renew();
      }}
      onDone={() => toast.success(t('api_keys.revoke.done', { name }))}
    />
  );
}
