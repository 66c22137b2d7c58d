import { isEmail } from '@bellhop/contract/formats';
import { mostRecipients } from '@bellhop/rules/send-check';
import { AppError } from '../../../core/app-error.ts';
import type { OwnAddresses } from '../../inboxes/index.ts';

/** Bare, lower-cased addresses, each in one list only. */
export interface Recipients {
  to: string[];
  cc: string[];
  bcc: string[];
}

/** What means something in a header and so cannot stand in a bare address. */
const special = /[<>()[\]\\,;:"\p{Cc}]/u;

/** The address in its stored form. Throws message.recipient_invalid. */
export function parseRecipient(text: string): string {
  const address = text.trim().toLowerCase();
  if (address.length > 320 || !isEmail(address) || special.test(address)) {
    throw new AppError('message.recipient_invalid', { params: { address: text.trim().slice(0, 320) } });
  }
  return address;
}

/**
 * Recipients of a reply: validated, lower-cased, each once (To before Cc before Bcc), without the desk's own addresses, to which a
 * reply would loop (behaviour 2.1). When only own ones stood in To, Cc moves up. Throws message.recipient_invalid,
 * message.no_recipient, message.only_own_addresses, message.too_many_recipients.
 */
export function cleanRecipients(given: Recipients, own: OwnAddresses): Recipients {
  const taken = new Set<string>();
  let droppedOwn = false;
  const clean = (list: readonly string[]) =>
    list
      .filter((text) => text.trim() !== '')
      .map(parseRecipient)
      .filter((address) => {
        if (taken.has(address)) return false;
        taken.add(address);
        if (!own.has(address)) return true;
        droppedOwn = true;
        return false;
      });
  const to = clean(given.to);
  const toHeldOwn = droppedOwn;
  const [cc, bcc] = [clean(given.cc), clean(given.bcc)];
  if (to.length + cc.length + bcc.length > mostRecipients) throw new AppError('message.too_many_recipients');
  if (to.length > 0) return { to, cc, bcc };
  if (toHeldOwn && cc.length > 0) return { to: cc, cc: [], bcc };
  throw new AppError(toHeldOwn ? 'message.only_own_addresses' : 'message.no_recipient');
}
