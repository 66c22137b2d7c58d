import type { ContactConversation } from '@bellhop/contract';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Reader } from '../../../db/types.ts';
import { wireTimes } from '../../../lib/wire-times.ts';
import { parseUuid } from '../../media/index.ts';
import { isContact, listOfContact } from './of-contact.queries.ts';

const pageSize = 20;

/**
 * Conversations of a contact that the actor may read, newest first. The cursor names the last one of the page before. Throws
 * `contact.not_found`, `input.invalid` for a cursor that is none.
 */
export async function listContactConversations(
  db: Reader,
  actor: Actor,
  contactId: number,
  cursor: string | undefined,
): Promise<{ results: ContactConversation[]; next_cursor: string | null }> {
  const after = cursor ? parseUuid(cursor) : null;
  if (cursor && after === null) {
    const reason = 'it does not belong to this list';
    throw new AppError('input.invalid', { params: { field: 'cursor', reason }, data: { cursor: reason } });
  }
  if (!(await isContact(db, contactId))) throw new AppError('contact.not_found');
  const rows = await listOfContact(db, actor, { contact_id: contactId, after, limit: pageSize + 1 });
  const shown = rows.slice(0, pageSize);
  return {
    results: shown.map(wireTimes),
    next_cursor: rows.length > shown.length ? shown.at(-1)!.uuid : null,
  };
}
