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
  return addressBook(await listInboxAddresses(db));
}

/** Looks addresses up among inboxes, which come in order: of two with one address the first has it. */
export function addressBook(inboxes: { id: number; address: string; reply_to: string }[]): OwnAddresses {
  const byAddress = new Map<string, number>();
  for (const inbox of inboxes.toReversed()) if (inbox.reply_to) byAddress.set(inbox.reply_to.toLowerCase(), inbox.id);
  for (const inbox of inboxes.toReversed()) byAddress.set(inbox.address, inbox.id);
  const inboxOf = (address: string) => {
    for (const form of withoutPlusParts(address)) {
      const id = byAddress.get(form);
      if (id !== undefined) return id;
    }
    return undefined;
  };
  return { has: (address) => inboxOf(address) !== undefined, inboxOf };
}

/** `a+b+c@d` gives itself, `a+b@d` and `a@d`, lower-cased. */
function withoutPlusParts(address: string): string[] {
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
