/**
 * Durations as the contract writes them: `30m`, `1h30m`, `90s`, `1.5h`, `500ms` (behaviour, introduction).
 * One or more pairs of decimal number and unit (ns, us, µs, ms, s, m, h), an optional sign in front, no day unit.
 */

const unitInNanoseconds: Record<string, bigint> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

const pair = /^(\d*)(?:\.(\d*))?([^\d.]+)/;

/** What a signed 64-bit count of nanoseconds can hold: about 292 years. */
const largest = 2n ** 63n - 1n;

/**
 * Milliseconds of a duration, with a fraction when it is finer than that, or null when the text is no duration.
 * Negative and zero results are returned as such; callers that need a positive duration check for it.
 */
export function parseGoDuration(text: string): number | null {
  const sign = text.startsWith('-') ? -1 : 1;
  let rest = /^[-+]/.test(text) ? text.slice(1) : text;
  if (rest === '0') return 0;
  if (rest === '') return null;
  let nanoseconds = 0n;
  while (rest !== '') {
    const match = pair.exec(rest);
    if (!match) return null;
    const [whole, digits, fraction = '', unitName = ''] = match;
    const unit = unitInNanoseconds[unitName];
    if (unit === undefined || (digits === '' && fraction === '')) return null;
    nanoseconds += BigInt(digits || '0') * unit;
    nanoseconds += (BigInt(fraction || '0') * unit) / 10n ** BigInt(fraction.length);
    if (nanoseconds > largest) return null;
    rest = rest.slice(whole.length);
  }
  const milliseconds = Number(nanoseconds / 1_000_000n) + Number(nanoseconds % 1_000_000n) / 1_000_000;
  return milliseconds === 0 ? 0 : sign * milliseconds;
}

/**
 * The shortest usual writing of a number of milliseconds: `1h30m`, `5m`, `1m30s`, `1.5s`, `500ms`, `0s`.
 * Whole seconds come out in the form that the client's duration fields accept. Fractions of a millisecond are rounded.
 */
export function formatGoDuration(milliseconds: number): string {
  const total = Math.round(Math.abs(milliseconds));
  if (total === 0) return '0s';
  const sign = milliseconds < 0 ? '-' : '';
  if (total < 1000) return `${sign}${total}ms`;
  const hours = Math.floor(total / 3_600_000);
  const minutes = Math.floor((total % 3_600_000) / 60_000);
  const thousandths = total % 60_000;
  const seconds =
    thousandths % 1000 === 0 ? `${thousandths / 1000}` : (thousandths / 1000).toFixed(3).replace(/0+$/, '');
  return [
    sign,
    hours > 0 ? `${hours}h` : '',
    minutes > 0 ? `${minutes}m` : '',
    thousandths > 0 ? `${seconds}s` : '',
  ].join('');
}
