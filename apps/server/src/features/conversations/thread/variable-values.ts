import type { VariablePerson, VariableValues } from '@bellhop/rules';
import type { Reader } from '../../../db/types.ts';
import { type ConversationRow, findPerson, findPriorityName } from '../conversations.queries.ts';

/** What variables stand for in mails about a conversation, to its contact; without author for what no person writes. */
export async function variableValues(
  db: Reader,
  conversation: Pick<ConversationRow, 'contact_id' | 'priority_id' | 'reference_number' | 'subject' | 'uuid'>,
  author: VariablePerson | null,
): Promise<VariableValues> {
  const person = await findPerson(db, conversation.contact_id);
  const contact = { first_name: person.first_name, last_name: person.last_name, email: person.email ?? '' };
  return {
    conversation: {
      reference_number: conversation.reference_number,
      subject: conversation.subject,
      priority: (await findPriorityName(db, conversation.priority_id)) ?? '',
      uuid: conversation.uuid,
    },
    contact,
    recipient: contact,
    author,
  };
}
