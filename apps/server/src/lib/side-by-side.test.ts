import { expect, test } from 'vitest';
import { inPieces, sideBySide } from './side-by-side.ts';

test('each once, never more at a time than asked for', async () => {
  const begun: number[] = [];
  let now = 0;
  let most = 0;
  await sideBySide([0, 1, 2, 3, 4, 5, 6], 3, async (item) => {
    begun.push(item);
    most = Math.max(most, ++now);
    for (let turn = 0; turn <= item % 3; turn++) await Promise.resolve();
    now--;
  });
  expect([begun, most, now]).toEqual([[0, 1, 2, 3, 4, 5, 6], 3, 0]);
});

test('after a failure none begins, and those under way have ended when it is thrown', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const run = sideBySide([0, 1, 2, 3], 2, async (item) => {
    begun.push(item);
    if (item === 0) throw new Error('broken');
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    ended.push(item);
  });
  await expect(run).rejects.toThrow('broken');
  expect([begun, ended]).toEqual([[0, 1], [1]]);
});

test('pieces hold everything, in order', () => {
  expect([...inPieces([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...inPieces([], 2)]).toEqual([]);
});
