/** A number as written, exact: `digits` times ten to the power of `-scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

/** Beyond it nothing is a number that anybody means; it bounds the work of a comparison. */
const longest = 400;

/** Reads a number such as `12`, `-0.5` or `1e-7`; null for everything else, empty text too. */
export function readDecimal(text: string): Decimal | null {
  const parts = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,4}))?$/i.exec(text.trim());
  if (!parts || text.length > longest) return null;
  const [, sign, whole = '', part = '', exponent = '0'] = parts;
  const scale = part.length - Number(exponent);
  if (Math.abs(scale) > longest) return null;
  const digits = BigInt(whole + part);
  return { digits: sign === '-' ? -digits : digits, scale };
}

/** Whether one number is greater than another. */
export function isAfter(a: Decimal, b: Decimal): boolean {
  const [left, right] = sameScale(a, b);
  return left > right;
}

/** Whether two texts are the same number; false when one of them is none. */
export function isSameNumber(a: string, b: string): boolean {
  const [first, second] = [readDecimal(a), readDecimal(b)];
  if (!first || !second) return false;
  const [left, right] = sameScale(first, second);
  return left === right;
}

function sameScale(a: Decimal, b: Decimal): [bigint, bigint] {
  const scale = Math.max(a.scale, b.scale);
  return [a.digits * 10n ** BigInt(scale - a.scale), b.digits * 10n ** BigInt(scale - b.scale)];
}
