/** A cell of a table as a program reads it. */
export type CsvCell = string | number | null;

/**
 * A table as a CSV file: commas, quotes doubled, lines end with CRLF, and a mark at its beginning by which spreadsheets know UTF-8.
 * A text that a spreadsheet would take for a formula is one that a stranger has perhaps chosen, and gets an apostrophe.
 */
export function csvText(heads: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [heads, ...rows].map((row) => row.map(cellText).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Hands a table to the browser as a file to keep. */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  // The download has its own hold on the data by then.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
