import { lazy, Suspense, useEffect, useState } from 'react';
import { toApiError } from '../../lib/api.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { onNewConversation, openNewConversation } from '../../lib/new-conversation.ts';
import { toast } from '../../ui/toast.ts';

const loadDialog = () => import('./NewConversationDialog.tsx');
const NewConversationDialog = lazy(async () => ({ default: (await loadDialog()).NewConversationDialog }));

/** The dialog that starts a conversation, opened by `c` or an event from anywhere; fetched when it is. */
export function NewConversation() {
  const [isOpen, setOpen] = useState(false);
  useHotkeys([{ keys: 'c', label: 'hotkeys.new_conversation', run: openNewConversation }]);
  useEffect(
    () =>
      onNewConversation(() => {
        loadDialog().then(
          () => setOpen(true),
          (error: unknown) => toast.error(toApiError(error).message),
        );
      }),
    [],
  );
  if (!isOpen) return null;
  return (
    <Suspense>
      <NewConversationDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
}
