import addressparser from 'nodemailer/lib/addressparser';
import type { Mailbox } from '../../channel.ts';
import { decodeEncodedWords } from './encoded-words.ts';

/** Most addresses kept of one kind of header; the rest is dropped with a warning. */
export const mostAddresses = 1000;

/**
 * Reads the mailboxes of address headers: groups flattened, comments as names where no name stands, quoted local parts
 * kept quoted, addresses lower-cased, entries without an address dropped, repeats removed (behaviour 1.5).
 */
export function parseAddresses(headers: string[]): Mailbox[] {
  const mailboxes = new Map<string, Mailbox>();
  for (const header of headers) {
    for (const entry of addressparser(header, { flatten: true })) {
      const address = cleanAddress(entry.address ?? '');
      if (address === null || mailboxes.has(address)) continue;
      mailboxes.set(address, { name: cleanName(entry.name ?? '', address), address });
      if (mailboxes.size >= mostAddresses) return [...mailboxes.values()];
    }
  }
  return [...mailboxes.values()];
}

/** The part before the last `@`, without quotes. */
export function localPart(address: string): string {
  return address.slice(0, address.lastIndexOf('@')).replaceAll('"', '');
}

const longestAddress = 320;
const longestName = 255;

function cleanAddress(raw: string): string | null {
  const address = decodeEncodedWords(raw)
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase();
  const at = address.lastIndexOf('@');
  const isUsable = at > 0 && at < address.length - 1 && address.length <= longestAddress;
  return isUsable && !/[\s<>]/.test(address.slice(at)) ? address : null;
}

function cleanName(raw: string, address: string): string {
  const name = decodeEncodedWords(raw)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
  return name.toLowerCase() === address ? '' : [...name].slice(0, longestName).join('');
}
