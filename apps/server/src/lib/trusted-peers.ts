import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Ranges that have names in TRUST_PROXY. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether an address that a request came by is a proxy's that is believed; `hop` counts from the connection's peer, which is 0. */
export type TrustsPeer = (address: string | undefined, hop?: number) => boolean;

/**
 * Whose `X-Forwarded-*` headers are believed, by the setting TRUST_PROXY: nobody's, those of the one proxy in front, or those of a list of
 * addresses, ranges and names of ranges. One proxy is believed for what it saw itself: what stands further left it may have been told
 * by anybody, and limits count by address.
 */
export function trustedPeers(setting: boolean | string): TrustsPeer {
  if (typeof setting === 'boolean') return (_address, hop = 0) => setting && hop === 0;
  const list = new BlockList();
  const entries = setting.split(',').map((entry) => entry.trim());
  for (const entry of entries.flatMap((name) => named[name] ?? [name])) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address = '') => {
    // IPv4 over an IPv6 socket.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Address of who sent a request, as the web server tells it: behind proxies that are believed, what they say. */
export function clientAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, trustsPeer: TrustsPeer): string {
  const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const believed = hops.map((hop) => hop.trim()).filter(Boolean);
  let address = request.socket.remoteAddress ?? '';
  for (let hop = 0; believed.length > 0 && trustsPeer(address, hop); hop += 1) address = believed.pop()!;
  return address;
}
