/** A row with its Date members as RFC 3339 text, the way they travel (wire A 1.3). */
export type WireTimes<R> = {
  [K in keyof R]: R[K] extends Date ? string : R[K] extends Date | null ? string | null : R[K];
};

/** Turns the Date members of a row into text and leaves the others. */
export function wireTimes<R extends object>(row: R): WireTimes<R> {
  const wired = Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]);
  return Object.fromEntries(wired) as WireTimes<R>;
}
