/** A zone of the platform with its present distance to UTC, such as `GMT+1`. */
export interface TimeZone {
  name: string;
  offset: string;
}

let known: readonly TimeZone[] | undefined;

/** Every time zone that the platform knows, UTC first. */
export function timeZones(): readonly TimeZone[] {
  known ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')].map((name) => ({
    name,
    offset: offsetOf(name),
  }));
  return known;
}

/** The zone that this device is in. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
