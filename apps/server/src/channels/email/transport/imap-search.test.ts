import { describe, expect, it } from 'vitest';
import { expandSequenceSet } from './imap-search.ts';

describe('expandSequenceSet', () => {
  it.each([
    ['', []],
    ['4', [4]],
    ['4,7:9', [4, 7, 8, 9]],
    ['9:7', [7, 8, 9]],
  ])('%j', (set, uids) => {
    expect(expandSequenceSet(set)).toEqual(uids);
  });

  it.each(['*', '1:*', 'x', '1:4294967295', '-3', '1.5'])('%j cannot be used', (set) => {
    expect(expandSequenceSet(set)).toBeNull();
  });
});
