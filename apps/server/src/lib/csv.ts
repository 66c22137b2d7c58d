/** What a spreadsheet takes for the beginning of a formula. */
const formula = /^[=+\-@\t\r\n]/;

/**
 * One line of a CSV file (RFC 4180), line break included. A text that a spreadsheet would run as a formula begins with an apostrophe:
 * names and addresses come from strangers.
 */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
