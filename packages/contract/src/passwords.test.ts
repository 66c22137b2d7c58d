import { expect, test } from 'vitest';
import { isPasswordStrong } from './passwords.ts';

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
