import { isIPv6 } from 'node:net';

/**
 * Counts requests by address, or by whatever else makes them; answers for how many seconds it has to wait, 0 when it may go on. `most`
 * goes before what the limit was made with.
 */
export type RequestLimit = (address: string, most?: number) => number;

/** Addresses that are counted at the same time; beyond, everybody starts anew rather than memory filling up. */
const mostAddresses = 50_000;

/**
 * Allows each address `most` requests in each stretch of `windowMs`. The count lives in this process alone: it keeps one program from
 * using a process up; what must hold across processes, such as tries at a password, is counted in the database.
 */
export function createRequestLimit(options: { most: number; windowMs: number; now: () => number }): RequestLimit {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return (address, most = options.most) => {
    const now = options.now();
    // A clock that was put back would make the stretch as long as it was wrong.
    if (now >= endsAt || endsAt - now > options.windowMs || counts.size >= mostAddresses) {
      counts.clear();
      endsAt = now + options.windowMs;
    }
    const who = networkOf(address);
    const count = (counts.get(who) ?? 0) + 1;
    counts.set(who, count);
    return count <= most ? 0 : Math.ceil((endsAt - now) / 1000);
  };
}

/** One customer of an IPv6 provider has 2^64 addresses; they count as one. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const whole =
    tail === undefined ? groups : [...groups, ...Array(8 - groups.length - after.length).fill('0'), ...after];
  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
