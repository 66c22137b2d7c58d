/** A clock that is off by less needs no correction: the server tells its time in whole seconds. */
const worthCorrectingMs = 2_000;

let ahead = 0;

/** Learns from the `Date` of an answer how far this device's clock is off. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return;
  const off = at - Date.now();
  ahead = Math.abs(off) < worthCorrectingMs ? 0 : off;
}

/** The present time on the server's clock, in milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + ahead;
}
