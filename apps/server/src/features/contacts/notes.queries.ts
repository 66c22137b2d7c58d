import type { Reader, Transaction } from '../../db/types.ts';

/** Notes on a contact with their writers, newest first. */
export function listNotesOf(db: Reader, contactId: number) {
  return db
    .selectFrom('contact_notes as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .where('n.contact_id', '=', contactId)
    .select([
      'n.id',
      'n.created_at',
      'n.updated_at',
      'n.contact_id',
      'n.note',
      'n.user_id',
      'u.first_name',
      'u.last_name',
      'u.avatar_url',
    ])
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .execute();
}

export async function insertNote(
  db: Transaction,
  note: { contact_id: number; user_id: number; note: string; created_at: Date; updated_at: Date },
): Promise<void> {
  await db.insertInto('contact_notes').values(note).execute();
}

/** A contact's note under lock; undefined when there is none, or it is another contact's. */
export async function lockNote(
  db: Transaction,
  contactId: number,
  id: number,
): Promise<{ user_id: number } | undefined> {
  return db
    .selectFrom('contact_notes')
    .where('id', '=', id)
    .where('contact_id', '=', contactId)
    .select('user_id')
    .forUpdate()
    .executeTakeFirst();
}

export async function removeNote(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('contact_notes').where('id', '=', id).execute();
}
