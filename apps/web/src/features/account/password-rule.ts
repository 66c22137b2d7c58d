/** Fewest and most bytes of a password, not characters (wire A 7.3). */
export const passwordBytes = { min: 10, max: 72 } as const;

/** The rule that the server holds a new password against: with A-Z, a-z, 0-9 and something that is none of them. */
export function isPasswordStrong(password: string): boolean {
  const bytes = new TextEncoder().encode(password).length;
  return (
    bytes >= passwordBytes.min &&
    bytes <= passwordBytes.max &&
    [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/].every((part) => part.test(password))
  );
}
