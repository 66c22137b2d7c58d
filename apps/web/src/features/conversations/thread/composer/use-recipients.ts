import type { Conversation } from '@bellhop/contract';
import {
  noRecipients,
  type RecipientOrigin,
  type Recipients,
  type ReplyScope,
  recipientOrigin,
  replyRecipients,
  threadPeople,
} from '@bellhop/rules/reply-recipients';
import { useMemo } from 'react';
import type { Draft } from '../../drafts/draft.ts';
import { drafts, useDraft } from '../../drafts.ts';
import { useReplyScope } from './reply-scope.ts';
import { useAnsweredThread } from './use-answered-thread.ts';

export interface RecipientsState {
  /** What stands in the fields: what somebody chose, else the proposal. */
  value: Recipients;
  change: (value: Recipients) => void;
  /** What stands half-typed in the fields. */
  typed: Draft['typed'];
  type: (typed: Draft['typed']) => void;
  /** Whether the reply is proposed for everybody on the last mail or for one person. */
  scope: ReplyScope;
  chooseScope: (scope: ReplyScope) => void;
  /** How many people a reply to all goes to, and the one whom the other goes to; undefined where both are the same. */
  choice: { all: number; one: string } | undefined;
  originOf: (address: string) => RecipientOrigin;
  /** Whom the reply was proposed for, and who was on the mails of the thread. */
  proposed: Recipients;
  people: readonly string[];
}

/** Recipients of the reply to a conversation: proposed from its messages until somebody changes them. */
export function useRecipients({ uuid, contact, inbox_mail }: Conversation): RecipientsState {
  const { recipients: chosen, typed } = useDraft(uuid, 'reply');
  const [scope, setScope] = useReplyScope(uuid);
  const { messages, is_whole, is_loading } = useAnsweredThread(uuid);
  const contact_email = contact.email;
  const { all, one, people, originOf } = useMemo(() => {
    const thread = { contact_email, inbox_mail, is_whole };
    return {
      all: is_loading ? noRecipients : replyRecipients(messages, thread),
      one: is_loading ? noRecipients : replyRecipients(messages, thread, 'reply'),
      people: threadPeople(messages, inbox_mail),
      originOf: (address: string) => recipientOrigin(address, messages, thread),
    };
  }, [messages, is_whole, is_loading, contact_email, inbox_mail]);
  const proposed = scope === 'reply' ? one : all;
  const allCount = all.to.length + all.cc.length;
  const change = (recipients: Recipients | null) => drafts().change(uuid, 'reply', { recipients });
  return {
    value: chosen ?? proposed,
    change,
    typed,
    type: (next) => drafts().change(uuid, 'reply', { typed: next }),
    scope,
    chooseScope: (next) => {
      setScope(next);
      if (chosen) change(withAdded(next === 'reply' ? one : all, chosen, originOf));
    },
    choice: one.to[0] && allCount > one.to.length ? { all: allCount, one: one.to[0] } : undefined,
    originOf,
    proposed,
    people,
  };
}

/** Another scope proposes others; whom the agent added stays. Null when it is the proposal itself. */
function withAdded(proposed: Recipients, chosen: Recipients, originOf: RecipientsState['originOf']): Recipients | null {
  const isOwn = (address: string) => originOf(address) === 'added_by_you';
  const added = { to: chosen.to.filter(isOwn), cc: chosen.cc.filter(isOwn), bcc: chosen.bcc.filter(isOwn) };
  if (added.to.length + added.cc.length + added.bcc.length === 0) return null;
  return { to: [...proposed.to, ...added.to], cc: [...proposed.cc, ...added.cc], bcc: added.bcc };
}
