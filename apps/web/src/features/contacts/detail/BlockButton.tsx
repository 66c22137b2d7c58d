import type { Contact } from '@bellhop/contract';
import { Ban, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useBlockContact } from '../contacts.api.ts';

/** Blocks or unblocks, after saying what that means. */
export function BlockButton({ contact, name }: { contact: Contact; name: string }) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useBlockContact(contact.id);
  const isBlocked = !contact.enabled;
  const title = t(isBlocked ? 'globals.messages.unblock' : 'globals.messages.block', { name });
  const confirm = () => {
    if (isPending) return;
    mutate(isBlocked, {
      onSuccess: () => {
        setAsking(false);
        toast.success(
          t(isBlocked ? 'globals.messages.unblockedSuccessfully' : 'globals.messages.blockedSuccessfully', { name }),
        );
      },
    });
  };
  return (
    <>
      <Button
        size="s"
        icon={isBlocked ? <CircleCheck aria-hidden /> : <Ban aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {isBlocked ? t('contacts.unblock') : t('contacts.block')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={title}
        description={isBlocked ? t('contact.unblockConfirm') : t('contact.blockConfirm')}
        footer={
          <>
            <Button tone="quiet" onClick={() => setAsking(false)}>
              {t('globals.messages.cancel')}
            </Button>
            <Button tone={isBlocked ? 'main' : 'bad'} aria-disabled={isPending} onClick={confirm}>
              {isBlocked ? t('contacts.unblock') : t('contacts.block')}
            </Button>
          </>
        }
      >
        <p className="contact-dialog-text">{isBlocked ? t('contacts.unblock_keeps') : t('contacts.block_keeps')}</p>
      </Dialog>
    </>
  );
}
