import { expect, test } from 'vitest';
import { clientAddress, trustedPeers } from './trusted-peers.ts';

test.each([
  [true, '203.0.113.9', true],
  [false, '127.0.0.1', false],
  ['10.0.0.1', '10.0.0.1', true],
  ['10.0.0.1', '::ffff:10.0.0.1', true],
  ['10.0.0.1', '10.0.0.2', false],
  ['10.0.0.1, 192.0.2.0/24', '192.0.2.77', true],
  ['192.0.2.0/24', '192.0.3.1', false],
  ['loopback', '127.8.0.1', true],
  ['loopback', '::1', true],
  ['loopback', '10.0.0.1', false],
  ['uniquelocal', '172.31.255.1', true],
  ['uniquelocal', 'fd00::1', true],
  ['linklocal', 'fe80::1', true],
  ['2001:db8::/32', '2001:db8:1::5', true],
  ['2001:db8::5', '2001:db8::6', false],
  ['loopback', undefined, false],
  ['loopback', 'nonsense', false],
])('TRUST_PROXY=%s trusts %s: %s', (setting, address, isTrusted) => {
  expect(trustedPeers(setting)(address)).toBe(isTrusted);
});

test.each([
  [true, '203.0.113.7, 198.51.100.4', '198.51.100.4'],
  [true, '198.51.100.4', '198.51.100.4'],
  [true, '', '127.0.0.1'],
  [false, '198.51.100.4', '127.0.0.1'],
  ['loopback, 198.51.100.4', '192.0.2.1, 203.0.113.7, 198.51.100.4', '203.0.113.7'],
])('TRUST_PROXY=%s: behind "%s" the client is %s', (setting, forwarded, address) => {
  const request = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '127.0.0.1' } };
  expect(clientAddress(request as never, trustedPeers(setting))).toBe(address);
});
