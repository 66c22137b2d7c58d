import { type EmojiCategory, type EmojiEntry, type EmojiVariant, emojiCategories } from './emoji-entry.ts';

/** An emoji as the picker shows it. */
export interface Cell {
  name: string;
  /** As it is typed, without colons. */
  shortName: string | undefined;
  emoji: EmojiVariant;
  /** Its place among all that are shown. */
  at: number;
}

/** A line of the picker: the name of a category, or some emoji. */
export type PickerRow = { kind: 'heading'; category: EmojiCategory } | { kind: 'cells'; cells: readonly Cell[] };

/** Groups of emoji, cut into lines of `columns`. `hasHeadings`: each begins with its category's name. */
export function pickerRows(
  groups: readonly { category: EmojiCategory; cells: readonly Omit<Cell, 'at'>[] }[],
  columns: number,
  hasHeadings: boolean,
): { rows: readonly PickerRow[]; cells: readonly Cell[] } {
  const rows: PickerRow[] = [];
  const all: Cell[] = [];
  for (const { category, cells } of groups) {
    if (cells.length === 0) continue;
    if (hasHeadings) rows.push({ kind: 'heading', category });
    for (let from = 0; from < cells.length; from += columns) {
      const line = cells.slice(from, from + columns).map((cell, index) => ({ ...cell, at: all.length + index }));
      all.push(...line);
      rows.push({ kind: 'cells', cells: line });
    }
  }
  return { rows, cells: all };
}

/** Entries by category, in the order of the specification, those used last first. */
export function byCategory(
  entries: readonly EmojiEntry[],
  recent: readonly EmojiVariant[],
  cellOf: (entry: EmojiEntry) => Omit<Cell, 'at'>,
): { category: EmojiCategory; cells: readonly Omit<Cell, 'at'>[] }[] {
  const known = new Map(
    entries.flatMap((entry) => [entry, ...(entry.tones ?? [])].map((variant) => [variant.code, entry] as const)),
  );
  const groups = Map.groupBy(entries, (entry) => entry.category);
  return emojiCategories.map((category) => ({
    category,
    cells:
      category === 'recent'
        ? recent.flatMap((emoji) => {
            const entry = known.get(emoji.code);
            return entry ? [{ ...cellOf(entry), emoji }] : [];
          })
        : (groups.get(category) ?? []).map(cellOf),
  }));
}

/**
 * Where an arrow leads from a cell: to its neighbour, or to the nearest one of the line above or below. `from` is undefined while
 * none is chosen.
 */
export function stepTo(
  rows: readonly PickerRow[],
  count: number,
  from: number | undefined,
  key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End',
): number | undefined {
  if (count === 0) return undefined;
  if (key === 'Home' || from === undefined) return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowLeft') return Math.max(0, from - 1);
  if (key === 'ArrowRight') return Math.min(count - 1, from + 1);
  const lines = rows.flatMap((row) => (row.kind === 'cells' ? [row.cells] : []));
  const line = lines.findIndex((cells) => cells.some((cell) => cell.at === from));
  const column = lines[line]!.findIndex((cell) => cell.at === from);
  const next = lines[line + (key === 'ArrowDown' ? 1 : -1)];
  return next ? next[Math.min(column, next.length - 1)]!.at : from;
}
