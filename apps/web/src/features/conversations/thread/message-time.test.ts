import { describe, expect, test } from 'vitest';
import english from '../../../../../../lang/en.json' with { type: 'json' };
import { setLanguage } from '../../../lib/i18n.ts';
import { dayAndTime, messageTime, openedOn } from './message-time.ts';

Object.assign(globalThis, { document: { documentElement: {} } });
setLanguage(english);

const now = new Date(2026, 10, 20, 15, 0).getTime();

describe('times in the thread', () => {
  test.each([
    [new Date(2026, 10, 20, 14, 52), '8 mins ago'],
    [new Date(2026, 10, 20, 15, 0, 20), 'Just now'],
    [new Date(2026, 10, 20, 9, 5), 'Today, 9:05 AM'],
    [new Date(2026, 10, 19, 16, 20), 'Yesterday, 4:20 PM'],
    [new Date(2026, 10, 12, 16, 20), 'Nov 12, 4:20 PM'],
    [new Date(2025, 10, 12, 16, 20), 'Nov 12, 2025, 4:20 PM'],
  ])('%s', (date, text) => {
    expect(messageTime(date.toISOString(), now)).toBe(text);
  });

  test('an invalid time is left out instead of breaking the thread', () => {
    expect(messageTime('', now)).toBe('');
  });

  test('moments to come', () => {
    expect(dayAndTime(new Date(2026, 10, 21, 12, 0), now)).toBe('Tomorrow, 12:00 PM');
    expect(dayAndTime(new Date(2026, 10, 20, 16, 0), now)).toBe('Today, 4:00 PM');
  });

  test('the day of the beginning', () => {
    expect(openedOn(new Date(2026, 10, 20, 0, 1).toISOString(), now)).toBe('opened today');
    expect(openedOn(new Date(2026, 10, 19, 23, 59).toISOString(), now)).toBe('opened yesterday');
    expect(openedOn(new Date(2026, 9, 1).toISOString(), now)).toBe('opened Oct 1');
  });
});
