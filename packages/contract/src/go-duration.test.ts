import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatGoDuration, parseGoDuration } from './go-duration.ts';

describe('parseGoDuration', () => {
  it.each([
    ['30m', 1_800_000],
    ['1h30m', 5_400_000],
    ['90s', 90_000],
    ['1.5h', 5_400_000],
    ['500ms', 500],
    ['48h', 172_800_000],
    ['1h2m3s4ms', 3_723_004],
    ['1.005s', 1005],
    ['.5s', 500],
    ['1.s', 1000],
    ['+5m', 300_000],
    ['-5m', -300_000],
    ['250us', 0.25],
    ['250µs', 0.25],
    ['250μs', 0.25],
    ['1ns', 0.000001],
    ['0', 0],
    ['0s', 0],
    ['-0s', 0],
    ['1m1m', 120_000],
  ])('%s is %d ms', (text, expected) => {
    expect(parseGoDuration(text)).toBe(expected);
  });

  it.each([
    '',
    '-',
    '5',
    '1.5',
    'm',
    '.s',
    '1d',
    '1 h',
    ' 1h',
    '1h ',
    '1H',
    '1h30',
    '--1h',
    '1..5h',
    'abc',
    '1e3s',
    '3000000h',
  ])('%j is no duration', (text) => {
    expect(parseGoDuration(text)).toBeNull();
  });
});

describe('formatGoDuration', () => {
  it.each([
    [0, '0s'],
    [500, '500ms'],
    [1500, '1.5s'],
    [5_400_000, '1h30m'],
    [90_000, '1m30s'],
    [300_000, '5m'],
    [172_800_000, '48h'],
    [3_600_001, '1h0.001s'],
    [60_010, '1m0.01s'],
    [-90_000, '-1m30s'],
  ])('%d ms is %s', (milliseconds, expected) => {
    expect(formatGoDuration(milliseconds)).toBe(expected);
  });

  it('is read back as the same number of milliseconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8_000_000_000_000, max: 8_000_000_000_000 }), (milliseconds) => {
        expect(parseGoDuration(formatGoDuration(milliseconds))).toBe(milliseconds);
      }),
    );
  });
});
