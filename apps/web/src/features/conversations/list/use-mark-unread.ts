import type { Conversation } from '@bellhop/contract';
import { useNavigate } from 'react-router';
import { useConversationChanges } from '../conversation-changes.ts';
import { listPath } from '../paths.ts';
import { focusRow } from './focus-row.ts';
import { useListParams } from './use-list-params.ts';

/** Marks the open conversation unread and goes back to its list: before the eyes it would be read again with the next message. */
export function useMarkUnread({ uuid, unread_message_count }: Pick<Conversation, 'uuid' | 'unread_message_count'>) {
  const navigate = useNavigate();
  const { params, search } = useListParams();
  const { markUnread } = useConversationChanges(uuid);
  return () => {
    markUnread(unread_message_count);
    void navigate(listPath(params.scope, search), { flushSync: true });
    focusRow(uuid);
  };
}
