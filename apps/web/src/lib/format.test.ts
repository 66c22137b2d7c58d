// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from 'vitest';
import english from '../../../../lang/en.json';
import {
  count,
  cutFileName,
  cutPreview,
  fileSize,
  fullDate,
  fullName,
  initials,
  longDay,
  relativeTime,
} from './format.ts';
import { setLanguage } from './i18n.ts';

beforeAll(() => setLanguage(english));

describe('relative time (specification 9)', () => {
  const now = new Date(2026, 10, 12, 15, 4).getTime();
  const ago = (minutes: number) => relativeTime(now - minutes * 60_000, now);

  it.each([
    [0, 'Just now'],
    [0.9, 'Just now'],
    [1, '1 min ago'],
    [2, '2 mins ago'],
    [59, '59 mins ago'],
    [60, '1 hr ago'],
    [119, '1 hr ago'],
    [23 * 60 + 59, '23 hrs ago'],
    [24 * 60, '1 day ago'],
    [7 * 24 * 60 - 1, '6 days ago'],
    [7 * 24 * 60, 'November 5, 2026 3:04 PM'],
  ])('%d minutes ago reads %s', (minutes, text) => expect(ago(minutes)).toBe(text));

  it('takes a moment ahead of this clock for now', () => expect(ago(-5)).toBe('Just now'));
  it('says nothing for what is no time', () => expect(relativeTime('soon', now)).toBe(''));
});

it('writes a day as the reader does, and leaves alone what is no day', () => {
  expect(longDay('2026-03-04')).toBe('March 4, 2026');
  // The day of a moment is the reader's.
  expect(longDay(new Date(2026, 2, 4, 0, 1).toISOString())).toBe('March 4, 2026');
  expect(longDay(new Date(2026, 2, 4, 23, 59).toISOString())).toBe('March 4, 2026');
  for (const text of ['2026-02-30', '2026-13-01', '2026-03-04Tsoon', 'March', '1.4', ''])
    expect(longDay(text)).toBe(text);
});

it('writes full dates as MMMM d, yyyy h:mm a', () => {
  expect(fullDate(new Date(2026, 2, 4, 9, 5))).toBe('March 4, 2026 9:05 AM');
  expect(fullDate(new Date(2025, 11, 31, 0, 0))).toBe('December 31, 2025 12:00 AM');
});

it('gives sizes in KB below 1 MB, else in MB, with two decimals', () => {
  expect(fileSize(0)).toBe('0.00 KB');
  expect(fileSize(188_621)).toBe('184.20 KB');
  expect(fileSize(1024 * 1024 - 1)).toBe('1024.00 KB');
  expect(fileSize(1024 * 1024)).toBe('1.00 MB');
  expect(fileSize(20 * 1024 * 1024)).toBe('20.00 MB');
});

it('cuts file names over 20 characters after 17', () => {
  expect(cutFileName('12345678901234567890')).toBe('12345678901234567890');
  expect(cutFileName('123456789012345678901')).toBe('12345678901234567…');
  expect(cutFileName('statement-october-2026.pdf')).toBe('statement-october…');
});

it('cuts previews after 100 characters, on one line, and halves no emoji', () => {
  expect(cutPreview('a'.repeat(100))).toBe('a'.repeat(100));
  expect(cutPreview('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`);
  expect(cutPreview(`${'a'.repeat(99)}e\u0301${'b'.repeat(9)}`)).toBe(`${'a'.repeat(99)}e\u0301…`);
  expect(cutPreview(`${'a'.repeat(99)}e\u0301`)).toBe(`${'a'.repeat(99)}e\u0301`);
  expect(cutPreview('one\n\n two\t three ')).toBe('one two three');
  expect(cutPreview('👩‍👩‍👧'.repeat(101))).toBe(`${'👩‍👩‍👧'.repeat(100)}…`);
});

it('takes initials from both names, uppercased', () => {
  expect(initials('nora', 'lindqvist')).toBe('NL');
  expect(initials('катерина', 'Бондаренко')).toBe('КБ');
  expect(initials('Plato')).toBe('P');
  expect(initials(' ', '')).toBe('?');
});

it('joins names and groups digits', () => {
  expect(fullName({ first_name: 'Nora', last_name: '' })).toBe('Nora');
  expect(count(12_040)).toBe('12,040');
});
