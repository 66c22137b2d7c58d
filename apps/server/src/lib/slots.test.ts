import { describe, expect, it } from 'vitest';
import { createSlots } from './slots.ts';

const never = new AbortController().signal;

describe('createSlots', () => {
  it('lets as many in as there are places, and the others in their order', async () => {
    const slots = createSlots(2);
    const [first, second] = [await slots.take(1000, never), await slots.take(1000, never)];
    const order: string[] = [];
    const third = slots.take(60_000, never).then((release) => {
      order.push('third');
      return release;
    });
    const fourth = slots.take(60_000, never).then(() => order.push('fourth'));
    first?.();
    first?.();
    const release = await third;
    expect(order).toEqual(['third']);
    release?.();
    await fourth;
    second?.();
    expect(order).toEqual(['third', 'fourth']);
    expect(await slots.take(0, never)).not.toBeNull();
  });

  it('gives up after the wait or the abort, and keeps no place for who left', async () => {
    const slots = createSlots(1);
    const release = await slots.take(0, never);
    const abort = new AbortController();
    const aborted = slots.take(60_000, abort.signal);
    expect(await slots.take(1, never)).toBeNull();
    abort.abort();
    expect(await aborted).toBeNull();
    expect(await slots.take(0, abort.signal)).toBeNull();
    release?.();
    expect(await slots.take(0, never)).not.toBeNull();
  });
});
