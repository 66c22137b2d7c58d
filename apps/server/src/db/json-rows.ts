/**
 * Rows as one parameter for `json_to_recordset`: however many there are, the statement stays the same and is planned once. Half
 * characters become U+FFFD, as they do in parameters of their own; PostgreSQL refuses them in JSON.
 */
export function jsonRows(rows: readonly object[]): string {
  return jsonText(rows);
}

/** A value of a `jsonb` column, with half characters made whole in the same way. */
export function jsonText(value: object): string {
  const text = JSON.stringify(value);
  // Half a character is written as an escape. Texts that have one, or look like it, are rare, and looking at each value is slow.
  if (!text.includes('\\ud')) return text;
  return JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'string' ? inner.toWellFormed() : inner));
}
