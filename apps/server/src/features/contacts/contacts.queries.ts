import type { Reader, Transaction } from '../../db/types.ts';

/** A contact as the wire shows it, times still Dates; undefined for an unknown or deleted one and for an agent's id. */
export async function findContact(db: Reader, id: number) {
  return contact(db, id)
    .select([
      'id',
      'created_at',
      'updated_at',
      'first_name',
      'last_name',
      'email',
      'availability_status',
      'phone_number_calling_code',
      'phone_number',
      'country',
      'avatar_url',
      'enabled',
      'custom_attributes',
    ])
    .executeTakeFirst();
}

/** Whether there is such a contact. */
export async function hasContact(db: Reader, id: number): Promise<boolean> {
  return (await contact(db, id).select('id').executeTakeFirst()) !== undefined;
}

/** Locks a contact's row until the end of the transaction; undefined when there is none. */
export async function lockContact(
  db: Transaction,
  id: number,
): Promise<{ id: number; avatar_url: string | null } | undefined> {
  return contact(db, id).select(['id', 'avatar_url']).forUpdate().executeTakeFirst();
}

/** Writes members of a contact. Throws what PostgreSQL throws when the address is another contact's: see `isAddressTaken`. */
export async function patchContact(
  db: Transaction,
  id: number,
  patch: {
    updated_at: Date;
    first_name?: string;
    last_name?: string;
    name_is_derived?: boolean;
    email?: string;
    phone_number?: string | null;
    phone_number_calling_code?: string | null;
    country?: string | null;
    avatar_url?: string | null;
    enabled?: boolean;
  },
): Promise<void> {
  await db.updateTable('users').set(patch).where('id', '=', id).where('type', '=', 'contact').execute();
}

function contact(db: Reader, id: number) {
  return db.selectFrom('users').where('id', '=', id).where('type', '=', 'contact').where('deleted_at', 'is', null);
}
