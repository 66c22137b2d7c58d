import type { ContactNote } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { hasContact } from './contacts.queries.ts';
import { listNotesOf } from './notes.queries.ts';

/** Notes on a contact, newest first (wire A 15.5). Throws `contact.not_found`. */
export async function listNotes(db: Reader, contactId: number): Promise<ContactNote[]> {
  if (!(await hasContact(db, contactId))) throw new AppError('contact.not_found');
  return (await listNotesOf(db, contactId)).map(wireTimes);
}
