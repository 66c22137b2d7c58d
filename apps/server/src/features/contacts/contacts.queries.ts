import { type Selectable, sql } from 'kysely';
import type { DB, Reader, Transaction } from '../../db/types.ts';

const shownColumns = [
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
] as const;

/** A contact as the wire shows it, times still Dates; undefined for an unknown or deleted one and for an agent's id. */
export async function findContact(db: Reader, id: number) {
  return contact(db, id).select(shownColumns).executeTakeFirst();
}
export type ShownContact = NonNullable<Awaited<ReturnType<typeof findContact>>>;

/** The same of several; those that are no contacts are missing. */
export function findContacts(db: Reader, ids: readonly number[]): Promise<ShownContact[]> {
  return db
    .selectFrom('users')
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .where('type', '=', 'contact')
    .where('deleted_at', 'is', null)
    .select(shownColumns)
    .execute();
}

/** Whether there is such a contact. */
export async function hasContact(db: Reader, id: number): Promise<boolean> {
  return (await contact(db, id).select('id').executeTakeFirst()) !== undefined;
}

/** What is stored of a contact before it is changed. */
export type LockedContact = Pick<
  Selectable<DB['users']>,
  | 'id'
  | 'avatar_url'
  | 'enabled'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone_number'
  | 'phone_number_calling_code'
  | 'country'
>;

/** Locks a contact's row until the end of the transaction; undefined when there is none. */
export async function lockContact(db: Transaction, id: number): Promise<LockedContact | undefined> {
  return contact(db, id)
    .select([
      'id',
      'avatar_url',
      'enabled',
      'first_name',
      'last_name',
      'email',
      'phone_number',
      'phone_number_calling_code',
      'country',
    ])
    .forUpdate()
    .executeTakeFirst();
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
