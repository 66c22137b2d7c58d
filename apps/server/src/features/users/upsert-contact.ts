import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { type ContactName, splitContactName } from './contact-name.ts';
import {
  type ContactRow,
  findContactByAddress,
  insertContacts,
  listContactsByAddresses,
  renameContact,
} from './contacts.queries.ts';

/** Who wrote: a bare address in lower case and the name beside it, '' for none. */
export interface Sender {
  address: string;
  name: string;
}

/**
 * The contacts of mails' senders by address, made where an address is new (behaviour 1.9). A name replaces a stored one only while
 * that is empty or was derived from the address; of several names of one sender the first counts. Safe against a second
 * transaction that takes in the same new address. `known` are the contacts that the caller has just found for them.
 */
export async function upsertContacts(
  uow: UnitOfWork,
  senders: readonly Sender[],
  known: ReadonlyMap<string, ContactRow>,
): Promise<Map<string, ContactRow>> {
  const contacts = new Map(known);
  const newcomers = nameNewcomers(senders.filter((sender) => !known.has(sender.address)));
  for (const contact of await insertMissing(uow, newcomers)) contacts.set(contact.email.toLowerCase(), contact);
  for (const { address, name } of senders) {
    const contact = contacts.get(address);
    if (!contact) throw new Error('a contact appeared and vanished during its upsert');
    const better = splitContactName(name, address);
    if ((!contact.name_is_derived && contact.first_name !== '') || better.name_is_derived) continue;
    await renameContact(uow.db, contact.id, { ...better, now: uow.now });
    await uow.publish({ kind: 'contact.updated', contact_id: contact.id, fields: ['first_name', 'last_name'] });
    contacts.set(address, { ...contact, ...better });
  }
  return contacts;
}

/** The contact of one sender. */
export async function upsertContact(uow: UnitOfWork, sender: Sender): Promise<ContactRow> {
  const address = sender.address.trim().toLowerCase();
  const known = await listContactsByAddresses(uow.db, [address]);
  const contacts = await upsertContacts(
    uow,
    [{ ...sender, address }],
    new Map(known.map((contact) => [address, contact])),
  );
  return contacts.get(address)!;
}

/** The contact of an address that an agent typed, with the typed name when it is new; a known contact is never renamed. */
export async function ensureContact(
  uow: UnitOfWork,
  typed: { address: string; first_name: string; last_name: string },
): Promise<ContactRow> {
  const address = typed.address.trim().toLowerCase();
  const name = { first_name: typed.first_name.trim(), last_name: typed.last_name.trim(), name_is_derived: false };
  const found =
    (await findContactByAddress(uow.db, address)) ?? (await insertMissing(uow, new Map([[address, name]])))[0];
  if (!found) throw new Error('a contact appeared and vanished during its upsert');
  return found;
}

/** Each address once, with the first name that somebody wrote. */
function nameNewcomers(senders: readonly Sender[]): Map<string, ContactName> {
  const names = new Map<string, ContactName>();
  for (const { address, name } of senders) {
    const split = splitContactName(name, address);
    if (names.get(address)?.name_is_derived ?? true) names.set(address, split);
  }
  return names;
}

async function insertMissing(uow: UnitOfWork, newcomers: ReadonlyMap<string, ContactName>): Promise<ContactRow[]> {
  if (newcomers.size === 0) return [];
  const rows = [...newcomers].map(([email, name]) => ({ email, ...name }));
  const inserted = await insertContacts(uow.db, rows, uow.now);
  for (const { id } of inserted) await uow.publish({ kind: 'contact.created', contact_id: id });
  const made = new Set(inserted.map((contact) => contact.email));
  const taken = [...newcomers.keys()].filter((address) => !made.has(address));
  return taken.length === 0 ? inserted : [...inserted, ...(await listContactsByAddresses(uow.db, taken))];
}
