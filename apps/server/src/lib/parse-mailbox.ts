import addressparser from 'nodemailer/lib/addressparser';

const addressSpec = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

/**
 * Reads exactly one mailbox, `Name <address>` or bare, as an inbox's `from` must be (behaviour B1.1.4). The address comes
 * lower-cased; null when there is none, several, a group, or something that no mail server would take.
 */
export function parseMailbox(text: string): { name: string; address: string } | null {
  const entries = addressparser(text.trim(), { flatten: true });
  const [entry] = entries;
  if (!entry || entries.length !== 1) return null;
  const address = entry.address.trim().toLowerCase();
  if (address.length > 320 || !addressSpec.test(address)) return null;
  return { name: entry.name.replace(/\p{Cc}+/gu, ' ').trim(), address };
}
