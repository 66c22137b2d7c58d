import type { Conversation } from '@bellhop/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCan } from '../../../../lib/session.ts';
import { conversationQueries } from '../../conversations.api.ts';
import type { Draft } from '../../drafts/draft.ts';
import { drafts, useDraft } from '../../drafts.ts';
import { messagesOf } from '../thread-entries.ts';
import { noRecipients, type Recipients, replyRecipients } from './reply-recipients.ts';

export interface RecipientsState {
  /** What stands in the fields: what somebody chose, else the proposal. */
  value: Recipients;
  change: (value: Recipients) => void;
  /** What stands half-typed in the fields. */
  typed: Draft['typed'];
  type: (typed: Draft['typed']) => void;
}

/** Recipients of the reply to a conversation: proposed from its messages until somebody changes them. */
export function useRecipients(conversation: Conversation): RecipientsState {
  const { uuid, contact, inbox_mail } = conversation;
  const { recipients: chosen, typed } = useDraft(uuid, 'reply');
  const mayRead = useCan('messages:read');
  const { data } = useInfiniteQuery({ ...conversationQueries.messages(uuid), enabled: mayRead });
  const proposed = useMemo(
    () =>
      data || !mayRead
        ? replyRecipients(data ? messagesOf(data) : [], { contact_email: contact.email, inbox_mail })
        : noRecipients,
    [data, mayRead, contact.email, inbox_mail],
  );
  return {
    value: chosen ?? proposed,
    change: (recipients) => drafts().change(uuid, 'reply', { recipients }),
    typed,
    type: (next) => drafts().change(uuid, 'reply', { typed: next }),
  };
}
