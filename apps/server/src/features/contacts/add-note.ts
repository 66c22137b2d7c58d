import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { sanitizeComposedHtml } from '../../lib/html-composed.ts';
import { htmlToText } from '../../lib/html-text.ts';
import { hasContact } from './contacts.queries.ts';
import { insertNote } from './notes.queries.ts';

/** Adds a note to a contact, its HTML cleaned (wire A 15.5). Throws `contact.not_found`, `contact_note.empty`. */
export async function addNote(deps: Deps, actor: Actor, contactId: number, html: string): Promise<true> {
  const note = sanitizeComposedHtml(html).trim();
  if (htmlToText(note).trim() === '' && !note.includes('<img')) throw new AppError('contact_note.empty');
  return deps.work(actor, async (uow) => {
    if (!(await hasContact(uow.db, contactId))) throw new AppError('contact.not_found');
    await insertNote(uow.db, {
      contact_id: contactId,
      user_id: actor.id,
      note,
      created_at: uow.now,
      updated_at: uow.now,
    });
    return true as const;
  });
}
