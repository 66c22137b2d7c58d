import { expect, test } from 'vitest';
import { giveBackMemory } from './give-back-memory.ts';

test('what nobody holds any more is collected', () => {
  let held: { number: number }[] | null = Array.from({ length: 1_000_000 }, (_, number) => ({ number }));
  const before = process.memoryUsage().heapUsed;
  expect(held).toHaveLength(1_000_000);
  held = null;
  giveBackMemory();
  expect(process.memoryUsage().heapUsed).toBeLessThan(before - 10 * 1024 ** 2);
});
