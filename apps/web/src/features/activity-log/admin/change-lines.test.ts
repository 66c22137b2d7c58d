import { expect, test } from 'vitest';
import { changeLines } from './change-lines.ts';

const lines = (before: unknown, after: unknown) => changeLines({ member: { before, after } });
const value = (path: string[], before: unknown, after: unknown) => ({ path, kind: 'value', before, after });

test('a value stands before and after; nothing and an empty text are the same', () => {
  expect(lines('Lamp', 'Light')).toEqual([value(['member'], 'Lamp', 'Light')]);
  expect(lines(null, false)).toEqual([value(['member'], null, false)]);
  expect(lines('', null)).toEqual([]);
  expect(lines(undefined, 0)).toEqual([value(['member'], null, 0)]);
});

test('of a list it is told what came and what went, else its order', () => {
  expect(lines(['a', 'b'], ['b', 'c'])).toEqual([{ path: ['member'], kind: 'list', added: ['c'], removed: ['a'] }]);
  expect(lines(null, ['a'])).toEqual([{ path: ['member'], kind: 'list', added: ['a'], removed: [] }]);
  expect(lines(['a', 'b'], ['b', 'a'])).toEqual([value(['member'], 'a, b', 'b, a')]);
  expect(lines([], null)).toEqual([]);
});

test('members of members stand by themselves, and those that stayed the same are left out', () => {
  const before = { Monday: { open: '09:00', close: '17:00' }, Friday: { open: '09:00', close: '15:00' } };
  const after = { Monday: { open: '08:00', close: '17:00' } };
  expect(lines(before, after)).toEqual([
    value(['member', 'Monday', 'open'], '09:00', '08:00'),
    value(['member', 'Friday', 'open'], '09:00', null),
    value(['member', 'Friday', 'close'], '15:00', null),
  ]);
  expect(lines([{ name: 'New Year', date: '2026-01-01' }], [{ name: 'New Year', date: '2027-01-01' }])).toEqual([
    value(['member', '1', 'date'], '2026-01-01', '2027-01-01'),
  ]);
  expect(lines('text', { a: 1 })).toEqual([value(['member', 'a'], null, 1)]);
});
