import type { Mention } from '@bellhop/contract';

const mark = /^(agent|team):([1-9]\d{0,8})$/;

/** Whom the attribute `data-mention` of a note's text calls; null for any other text. */
export function parseMention(text: string): Mention | null {
  const [, type, id] = mark.exec(text) ?? [];
  return type ? { type: type as Mention['type'], id: Number(id) } : null;
}

/** The attribute's text, which `parseMention` reads. */
export function mentionMark({ type, id }: Mention): string {
  return `${type}:${id}`;
}
