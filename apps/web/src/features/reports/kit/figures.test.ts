import { expect, test } from 'vitest';
import { dayText, decimalText, lengthText, percentText } from './figures.ts';

test('a length of time has its two largest units, rounded', () => {
  expect(lengthText(0)).toBe('0 sec');
  expect(lengthText(59.6)).toBe('1 min');
  expect(lengthText(1312.5)).toBe('22 min');
  expect(lengthText(3599)).toBe('1 hr');
  expect(lengthText(2 * 3600 + 12 * 60)).toBe('2 hr 12 min');
  expect(lengthText(2 * 86400 + 4 * 3600 + 60)).toBe('2 days 4 hr');
  expect(lengthText(3 * 86400 - 10)).toBe('3 days');
});

test('time within business hours has no days', () => {
  expect(lengthText(50 * 3600, { isBusiness: true })).toBe('50 hr');
});

test('shares have one decimal and averages two, whole ones as well', () => {
  expect(percentText(0.9714)).toBe('97.1%');
  expect(percentText(1)).toBe('100.0%');
  expect(percentText(0)).toBe('0.0%');
  expect(decimalText(4)).toBe('4.00');
  expect(decimalText(4.1111)).toBe('4.11');
  expect(decimalText(4.5)).toBe('4.50');
});

test('days are those of the desk whatever the reader’s clock says', () => {
  expect(dayText('2026-11-06')).toBe('Nov 6');
  expect(dayText('2026-11-06', 'long')).toBe('Fri, Nov 6, 2026');
});
