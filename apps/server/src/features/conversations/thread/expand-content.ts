import { expandVariables } from '@bellhop/rules';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { type ConversationRow, findPerson, findPriorityName } from '../conversations.queries.ts';

/** Expands the variables of what an agent, macro or rule wrote, once, as it is saved (behaviour 6.1, settled question 23). */
export async function expandContent(uow: UnitOfWork, conversation: ConversationRow, html: string): Promise<string> {
  if (!html.includes('{{')) return html;
  const person = await findPerson(uow.db, conversation.contact_id);
  const contact = { first_name: person.first_name, last_name: person.last_name, email: person.email ?? '' };
  return expandVariables(html, {
    conversation: {
      reference_number: conversation.reference_number,
      subject: conversation.subject,
      priority: (await findPriorityName(uow.db, conversation.priority_id)) ?? '',
      uuid: conversation.uuid,
    },
    contact,
    recipient: contact,
    author: uow.actor.kind === 'agent' ? uow.actor : null,
  });
}
