const tag = '+conv-';
const uuidPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const taggedLocalPart = new RegExp(`\\+conv-(${uuidPattern})$`, 'i');

/** RFC 5321 4.5.3.1.1. */
const longestLocalPart = 64;

/**
 * `help@shop.example` and a conversation's uuid give `help+conv-<uuid>@shop.example` (behaviour 2.4, Reply-To).
 * An older conversation tag is replaced. Null when the address cannot carry one: no `@`, a quoted local part, or a
 * local part that would grow beyond 64 octets, which strict servers refuse.
 */
export function buildPlusAddress(address: string, conversationUuid: string): string | null {
  const parts = splitAddress(address);
  if (!parts || parts.local.startsWith('"')) return null;
  const local = parts.local.replace(taggedLocalPart, '') + tag + conversationUuid.toLowerCase();
  return Buffer.byteLength(local) > longestLocalPart ? null : `${local}@${parts.domain}`;
}

/** The lower-cased conversation uuid that a plus address carries, or null. */
export function parsePlusAddress(address: string): string | null {
  const parts = splitAddress(address.trim());
  return (parts && taggedLocalPart.exec(parts.local)?.[1]?.toLowerCase()) ?? null;
}

/**
 * The address without anything from the first plus on, lower-cased: `Help+eu+conv-…@Shop.example` gives
 * `help@shop.example`. An address without a plus comes back lower-cased only.
 */
export function plusBaseAddress(address: string): string {
  const whole = address.trim().toLowerCase();
  const parts = splitAddress(whole);
  const plus = parts && !parts.local.startsWith('"') ? parts.local.indexOf('+') : -1;
  return parts && plus > 0 ? `${parts.local.slice(0, plus)}@${parts.domain}` : whole;
}

function splitAddress(address: string): { local: string; domain: string } | null {
  const at = address.lastIndexOf('@');
  if (at <= 0 || at === address.length - 1) return null;
  return { local: address.slice(0, at), domain: address.slice(at + 1) };
}
