import { expect, it } from 'vitest';
import { deadlineDuration, timeZoneName } from './format-schemas.ts';
import { isDay, isDuration, isEmail, isSimpleDuration, isTimeOfDay, isTimeZone } from './formats.ts';

it.each([
  [
    isEmail,
    ['a@b.c', 'jonas.brandt+x@harbour.example', 'ü@köln.de'],
    ['', 'a', 'a@b', 'a b@c.d', '@c.d', 'a@c.', 'a@b@c.d', 'System'],
  ],
  [
    isDuration,
    ['1h30m10s', '90s', '30m', '2h', '1h5s'],
    ['', '30', 'm', '30m1h', '1.5h', '1h 30m', '-1h', '1H', '1h1h', '500ms'],
  ],
  [isSimpleDuration, ['30m', '24h', '0m'], ['', '30', '30s', '1h30m', '1.5h', ' 1h', '1h\n', '١h']],
  [isTimeOfDay, ['00:00', '09:30', '23:59'], ['', '9:30', '24:00', '12:60', '09:30:00', '٠٩:٣٠', '09:30\n']],
  [
    isDay,
    ['2026-12-25', '2024-02-29', '0001-01-01'],
    ['', '2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '25.12.2026'],
  ],
  [
    isTimeZone,
    ['UTC', 'Europe/Lisbon', 'America/Argentina/Buenos_Aires'],
    ['', 'Europe/Atlantis', '+02:00', 'Moon', '../UTC'],
  ],
] as [(text: string) => boolean, string[], string[]][])('%o takes what it must', (isOne, good, bad) => {
  expect(good.filter((text) => !isOne(text))).toEqual([]);
  expect(bad.filter((text) => isOne(text))).toEqual([]);
});

it.each([
  ['30m', undefined],
  ['1.5h', undefined],
  [' 24h ', undefined],
  ['', 'it must be a duration such as 30m or 2h'],
  ['soon', 'it must be a duration such as 30m or 2h'],
  ['59s', 'it must be at least one minute'],
  ['-2h', 'it must be at least one minute'],
  ['87601h', 'it must be at most ten years'],
])('a deadline of %j: %s', (text, reason) => {
  expect(deadlineDuration.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(reason && [reason]);
});

it('a refusal names the text that people are shown', () => {
  expect(timeZoneName.safeParse('Europe/Atlantis').error?.issues[0]).toMatchObject({
    params: { key: 'form.error.timeZone' },
  });
});
