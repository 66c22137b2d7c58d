import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { type ContactName, splitContactName } from './contact-name.ts';
import { type ContactRow, findContactByAddress, insertContact, renameContact } from './contacts.queries.ts';

/**
 * The contact of a mail's sender or recipient, made when the address is new (behaviour 1.9). A name replaces a stored one only
 * while that is empty or was derived from the address. Safe against a second transaction that takes in the same new address.
 * `known` saves the look-up when the caller has just made it: the contact, or null for none.
 */
export async function upsertContact(
  uow: UnitOfWork,
  sender: { address: string; name: string },
  known?: ContactRow | null,
): Promise<ContactRow> {
  const address = sender.address.trim().toLowerCase();
  const name = splitContactName(sender.name, address);
  const contact = known ?? (await findOrInsert(uow, address, name, known === null));
  const mayRename = contact.name_is_derived || contact.first_name === '';
  if (!mayRename || name.name_is_derived) return contact;
  await renameContact(uow.db, contact.id, { ...name, now: uow.now });
  return { ...contact, ...name };
}

/** The contact of an address that an agent typed, with the typed name when it is new; a known contact is never renamed. */
export async function ensureContact(
  uow: UnitOfWork,
  typed: { address: string; first_name: string; last_name: string },
): Promise<ContactRow> {
  const address = typed.address.trim().toLowerCase();
  return findOrInsert(uow, address, {
    first_name: typed.first_name.trim(),
    last_name: typed.last_name.trim(),
    name_is_derived: false,
  });
}

async function findOrInsert(uow: UnitOfWork, address: string, name: ContactName, isNew = false): Promise<ContactRow> {
  const found =
    (isNew ? undefined : await findContactByAddress(uow.db, address)) ??
    (await insertContact(uow.db, { email: address, ...name, now: uow.now })) ??
    (await findContactByAddress(uow.db, address));
  if (!found) throw new Error('a contact appeared and vanished during its upsert');
  return found;
}
