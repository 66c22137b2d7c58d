import type { Marks } from '@bellhop/contract';

/** A text whose hits stand out; `marks` are pairs of code units, in order. */
export function MarkedText({ text, marks }: { text: string; marks: Marks }) {
  const parts: { from: number; to: number; isHit: boolean }[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    if (from > at) parts.push({ from: at, to: from, isHit: false });
    parts.push({ from, to, isHit: true });
    at = to;
  }
  if (at < text.length) parts.push({ from: at, to: text.length, isHit: false });
  return parts.map(({ from, to, isHit }) => {
    const part = text.slice(from, to);
    return isHit ? <mark key={from}>{part}</mark> : part;
  });
}
