export type TextDirection = 'ltr' | 'rtl';

const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const strong = /[\p{L}\u200e\u200f]/u;

/** How a text runs, by its first letter (what `dir="auto"` does, which mail programs do not know); undefined without one. */
export function directionOf(text: string): TextDirection | undefined {
  const first = strong.exec(text)?.[0];
  if (first === undefined) return undefined;
  return rightToLeft.test(first) ? 'rtl' : 'ltr';
}
