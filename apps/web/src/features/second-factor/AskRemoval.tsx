import type { OwnSecondFactor } from '@bellhop/contract';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

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
    <Dialog
      isOpen={name !== undefined}
      isKept
      onClose={onClose}
      title={t('secondFactor.remove.title', { name: name ?? '' })}
      description={t('secondFactor.remove.text')}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {t('globals.messages.cancel')}
          </Button>
          <Button
            tone="bad"
            onClick={() => {
              onClose();
              onRemove();
            }}
          >
            {t('secondFactor.remove.confirm')}
          </Button>
        </>
      }
    >
      {isLast && <p className="help">{t('secondFactor.remove.last')}</p>}
    </Dialog>
  );
}
