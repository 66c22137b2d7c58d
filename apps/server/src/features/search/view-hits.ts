import { type FoundMessage, longestSnippet, type SearchHit } from '@bellhop/contract';
import { excerpt, markPhrases } from '@bellhop/rules';
import { fullName } from '../../core/actor.ts';
import type { FoundRow } from './found-rows.queries.ts';
import type { Highlights } from './search-plan.ts';

/** A row as the operator search answers it. */
export function viewHit(row: FoundRow, highlights: Highlights): SearchHit {
  const snippet = excerpt(shownText(row), row.message_id === null ? [] : highlights.text, longestSnippet);
  return {
    conversation: {
      uuid: row.uuid,
      reference_number: row.reference_number,
      subject: row.subject,
      status: row.status,
      priority: row.priority,
      contact: {
        first_name: row.contact_first_name,
        last_name: row.contact_last_name,
        email: row.contact_email,
        avatar_url: row.contact_avatar_url,
      },
      assigned_user_id: row.assigned_user_id,
      assigned_team_id: row.assigned_team_id,
      inbox_name: row.inbox_name,
      created_at: row.created_at.toISOString(),
      last_message_at: row.last_message_at.toISOString(),
    },
    message_uuid: row.message_uuid,
    sender: row.message_id === null ? null : senderOf(row),
    matched_at: (row.message_created_at ?? row.last_message_at).toISOString(),
    subject_marks: markPhrases(row.subject, highlights.subject),
    snippet: snippet.text,
    snippet_marks: snippet.marks,
  };
}

/** A row as the plain search for messages answers it. */
export function viewMessage(row: FoundRow, highlights: Highlights): FoundMessage {
  const snippet = excerpt(shownText(row), highlights.text, longestSnippet);
  return {
    created_at: row.message_created_at!.toISOString(),
    text_content: snippet.text,
    conversation_created_at: row.created_at.toISOString(),
    conversation_uuid: row.uuid,
    conversation_reference_number: row.reference_number,
    conversation_subject: row.subject,
    message_uuid: row.message_uuid!,
    text_marks: snippet.marks,
    private: row.private ?? false,
    sender: senderOf(row),
  };
}

/** A survey's text holds the link that answers it, which nobody but the customer may have (behaviour B7.3). */
function shownText(row: FoundRow): string {
  if (row.message_id === null) return row.last_message ?? '';
  return row.is_csat ? '' : (row.text_content ?? '');
}

function senderOf(row: FoundRow): string {
  return fullName({ first_name: row.sender_first_name ?? '', last_name: row.sender_last_name ?? '' });
}
