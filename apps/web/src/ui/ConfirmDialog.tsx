import { type ReactNode, useState } from 'react';
import { toApiError } from '../lib/api.ts';
import { t } from '../lib/i18n.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description: string;
  /** What its main button says. */
  action: string;
  /** Does it, and then the dialog closes; rejects with the server's refusal, which is shown in place. */
  onConfirm: () => Promise<unknown>;
  /** Once it is done and the dialog closed. */
  onDone?: () => void;
  children?: ReactNode;
}

/** Asks before something is done that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, description, action, onConfirm, onDone, children } = props;
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const close = () => {
    setRefusal('');
    onClose();
  };
  const confirm = async () => {
    if (isBusy) return;
    setBusy(true);
    setRefusal('');
    try {
      await onConfirm();
      close();
      onDone?.();
    } catch (error) {
      setRefusal(toApiError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      isKept
      title={title}
      description={description}
      footer={
        <>
          <Button data-autofocus onClick={close}>
            {t('globals.messages.cancel')}
          </Button>
          <Button tone="bad" aria-disabled={isBusy} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {refusal && (
        <p className="error" role="alert">
          {refusal}
        </p>
      )}
    </Dialog>
  );
}
