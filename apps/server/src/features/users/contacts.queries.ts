import { sql } from 'kysely';
import { jsonRows } from '../../db/json-rows.ts';
import type { Reader, Transaction } from '../../db/types.ts';

/** A contact as other features know it. */
export interface ContactRow {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  /** False: blocked. */
  enabled: boolean;
  name_is_derived: boolean;
}

const columns = [
  'id',
  sql<string>`email`.as('email'),
  'first_name',
  'last_name',
  'enabled',
  'name_is_derived',
] as const;

/** The contact of an address, found without regard to case; undefined when there is none (behaviour 1.9). */
export async function findContactByAddress(db: Reader, address: string): Promise<ContactRow | undefined> {
  return db
    .selectFrom('users')
    .where('type', '=', 'contact')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`lower(email) = lower(${address.trim()})`)
    .select(columns)
    .executeTakeFirst();
}

/** Whether mail of this address is refused: its contact was blocked (behaviour 1.4). */
export async function isBlockedAddress(db: Reader, address: string): Promise<boolean> {
  const contact = await findContactByAddress(db, address);
  return contact !== undefined && !contact.enabled;
}

/** Contacts of lower-cased addresses, as far as there are any. */
export function listContactsByAddresses(db: Reader, addresses: readonly string[]): Promise<ContactRow[]> {
  return db
    .selectFrom('users')
    .where('type', '=', 'contact')
    .where('deleted_at', 'is', null)
    .where(sql<string>`lower(email)`, '=', sql<string>`any(${[...addresses]}::text[])`)
    .select(columns)
    .execute();
}

/**
 * Inserts contacts, each address once, and answers them. One whose address another transaction's contact holds is missing, and the
 * other is visible then. Sorted by address, so that two transactions do not wait for each other.
 */
export async function insertContacts(
  db: Transaction,
  contacts: readonly { email: string; first_name: string; last_name: string; name_is_derived: boolean }[],
  now: Date,
): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    insert into users (type, created_at, updated_at, email, first_name, last_name, name_is_derived)
    select 'contact', ${now}, ${now}, email, first_name, last_name, name_is_derived
    from json_to_recordset(${jsonRows(contacts)}::json) as contact
      (email text, first_name text, last_name text, name_is_derived boolean)
    order by email
    on conflict (type, lower(email)) where deleted_at is null do nothing
    returning id, email, first_name, last_name, enabled, name_is_derived`.execute(db);
  return rows;
}

/** Gives a contact a name that somebody wrote, in place of one that was derived. */
export async function renameContact(
  db: Transaction,
  id: number,
  name: { first_name: string; last_name: string; now: Date },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ first_name: name.first_name, last_name: name.last_name, name_is_derived: false, updated_at: name.now })
    .where('id', '=', id)
    .execute();
}

/** A contact's attribute values, locked against other writers until the unit ends; empty for an id that is no contact's. */
export async function lockContactAttributes(db: Transaction, id: number): Promise<Record<string, unknown>> {
  const row = await db
    .selectFrom('users')
    .select('custom_attributes')
    .where('id', '=', id)
    .where('type', '=', 'contact')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (row?.custom_attributes ?? {}) as Record<string, unknown>;
}

/** Puts the values in place of the stored ones. */
export async function patchContactAttributes(
  db: Transaction,
  id: number,
  values: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ custom_attributes: JSON.stringify(values), updated_at: now })
    .where('id', '=', id)
    .where('type', '=', 'contact')
    .execute();
}

/** Adds a refused mail to the count of a blocked contact. */
export async function incrementSuppressed(db: Transaction, address: string): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ suppressed_mails: eb('suppressed_mails', '+', 1) }))
    .where('type', '=', 'contact')
    .where('deleted_at', 'is', null)
    .where(sql`lower(email)`, '=', address.trim().toLowerCase())
    .execute();
}
