import type * as z from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const formats: Record<string, string> = {
  email: 'an e-mail address',
  url: 'an address such as https://example.com',
  uuid: 'a uuid',
  datetime: 'a time such as 2025-07-31T09:30:00Z',
  date: 'a date such as 2025-07-31',
};

/** Why a value does not fit its schema, to be read after the name of its field: clients show it to people as it is (wire A 2.2). */
export function inputReason(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'it is missing';
      return `it must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `it must be ${String(issue.values[0])}`
        : `it must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return formats[issue.format] ? `it must be ${formats[issue.format]}` : 'it is not written as it must be';
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive ?? true);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive ?? true);
    case 'invalid_union':
      return 'it is none of what is allowed';
    default:
      return undefined;
  }
}

function tooSmall(origin: string, least: number, inclusive: boolean): string {
  if (origin === 'string') return least === 1 ? 'it must not be empty' : `it must have at least ${least} characters`;
  if (origin === 'array') return least === 1 ? 'it must not be empty' : `it must have at least ${least} entries`;
  return inclusive ? `it must be at least ${least}` : `it must be more than ${least}`;
}

function tooBig(origin: string, most: number, inclusive: boolean): string {
  if (origin === 'string') return `it must have at most ${most} characters`;
  if (origin === 'array') return `it must have at most ${most} entries`;
  return inclusive ? `it must be at most ${most}` : `it must be less than ${most}`;
}
