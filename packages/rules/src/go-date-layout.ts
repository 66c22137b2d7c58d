const tokens = /2006|January|Monday|-07:00|Z07:00|-0700|Jan|Mon|MST|01|02|03|04|05|06|15|_2|PM|pm|(?<!\d)[1-5](?!\d)/g;

/**
 * A date in Go's notation, which templates use: the layout shows how Monday, 2 January 2006, 15:04:05 would be written. What is no
 * part of that date stays as it is; an unknown zone counts as UTC.
 */
export function formatGoDate(date: Date, layout: string, timeZone: string): string {
  const part = partsOf(date, timeZone);
  const padded = (value: number) => String(value).padStart(2, '0');
  const hour12 = part.hour % 12 === 0 ? 12 : part.hour % 12;
  const texts: Record<string, string> = {
    '2006': String(part.year),
    '06': padded(part.year % 100),
    January: part.month_name,
    Jan: part.month_name.slice(0, 3),
    '01': padded(part.month),
    '1': String(part.month),
    Monday: part.weekday,
    Mon: part.weekday.slice(0, 3),
    '02': padded(part.day),
    _2: String(part.day).padStart(2, ' '),
    '2': String(part.day),
    '15': padded(part.hour),
    '03': padded(hour12),
    '3': String(hour12),
    '04': padded(part.minute),
    '4': String(part.minute),
    '05': padded(part.second),
    '5': String(part.second),
    PM: part.hour < 12 ? 'AM' : 'PM',
    pm: part.hour < 12 ? 'am' : 'pm',
    MST: part.zone,
    '-07:00': part.offset,
    '-0700': part.offset.replace(':', ''),
    'Z07:00': part.offset === '+00:00' ? 'Z' : part.offset,
  };
  return layout.replace(tokens, (token) => texts[token] ?? token);
}

function partsOf(date: Date, timeZone: string) {
  const read = (options: Intl.DateTimeFormatOptions) => {
    const parts = formatterOf(timeZone, options).formatToParts(date);
    return (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  };
  const numbers = read({
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' },
  });
  const words = read({ month: 'long', weekday: 'long', timeZoneName: 'short' });
  const offset = read({ timeZoneName: 'longOffset' })('timeZoneName').replace('GMT', '') || '+00:00';
  return {
    year: Number(numbers('year')),
    month: Number(numbers('month')),
    day: Number(numbers('day')),
    hour: Number(numbers('hour')),
    minute: Number(numbers('minute')),
    second: Number(numbers('second')),
    month_name: words('month'),
    weekday: words('weekday'),
    zone: words('timeZoneName'),
    offset,
  };
}

function formatterOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}
