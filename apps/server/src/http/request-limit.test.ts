import { expect, test } from 'vitest';
import { createRequestLimit } from './request-limit.ts';

test('an address waits for the end of the stretch, and nobody else does', () => {
  let now = 1_000;
  const admit = createRequestLimit({ most: 2, windowMs: 60_000, now: () => now });
  expect([admit('192.0.2.1'), admit('192.0.2.1')]).toEqual([0, 0]);
  now += 20_500;
  expect(admit('192.0.2.1')).toBe(40);
  expect(admit('192.0.2.2')).toBe(0);
  now += 39_500;
  expect(admit('192.0.2.1')).toBe(0);
});

test('a clock that is put back refuses nobody for longer', () => {
  let now = 86_400_000;
  const admit = createRequestLimit({ most: 1, windowMs: 60_000, now: () => now });
  expect(admit('192.0.2.1')).toBe(0);
  now = 0;
  expect([admit('192.0.2.1'), admit('192.0.2.1')]).toEqual([0, 60]);
});

test('the addresses of one IPv6 network count together', () => {
  const admit = createRequestLimit({ most: 1, windowMs: 60_000, now: () => 0 });
  expect(admit('2001:db8:1:2::1')).toBe(0);
  expect(admit('2001:db8:1:2:ffff::9')).toBeGreaterThan(0);
  expect(admit('2001:0db8:0001:0002:0:0:0:5')).toBeGreaterThan(0);
  expect(admit('2001:db8:1:3::1')).toBe(0);
  expect(admit('::1')).toBe(0);
  expect(admit('::ffff:192.0.2.1')).toBe(0);
  expect(admit('::ffff:192.0.2.2')).toBe(0);
});

test('more addresses than can be counted do not fill the memory', () => {
  const admit = createRequestLimit({ most: 1, windowMs: 60_000, now: () => 0 });
  for (let one = 0; one < 50_000; one++) admit(`a${one}`);
  expect(admit('a0')).toBe(0);
});
