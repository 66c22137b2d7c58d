/**
 * Rows as one parameter for `json_to_recordset`: however many there are, the statement stays the same and is planned once. Half
 * characters become U+FFFD, as they do in parameters of their own; PostgreSQL refuses them in JSON.
 */
export function jsonRows(rows: readonly object[]): string {
  return JSON.stringify(rows, (_name, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}
