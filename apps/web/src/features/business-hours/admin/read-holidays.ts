import { isDay } from '@bellhop/contract/formats';

/** What a text or a file says: holidays, and what could not be understood, as it stands there. */
export interface ReadHolidays {
  found: { name: string; date: string }[];
  strange: string[];
  /** Whether `05/06` occurs and no other line tells which of the two is the month. */
  isAmbiguous: boolean;
}

export type DateOrder = 'day_first' | 'month_first';

interface ReadDate {
  year: number;
  month: number;
  day: number;
  /** Two numbers of which each could be the month. */
  isEither: boolean;
}

/**
 * Holidays out of pasted lines, a date and a name in either order: `2026-12-25 Christmas`, `25.12.2026; Christmas`, `Christmas,
 * December 25, 2026`. With dots the day comes first; with slashes a line that allows one reading only decides for all, else `order`.
 * Month names may be English or of `locale`.
 */
export function readHolidayLines(text: string, order: DateOrder, locale: string): ReadHolidays {
  const months = monthNames(locale);
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const slashes = lines.flatMap((line) => [...line.matchAll(slashed)]);
  const isMonthFirst = slashes.some((match) => Number(match[1]) <= 12 && Number(match[2]) > 12);
  const isDayFirst = slashes.some((match) => Number(match[1]) > 12 && Number(match[2]) <= 12);
  const told = isMonthFirst === isDayFirst ? order : isMonthFirst ? 'month_first' : 'day_first';
  const found: ReadHolidays['found'] = [];
  const strange: string[] = [];
  let isAmbiguous = false;
  for (const line of lines) {
    const read = readLine(line, told, months);
    if (!read) strange.push(line);
    else {
      found.push({ name: read.name, date: read.date });
      isAmbiguous ||= read.isEither;
    }
  }
  return { found, strange, isAmbiguous: isAmbiguous && isMonthFirst === isDayFirst };
}

const slashed = /(?<!\d)(\d{1,2})\s?[/-]\s?(\d{1,2})\s?[/-]\s?(\d{4})(?!\d)/g;

function readLine(line: string, order: DateOrder, months: ReadonlyMap<string, number>) {
  for (const [pattern, read] of spellings(order, months)) {
    const match = pattern.exec(line);
    if (!match) continue;
    const { year, month, day, isEither } = read(match);
    const date = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    const name = tidyName(`${line.slice(0, match.index)} ${line.slice(match.index + match[0].length)}`);
    return isDay(date) && name !== '' ? { name: name.slice(0, 140), date, isEither } : null;
  }
  return null;
}

/** Without what separated it from the date, and without the weekday that may stand before one. */
function tidyName(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:|"'()–—-]+|[\s,;:|"'()–—-]+$/gu, '')
    .trim();
}

type Spelling = [pattern: RegExp, read: (match: RegExpExecArray) => ReadDate];

function spellings(order: DateOrder, months: ReadonlyMap<string, number>): Spelling[] {
  const numbers = (match: RegExpExecArray) => match.slice(1).map(Number) as [number, number, number];
  const monthOf = (name = '') => months.get(plain(name)) ?? 0;
  const word = String.raw`([\p{L}\p{M}]{2,}|\d{1,2}月)\.?`;
  return [
    [
      /(?<!\d)(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)/,
      (match) => {
        const [year, month, day] = numbers(match);
        return { year, month, day, isEither: false };
      },
    ],
    [
      /(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)/,
      (match) => {
        const [year, month, day] = numbers(match);
        return { year, month, day, isEither: false };
      },
    ],
    [
      /(?<!\d)(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/,
      (match) => {
        const [year, month, day] = numbers(match);
        return { year, month, day, isEither: false };
      },
    ],
    [
      /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/,
      (match) => {
        const [day, month, year] = numbers(match);
        return { year, month, day, isEither: false };
      },
    ],
    [
      new RegExp(slashed.source),
      (match) => {
        const [one, other, year] = numbers(match);
        const isMonthFirst = other > 12 || (one <= 12 && order === 'month_first');
        const [month, day] = isMonthFirst ? [one, other] : [other, one];
        return { year, month, day, isEither: one <= 12 && other <= 12 && one !== other };
      },
    ],
    [
      new RegExp(
        String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|\.)?\s+(?:de\s+)?${word}(?:\s+de)?,?\s+(\d{4})(?!\d)`,
        'u',
      ),
      (match) => ({ day: Number(match[1]), month: monthOf(match[2]), year: Number(match[3]), isEither: false }),
    ],
    [
      new RegExp(String.raw`(?<![\p{L}\p{M}])${word}\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)`, 'u'),
      (match) => ({ month: monthOf(match[1]), day: Number(match[2]), year: Number(match[3]), isEither: false }),
    ],
  ];
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();

function monthNames(locale: string): Map<string, number> {
  const names = new Map<string, number>();
  for (const tag of ['en', locale]) {
    for (const width of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(tag, { day: 'numeric', month: width, timeZone: 'UTC' });
      for (let month = 0; month < 12; month++) {
        const part = format.formatToParts(Date.UTC(2024, month, 1)).find(({ type }) => type === 'month');
        if (part) names.set(plain(part.value), month + 1);
      }
    }
  }
  return names;
}
