import type { Message } from '@bellhop/contract';
import { expect, test } from 'vitest';
import { groupEntries, guessGroupHeight } from './group-entries.ts';
import type { ThreadEntry } from './thread-entries.ts';

const message = (n: number): ThreadEntry => ({ kind: 'message', key: `m${n}`, message: texts[n] as Message });
const texts = Array.from({ length: 400 }, (_, n) => ({ uuid: `m${n}`, text_content: 'word '.repeat(n) }));
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => message(first + n));
const day = (name: string): ThreadEntry => ({ kind: 'day', key: `day-${name}`, at: '2026-05-01T00:00:00Z' });
const keys = (entries: readonly ThreadEntry[]) => entries.map(({ key }) => key);

test('older pages come as groups before those that stand, which stay the same objects', () => {
  const first = groupEntries([], from(100, 129));
  expect(first).toHaveLength(1);
  const second = groupEntries(first, from(70, 129));
  expect(second.map(({ key, entries }) => [key, entries.length])).toEqual([
    ['m70', 30],
    ['m100', 30],
  ]);
  expect(second[1]).toBe(first[0]);
  const third = groupEntries(second, from(5, 129));
  expect(third.map(({ key }) => key)).toEqual(['m5', 'm10', 'm40', 'm70', 'm100']);
  expect(third.slice(3)).toEqual(second);
  expect(third[3]).toBe(second[0]);
  expect(third.flatMap(({ entries }) => keys(entries))).toEqual(keys(from(5, 129)));
});

test('what comes at the end fills the last group, then begins another; no entry ever changes its group', () => {
  let groups = groupEntries([], from(0, 29));
  const homes = new Map<string, string>();
  for (let last = 30; last < 140; last += 1) {
    groups = groupEntries(groups, from(0, last));
    for (const { key, entries } of groups)
      for (const entry of entries) {
        expect(homes.get(entry.key) ?? key).toBe(key);
        homes.set(entry.key, key);
      }
  }
  expect(groups.map(({ entries }) => entries.length)).toEqual([45, 45, 45, 5]);
});

test('a day goes with the entry behind it, also when its first entries come later', () => {
  const first = groupEntries([], [day('b'), ...from(50, 60)]);
  const second = groupEntries(first, [day('a'), ...from(10, 30), day('b'), ...from(40, 60)]);
  expect(second.flatMap(({ entries }) => keys(entries))).toEqual(
    keys([day('a'), ...from(10, 30), day('b'), ...from(40, 60)]),
  );
  expect(second.at(-1)!.key).toBe('m50');
  expect(keys(second.at(-1)!.entries)).toEqual(keys(from(50, 60)));
  expect(groupEntries([], [day('a')])).toHaveLength(1);
});

test('an entry that is drawn differently makes its group a new one, the others stay', () => {
  const first = groupEntries([], from(0, 89));
  const changed = from(0, 89);
  changed[45] = { ...(changed[45] as ThreadEntry & { kind: 'message' }), message: { uuid: 'm45' } as Message };
  const second = groupEntries(first, changed);
  expect(second.map((group, at) => group === first[at])).toEqual([true, false, true]);
  expect(second[1]!.key).toBe(first[1]!.key);
});

test('entries that went, and a thread that is another one, leave no empty groups', () => {
  const first = groupEntries([], from(0, 89));
  expect(groupEntries(first, from(0, 20)).map(({ entries }) => entries.length)).toEqual([21]);
  expect(groupEntries(first, from(200, 229)).map(({ key }) => key)).toEqual(['m200']);
  expect(groupEntries(first, [])).toEqual([]);
});

test('a group is guessed to be higher the more there is to read', () => {
  const [short, long] = [from(0, 9), from(100, 109)].map((entries) => guessGroupHeight({ key: '', entries }));
  expect(short).toBeLessThan(long!);
});
