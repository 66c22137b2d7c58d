import { expect, test } from 'vitest';
import { readCalendar } from './read-calendar.ts';
import { readHolidayLines } from './read-holidays.ts';

const read = (text: string, locale = 'en', order: 'day_first' | 'month_first' = 'day_first') =>
  readHolidayLines(text, order, locale);

test.each([
  ['2026-12-25 Christmas', 'en'],
  ['2026/12/25, Christmas', 'en'],
  ['20261225\tChristmas', 'en'],
  ['Christmas; 25.12.2026', 'en'],
  ['25. 12. 2026: Christmas', 'en'],
  ['12/25/2026 Christmas', 'en'],
  ['25/12/2026 - Christmas', 'en'],
  ['25-12-2026 "Christmas"', 'en'],
  ['December 25, 2026 Christmas', 'en'],
  ['Christmas (25th December 2026)', 'en'],
  ['Dec. 25 2026, Christmas', 'en'],
  ['25. Dezember 2026 Christmas', 'de'],
  ['25 de diciembre de 2026, Christmas', 'es'],
  ['25 décembre 2026 Christmas', 'fr'],
  ['2026年12月25日 Christmas', 'ja'],
])('%j is read', (line, locale) => {
  expect(read(line, locale)).toEqual({
    found: [{ name: 'Christmas', date: '2026-12-25' }],
    strange: [],
    isAmbiguous: false,
  });
});

test('what is no date, has no name or is not in the calendar is told of', () => {
  const lines = [
    'Christmas',
    '2026-12-25',
    '2026-02-30 Never',
    '25.12. No year',
    '32/01/2026 Too late',
    '5 Foo 2026 x',
  ];
  expect(read(lines.join('\r\n'))).toEqual({ found: [], strange: lines, isAmbiguous: false });
});

test('one line that allows a single reading decides for all, else the reader does', () => {
  const either = '05/06/2026 Either';
  expect(read(`${either}\n12/25/2026 Christmas`)).toMatchObject({
    found: [{ date: '2026-05-06' }, { date: '2026-12-25' }],
    isAmbiguous: false,
  });
  expect(read(either)).toMatchObject({ found: [{ date: '2026-06-05' }], isAmbiguous: true });
  expect(read(either, 'en', 'month_first')).toMatchObject({ found: [{ date: '2026-05-06' }], isAmbiguous: true });
  expect(read('05/05/2026 Same')).toMatchObject({ isAmbiguous: false });
});

const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:x', ...lines, 'END:VEVENT'].join('\r\n');
const calendar = (...events: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR'].join('\r\n');
const today = new Date('2026-11-22T00:00:00Z');

test('a calendar file gives whole days, each of a longer event, and repeated ones for three years', () => {
  const file = calendar(
    event('DTSTART;VALUE=DATE:20261225', 'SUMMARY:Christmas\\, first day'),
    event('DTSTART;VALUE=DATE:20261231', 'DTEND;VALUE=DATE:20270102', 'SUMMARY:Turn of the year'),
    event('DTSTART;VALUE=DATE:20100501', 'RRULE:FREQ=YEARLY', 'SUMMARY:Labour Day'),
    event('DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z', 'SUMMARY:Meeting'),
  );
  expect(readCalendar(file, today)).toEqual({
    found: [
      { name: 'Christmas, first day', date: '2026-12-25' },
      { name: 'Turn of the year', date: '2026-12-31' },
      { name: 'Turn of the year', date: '2027-01-01' },
      { name: 'Labour Day', date: '2026-05-01' },
      { name: 'Labour Day', date: '2027-05-01' },
      { name: 'Labour Day', date: '2028-05-01' },
    ],
    strange: ['Meeting'],
    isAmbiguous: false,
  });
});

test.each(['', 'no calendar', 'BEGIN:VCALENDAR', calendar(), calendar(event('DTSTART;VALUE=DATE:2026', 'SUMMARY:x'))])(
  'what is no calendar gives no holiday: %j',
  (text) => {
    expect(readCalendar(text, today).found).toEqual([]);
  },
);
