import { isIPv4 } from 'node:net';

/** What the fixture can hold: text, numbers up to 32 bits, and objects of them. */
type Value = string | number | { [key: string]: Value };

/**
 * A database of places in the MMDB format for single IPv4 addresses, as small as one can be: a tree of 24-bit records, its data and
 * the description (https://maxmind.github.io/MaxMind-DB).
 */
export function placeDatabase(places: Record<string, Value>): Buffer {
  const data: Buffer[] = [];
  let size = 0;
  const nodes: [Branch, Branch][] = [[null, null]];
  for (const [ip, value] of Object.entries(places)) {
    if (!isIPv4(ip)) throw new Error(`${ip} is no IPv4 address`);
    const bits = ip.split('.').flatMap((part) => Number(part).toString(2).padStart(8, '0').split('').map(Number));
    let at = 0;
    for (const bit of bits.slice(0, -1)) {
      const next = nodes[at]![bit as 0 | 1];
      if (next !== null && 'node' in next) at = next.node;
      else {
        nodes.push([null, null]);
        nodes[at]![bit as 0 | 1] = { node: nodes.length - 1 };
        at = nodes.length - 1;
      }
    }
    nodes[at]![bits.at(-1) as 0 | 1] = { data: size };
    const encoded = encode(value);
    data.push(encoded);
    size += encoded.length;
  }
  const recordOf = (branch: Branch) => {
    if (branch === null) return nodes.length;
    return 'node' in branch ? branch.node : nodes.length + 16 + branch.data;
  };
  const tree = Buffer.concat(nodes.flat().map((branch) => Buffer.from(number(recordOf(branch), 3))));
  const description = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: 4,
    database_type: 'Test-City',
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
  });
  const begin = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), ...data, begin, description]);
}

/** Where a bit leads: to another node, to data, or nowhere. */
type Branch = { node: number } | { data: number } | null;

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([control(2, text.length), text]);
  }
  if (typeof value === 'number') return Buffer.concat([control(6, 4), Buffer.from(number(value, 4))]);
  const entries = Object.entries(value);
  const pairs = entries.flatMap(([key, inner]) => [encode(key), encode(inner)]);
  return Buffer.concat([control(7, entries.length), ...pairs]);
}

/** Type and length; the fixture's texts are shorter than 29 bytes. */
function control(type: number, length: number): Buffer {
  if (length >= 29) throw new Error('too long for the fixture');
  return Buffer.from([(type << 5) | length]);
}

function number(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, place) => (value >>> (8 * (bytes - 1 - place))) & 255);
}
