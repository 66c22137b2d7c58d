import type { OwnSecondFactor } from '@bellhop/contract';
import { t } from '../../lib/i18n.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

interface AskRemovalProps {
  own: OwnSecondFactor;
  /** What is to go, as people call it; the dialog is open while it is there. */
  name: string | undefined;
  onClose: () => void;
  onRemove: () => void;
}

/** Asks before a part of the second factor is removed, and says what the last one takes along. */
export function AskRemoval({ own, name, onClose, onRemove }: AskRemovalProps) {
  const isLast = Number(own.totp !== null) + own.passkeys.length === 1;
  return (
    <ConfirmDialog
      isOpen={name !== undefined}
      onClose={onClose}
      title={t('secondFactor.remove.title', { name: name ?? '' })}
      description={t('secondFactor.remove.text')}
      action={t('secondFactor.remove.confirm')}
      onConfirm={async () => onRemove()}
    >
      {isLast && <p className="help">{t('secondFactor.remove.last')}</p>}
    </ConfirmDialog>
  );
}
