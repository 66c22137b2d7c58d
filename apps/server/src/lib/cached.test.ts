import { expect, test } from 'vitest';
import { createCache } from './cached.ts';

test('a value is loaded once per owner until it is dropped', async () => {
  let loads = 0;
  const cache = createCache(60_000, async (_owner: object) => ++loads);
  const [one, other] = [{}, {}];
  expect(cache.peek(one)).toBeUndefined();
  expect(await Promise.all([cache.get(one), cache.get(one)])).toEqual([1, 1]);
  expect(await cache.get(other)).toBe(2);
  cache.drop(one);
  expect(cache.peek(one)).toBe(1);
  expect(await cache.get(one)).toBe(3);
  expect(await cache.get(other)).toBe(2);
});

test('a failed load is told to everybody who waited and tried again', async () => {
  let fails = true;
  const cache = createCache(60_000, async (_owner: object) => {
    if (fails) throw new Error('no');
    return 'yes';
  });
  const owner = {};
  const both = await Promise.allSettled([cache.get(owner), cache.get(owner)]);
  expect(both.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await cache.get(owner)).toBe('yes');
});

test('a value dropped while it loads is not kept', async () => {
  const releases: (() => void)[] = [];
  let loads = 0;
  const cache = createCache(60_000, async (_owner: object) => {
    const load = ++loads;
    await new Promise<void>((resolve) => releases.push(resolve));
    return load;
  });
  const owner = {};
  const early = cache.get(owner);
  cache.drop(owner);
  const late = cache.get(owner);
  for (const release of releases) release();
  expect([await early, await late]).toEqual([1, 2]);
  expect(cache.peek(owner)).toBe(2);
});
