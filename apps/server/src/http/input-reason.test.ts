import { pageQuery, rowId } from '@bellhop/contract';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { inputReason } from './input-reason.ts';

test.each([
  [z.string(), undefined, 'it is missing'],
  [z.string(), 7, 'it must be text'],
  [z.number(), 'seven', 'it must be a number'],
  [z.number().int(), 1.5, 'it must be a whole number'],
  [z.array(z.string()), 'a', 'it must be a list'],
  [z.record(z.string(), z.unknown()), [], 'it must be an object'],
  [z.string().min(1), '', 'it must not be empty'],
  [z.string().min(3), 'a', 'it must have at least 3 characters'],
  [z.string().max(2), 'abc', 'it must have at most 2 characters'],
  [z.array(z.number()).max(1), [1, 2], 'it must have at most 1 entries'],
  [z.enum(['online', 'away']), 'busy', 'it must be one of online, away'],
  [z.literal('email'), 'sms', 'it must be email'],
  [z.email(), 'nobody', 'it must be an e-mail address'],
  [rowId, '0', 'it must be more than 0'],
  [rowId, '99999999999', 'it must be at most 2147483647'],
  [rowId, 'abc', 'it must be a number'],
  [z.object(pageQuery(50)).shape.page_size, '101', 'it must be at most 100'],
  [z.union([z.boolean(), z.literal('yes')]), 'perhaps', 'it is none of what is allowed'],
])('%# reads as a person would say it', (schema, value, reason) => {
  const parsed = (schema as z.ZodType).safeParse(value, { error: inputReason });
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([reason]);
});

test('a reason that the schema gives itself stays', () => {
  const schema = z.string().refine((text) => text === 'x', 'it must be x');
  expect(schema.safeParse('y', { error: inputReason }).error?.issues[0]?.message).toBe('it must be x');
});
