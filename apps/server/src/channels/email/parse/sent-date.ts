/**
 * A Date header as ISO time, or null when it names no plausible moment. A date without zone is taken as UTC, whatever the
 * zone of this machine.
 */
export function readSentDate(header: string | null): string | null {
  if (header === null || header.length > longestDate) return null;
  const value = header
    .replaceAll(/\([^()]*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (!/\d/.test(value)) return null;
  const hasZone = /(?:[+-]\d{4}|(?<![a-z])(?:z|ut|utc|gmt|[ecmp][sd]t|[a-ik-y]))$/i.test(value);
  const time = Date.parse(hasZone ? value.replace(/ [a-ik-y]$/i, ' +0000') : `${value} +0000`);
  const plausible = Number.isFinite(time) && time >= earliest && time < latest;
  return plausible ? new Date(time).toISOString() : null;
}

const longestDate = 200;
const earliest = Date.UTC(1900, 0, 1);
const latest = Date.UTC(2200, 0, 1);
