import { unresolvedVariables } from '@bellhop/rules/template-variables';
import { useCurrentAgent } from '../../lib/session.ts';
import { newConversation, useSendCheck } from '../conversations/thread/composer/index.ts';
import type { NewFields } from './new-conversation-draft.ts';

const nobody = { to: [], cc: [], bcc: [] };
/** Number and uuid are not known before the conversation exists, but it will have them. */
const given = '…';

/** What to ask before a conversation is started. */
export function useNewCheck({ contact_email, first_name, last_name, subject }: NewFields) {
  const { first_name: ownFirst, last_name: ownLast, email: ownEmail } = useCurrentAgent();
  const contact = { first_name: first_name.trim(), last_name: last_name.trim(), email: contact_email.trim() };
  const values = {
    conversation: { reference_number: given, subject: subject.trim(), priority: '', uuid: given },
    contact,
    recipient: contact,
    author: { first_name: ownFirst, last_name: ownLast, email: ownEmail ?? '' },
  };
  return useSendCheck<true>({
    uuid: newConversation,
    mode: 'reply',
    contact_email,
    inbox_mail: '',
    proposed: nobody,
    people: [],
    unresolvedIn: (html) => unresolvedVariables(html, values),
  });
}
