/** Email format of specification 5: one part without blanks, an at sign, a domain, a dot, a suffix. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);
}
