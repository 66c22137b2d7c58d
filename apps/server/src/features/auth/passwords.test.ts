import { expect, test } from 'vitest';
import { assertPasswordStrong, decoyHash, hashPassword, isPasswordStrong, verifyPassword } from './passwords.ts';

test.each([
  ['Abcdefg1-x', true],
  ['Abcdefg1_x', true],
  ['Abcdefg1 x', true],
  ['Abcdefg1é', true],
  ['Abcdef1-x', false],
  ['abcdefg1-x', false],
  ['ABCDEFG1-X', false],
  ['Abcdefgh-x', false],
  ['Abcdefgh1x', false],
  [`Aa1-${'x'.repeat(68)}`, true],
  [`Aa1-${'x'.repeat(69)}`, false],
  // 72 characters, 73 bytes: bytes count (behaviour 14, line 49).
  [`Aa1-${'x'.repeat(67)}é`, false],
  [`Aa1${'🦊'.repeat(18)}`, false],
  ['', false],
])('%j: strong is %s', (password, strong) => {
  expect(isPasswordStrong(password)).toBe(strong);
});

test('a weak password is refused with its code', () => {
  expect(() => assertPasswordStrong('short')).toThrow('agent.password_weak');
  expect(() => assertPasswordStrong('Bellhop-test-1')).not.toThrow();
});

test('hashes are argon2id with 19 MiB and two passes, and a decoy fits nothing', async () => {
  const [stored, decoy] = await Promise.all([hashPassword('Bellhop-test-1'), decoyHash()]);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(decoy).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('Bellhop-test-1', stored, decoy)).toBe(true);
  expect(await verifyPassword('bellhop-test-1', stored, decoy)).toBe(false);
  expect(await verifyPassword('Bellhop-test-1', null, decoy)).toBe(false);
  // Even the decoy's own password does not open an account without one.
  expect(await verifyPassword('Bellhop-test-1', null, stored)).toBe(false);
});
