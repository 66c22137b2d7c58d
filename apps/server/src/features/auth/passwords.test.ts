import { expect, test } from 'vitest';
import { assertPasswordStrong, decoyHash, hashPassword, verifyPassword } from './passwords.ts';

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
