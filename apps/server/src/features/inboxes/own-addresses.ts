import type { Reader } from '../../db/types.ts';
import { listInboxAddresses } from './inboxes.queries.ts';

/** The desk's own addresses: those of all inboxes that are not deleted, disabled ones included, and their reply addresses. */
export interface OwnAddresses {
  /** Whether an address is one of ours or a plus variant of one (`help+anything@…`); letter case does not matter. */
  has(address: string): boolean;
  /** The inbox of an address or plus variant; an address beats a reply address. Undefined for strangers. */
  inboxOf(address: string): number | undefined;
}

/** Reads them; a handful of rows, so nothing is cached. */
export async function ownAddresses(db: Reader): Promise<OwnAddresses> {
  const inboxes = await listInboxAddresses(db);
  const byAddress = new Map<string, number>();
  // A reply address may be shared, the first inbox then has it; an address proper always wins.
  for (const inbox of inboxes.toReversed()) if (inbox.reply_to) byAddress.set(inbox.reply_to.toLowerCase(), inbox.id);
  for (const inbox of inboxes.toReversed()) byAddress.set(inbox.address, inbox.id);
  const inboxOf = (address: string) => {
    for (const candidate of withoutPlusParts(address)) {
      const id = byAddress.get(candidate);
      if (id !== undefined) return id;
    }
    return undefined;
  };
  return { has: (address) => inboxOf(address) !== undefined, inboxOf };
}

/** `a+b+c@d` gives itself, `a+b@d` and `a@d`, lower-cased. */
export function withoutPlusParts(address: string): string[] {
  const lower = address.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  if (at < 1) return [lower];
  const domain = lower.slice(at);
  const forms = [lower];
  for (let local = lower.slice(0, at); local.lastIndexOf('+') > 0; ) {
    local = local.slice(0, local.lastIndexOf('+'));
    forms.push(local + domain);
  }
  return forms;
}
