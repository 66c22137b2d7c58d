import type { Reader } from '../../db/types.ts';
import { createCache } from '../../lib/cached.ts';
import { listInboxAddresses } from './inboxes.queries.ts';
import { addressBook, type OwnAddresses } from './own-addresses.ts';

/** Mail comes in by the hundred, inboxes change seldom. */
const lifeMs = 1_000;

const cache = createCache(lifeMs, async (db: Reader): Promise<OwnAddresses> => {
  const inboxes = await listInboxAddresses(db);
  return addressBook(inboxes.filter((inbox) => inbox.enabled));
});

/**
 * The enabled inbox that takes mail for an address, its plus variants and its reply address included (settled question
 * 20); undefined for everybody else. A new inbox is known at once; one that another process switches off may be found for a
 * second more.
 */
export async function resolveRecipient(db: Reader, address: string): Promise<number | undefined> {
  const known = (await cache.get(db)).inboxOf(address);
  if (known !== undefined) return known;
  cache.drop(db);
  return (await cache.get(db)).inboxOf(address);
}

/** To be called after inboxes changed: the next look-up reads them. */
export function dropRecipients(db: Reader): void {
  cache.drop(db);
}
