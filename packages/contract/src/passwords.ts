/** Fewest and most bytes of a password, not characters (wire A 7.3). */
export const passwordBytes = { min: 10, max: 72 } as const;

const parts = [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/];

/** The rule for new passwords (wire A 7.3): 10 to 72 bytes, with A-Z, a-z, 0-9 and something that is none of them. */
export function isPasswordStrong(password: string): boolean {
  const bytes = utf8Length(password);
  return bytes >= passwordBytes.min && bytes <= passwordBytes.max && parts.every((part) => part.test(password));
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
