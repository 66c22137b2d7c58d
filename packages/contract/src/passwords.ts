/** Fewest and most bytes of a password, not characters (wire A 7.3). */
export const passwordBytes = { min: 10, max: 72 } as const;

/** The parts of the rule for new passwords (wire A 7.3): 10 to 72 bytes, with A-Z, a-z, 0-9 and something that is none of them. */
export const passwordRules = [
  { name: 'length', isMet: (password: string) => isWithin(utf8Length(password)) },
  { name: 'upper', isMet: (password: string) => /[A-Z]/.test(password) },
  { name: 'lower', isMet: (password: string) => /[a-z]/.test(password) },
  { name: 'digit', isMet: (password: string) => /[0-9]/.test(password) },
  { name: 'sign', isMet: (password: string) => /[^A-Za-z0-9]/.test(password) },
] as const;

/** Whether a new password meets every part of the rule. */
export function isPasswordStrong(password: string): boolean {
  return passwordRules.every((rule) => rule.isMet(password));
}

function isWithin(bytes: number): boolean {
  return bytes >= passwordBytes.min && bytes <= passwordBytes.max;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
