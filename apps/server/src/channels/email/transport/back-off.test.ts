import { describe, expect, it } from 'vitest';
import { backOffDelay } from './back-off.ts';

const middle = () => 0.5;

describe('backOffDelay', () => {
  it('doubles from one second to a quarter of an hour', () => {
    const delays = Array.from({ length: 12 }, (_, index) => backOffDelay(index + 1, 'other', undefined, middle));
    expect(delays.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
    expect(delays.at(-1)).toBe(900_000);
    expect(backOffDelay(5000, 'other', undefined, middle)).toBe(900_000);
  });

  it('begins at half a minute after a refused login', () => {
    expect(backOffDelay(1, 'login', undefined, middle)).toBe(30_000);
    expect(backOffDelay(2, 'login', undefined, middle)).toBe(60_000);
  });

  it('shifts by a fifth either way', () => {
    expect(backOffDelay(1, 'other', undefined, () => 0)).toBe(800);
    expect(backOffDelay(1, 'other', undefined, () => 1)).toBe(1200);
  });
});
