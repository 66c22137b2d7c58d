/** How an agent's new conversation carries its reference number in the subject, unless the setting says otherwise. */
export const usualMarker = ' - #{ref}';

/** A subject with the marker behind it (behaviour B2.4.4). */
export function markSubject(subject: string, marker: string, reference: string): string {
  return `${subject}${marker.replace('{ref}', reference)}`.trim();
}

/**
 * The reference number at the end of a subject, in the marker's form or in the usual one, which older mails have. What stands in
 * front of a sharp in the marker (blanks, dashes) need not have survived the customer's mail program.
 */
export function markedReference(subject: string, marker: string): string | undefined {
  for (const form of [marker, usualMarker]) {
    const [before = '', after = ''] = form
      .trim()
      .replace(/^[\s\p{Pd}]+/u, '')
      .split('{ref}');
    const found = new RegExp(`${literally(before)}(\\d{1,12})${literally(after)}\\s*$`).exec(subject);
    if (found) return found[1];
  }
  return undefined;
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
