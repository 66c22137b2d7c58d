import { expect, test } from 'vitest';
import { readSentDate } from './sent-date.ts';

test.each([
  ['Mon, 02 Nov 2026 09:32:00 +0100', '2026-11-02T08:32:00.000Z'],
  ['2 Nov 2026 09:32 +0100', '2026-11-02T08:32:00.000Z'],
  ['Thu, 13 Feb 1969 23:32 -0330 (Newfoundland Time)', '1969-02-14T03:02:00.000Z'],
  ['Mon, 02 Nov 2026 09:32:00 GMT', '2026-11-02T09:32:00.000Z'],
  ['Mon, 02 Nov 2026 09:32:00 PST', '2026-11-02T17:32:00.000Z'],
  ['Mon, 02 Nov 2026 09:32:00', '2026-11-02T09:32:00.000Z'],
  ['2026-11-02T09:32:00Z', '2026-11-02T09:32:00.000Z'],
  ['Wed, 15 Dec 2010    59:10 -0500', null],
  ['Whenever', null],
  ['Mon, 02 Nov 20260 09:32:00 +0100', null],
  ['', null],
  [null, null],
])('%j', (header, expected) => {
  expect(readSentDate(header)).toBe(expected);
});
