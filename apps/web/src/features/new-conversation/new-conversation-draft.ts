import type { DraftFields } from '@bellhop/contract';
import { isEmail } from '@bellhop/contract/formats';
import type { TextKey } from '../../lib/i18n.ts';
import { type Draft, isEmptyHtml } from '../conversations/thread/composer/index.ts';

/** The fields of the dialog, none of them missing. */
export interface NewFields {
  contact_email: string;
  first_name: string;
  last_name: string;
  subject: string;
  inbox_id: number | null;
  team_id: number | null;
  agent_id: number | null;
}

export type FieldProblems = Partial<
  Record<'contact_email' | 'first_name' | 'inbox_id' | 'subject' | 'content', TextKey>
>;

/** What a draft holds of them; an only inbox needs no choice. */
export function fieldsOf(fields: DraftFields | null, inboxIds: readonly number[]): NewFields {
  const { contact_email = '', first_name = '', last_name = '', subject = '', ...chosen } = fields ?? {};
  const only = inboxIds.length === 1 ? inboxIds[0]! : null;
  return {
    contact_email,
    first_name,
    last_name,
    subject,
    inbox_id: chosen.inbox_id ?? only,
    team_id: chosen.team_id ?? null,
    agent_id: chosen.agent_id ?? null,
  };
}

/** What keeps a conversation from being started, by field in their order on the page (specification 5). */
export function problemsOf(
  fields: NewFields,
  { html }: Pick<Draft, 'html'>,
  inboxIds: readonly number[],
): FieldProblems {
  return {
    ...(isEmail(fields.contact_email.trim()) ? {} : { contact_email: 'globals.messages.invalidEmailAddress' }),
    ...(fields.first_name.trim() === '' ? { first_name: 'new_conversation.first_name_missing' } : {}),
    ...(fields.inbox_id !== null && inboxIds.includes(fields.inbox_id)
      ? {}
      : { inbox_id: 'new_conversation.inbox_missing' }),
    ...(fields.subject.trim() === '' ? { subject: 'new_conversation.subject_missing' } : {}),
    ...(isEmptyHtml(html) ? { content: 'errors.message.empty' } : {}),
  };
}
