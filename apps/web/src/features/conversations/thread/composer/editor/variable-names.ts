import { type TextKey, t } from '../../../../../lib/i18n.ts';

const names: Readonly<Record<string, TextKey>> = {
  'Conversation.ReferenceNumber': 'variable.conversation_number',
  'Conversation.Subject': 'variable.conversation_subject',
  'Conversation.Priority': 'variable.conversation_priority',
  'Conversation.UUID': 'variable.conversation_uuid',
  'Contact.FirstName': 'variable.contact_first_name',
  'Contact.LastName': 'variable.contact_last_name',
  'Contact.FullName': 'variable.contact_full_name',
  'Contact.Email': 'variable.contact_email',
  'Recipient.FirstName': 'variable.recipient_first_name',
  'Recipient.LastName': 'variable.recipient_last_name',
  'Recipient.FullName': 'variable.recipient_full_name',
  'Recipient.Email': 'variable.recipient_email',
  'Author.FirstName': 'variable.author_first_name',
  'Author.LastName': 'variable.author_last_name',
  'Author.FullName': 'variable.author_full_name',
  'Author.Email': 'variable.author_email',
};

/** What a variable is called in the agent's language. */
export function variableName(path: string): string {
  const key = names[path];
  return key ? t(key) : path;
}
