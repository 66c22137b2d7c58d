import { expect, test } from 'vitest';
import { readCookie, writeCookie } from './cookies.ts';

test.each([
  ['a=1; b=2', 'b', '2'],
  ['a=1;b=2', 'b', '2'],
  ['ab=1; b=2', 'b', '2'],
  ['b=x=y', 'b', 'x=y'],
  ['b=1; b=2', 'b', '1'],
  ['b=%3D', 'b', '%3D'],
  ['b=', 'b', ''],
  ['b', 'b', undefined],
  ['', 'b', undefined],
])('of %j the cookie %s is %j', (cookie, name, value) => {
  expect(readCookie({ cookie }, name)).toBe(value);
});

test('without the header there is no cookie', () => {
  expect(readCookie({}, 'b')).toBeUndefined();
});

test('attributes are written', () => {
  expect(writeCookie('a', 'x', { http_only: true, secure: true, max_age_seconds: 60 })).toBe(
    'a=x; Path=/; SameSite=Lax; Max-Age=60; HttpOnly; Secure',
  );
  expect(writeCookie('a', 'x', { http_only: false, secure: false })).toBe('a=x; Path=/; SameSite=Lax');
});
