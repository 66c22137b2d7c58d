import { expect, test } from 'vitest';
import { storable } from './storable.ts';

test('what no column can hold is replaced', () => {
  expect(storable('a\0b \ud83d c')).toBe('a\ufffdb \ufffd c');
});

test('a cut through a character leaves no half of it', () => {
  expect(storable('abc😀', 4)).toBe('abc\ufffd');
  expect(storable('abc', 4)).toBe('abc');
});
