import { useEffect } from 'react';
import { t } from '../../lib/i18n.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { newConversation, serverDrafts } from '../conversations/thread/composer/index.ts';
import { NewConversationForm } from './NewConversationForm.tsx';
import './new-conversation.css';

/** Starts a conversation with a mail to a contact. Closing it keeps everything as a draft. */
export function NewConversationDialog({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    serverDrafts()
      .open(newConversation)
      .catch((error: unknown) => console.warn(error));
    // A file that misses the dialog must not take the page away.
    const keep = (event: DragEvent) => event.preventDefault();
    for (const name of ['dragover', 'drop'] as const) window.addEventListener(name, keep);
    return () => {
      for (const name of ['dragover', 'drop'] as const) window.removeEventListener(name, keep);
    };
  }, []);
  return (
    <Dialog isOpen onClose={onClose} title={t('new_conversation.title')} isWide isKept>
      <NewConversationForm onClose={onClose} />
    </Dialog>
  );
}
