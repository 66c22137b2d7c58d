import type { Reader } from '../../db/types.ts';
import { listInboxAddresses } from './inboxes.queries.ts';
import { addressBook } from './own-addresses.ts';

/**
 * The enabled inbox that takes mail for an address, its plus variants and its reply address included (settled question
 * 20); undefined for everybody else.
 */
export async function resolveRecipient(db: Reader, address: string): Promise<number | undefined> {
  const enabled = (await listInboxAddresses(db)).filter((inbox) => inbox.enabled);
  return addressBook(enabled).inboxOf(address);
}
