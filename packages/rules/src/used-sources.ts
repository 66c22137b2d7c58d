import type { TextFilter } from './personal-data.ts';

/** How an answer names what it was made of, in its last line: `[[used: m1, m3, k2]]`. */
export interface UsedSources extends TextFilter {
  /** What was named so far; null when nothing was. */
  used(): string[] | null;
}

const opening = /\[\[\s{0,3}used\b/i;
/** Its beginning at the end of a text. */
const begun = /\[(?:\[\s{0,3}(?:u(?:s(?:e(?:d)?)?)?)?)?$/i;
/** No list of sources is longer; what does not end by then is text. */
const longestList = 500;

/** Takes the line out of an answer that comes in pieces, with the blanks before it, and keeps what it names. */
export function takeUsedSources(): UsedSources {
  let held = '';
  let named: string[] | null = null;

  /** What can be given on now, which is never the blanks at the end. */
  const drain = (isLast: boolean): string => {
    let out = '';
    for (let match = opening.exec(held); match; match = opening.exec(held)) {
      const { index } = match;
      const end = held.indexOf(']]', index);
      if (end === -1 || end - index > longestList) {
        if (end === -1 && !isLast && held.length - index <= longestList) break;
        if (end === -1 && isLast && held.length - index <= longestList) {
          held = held.slice(0, index);
          break;
        }
        out += held.slice(0, index + 2);
        held = held.slice(index + 2);
        continue;
      }
      named = [...(named ?? []), ...labelsIn(held.slice(index, end))];
      out += held.slice(0, index).trimEnd();
      held = held.slice(end + 2);
    }
    if (isLast) {
      const rest = held.trimEnd();
      held = '';
      return out + rest;
    }
    const open = opening.exec(held)?.index ?? begun.exec(held)?.index ?? held.length;
    const ready = held.slice(0, open).trimEnd();
    const given = out + ready;
    held = held.slice(ready.length);
    return given;
  };

  return {
    push(piece) {
      held += piece;
      return drain(false);
    },
    end: () => drain(true),
    used: () => named,
  };
}

function labelsIn(list: string): string[] {
  return [...new Set(list.toLowerCase().match(/\b[mk]\d{1,4}\b/g) ?? [])];
}
