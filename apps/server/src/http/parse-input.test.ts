import type { RouteSpec } from '@bellhop/contract';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { AppError } from '../core/app-error.ts';
import { parseInput } from './parse-input.ts';

const route: RouteSpec = {
  method: 'PUT',
  path: '/things/:id',
  access: 'public',
  encoding: 'json',
  params: z.object({ id: z.coerce.number().int() }),
  body: z.record(z.string(), z.unknown()),
  output: z.unknown(),
  summary: '',
};

function refusal(body: unknown): { code: string; params: object } {
  try {
    parseInput(route, { params: { id: '1' }, query: {}, body });
  } catch (error) {
    const { code, params } = error as AppError;
    return { code, params };
  }
  throw new Error('it was taken');
}

test.each([
  ['a value', { note: 'a\u0000b' }, 'note', 'it holds a NUL character'],
  ['a name', { 'a\u0000b': 1 }, 'body', 'it holds a NUL character'],
  ['a name further in', { list: [{ 'a\u0000b': 1 }] }, 'list', 'it holds a NUL character'],
  ['half a pair in a name', { headers: { 'x\ud83d': 'y' } }, 'headers', 'it holds half a character'],
  ['half a pair in a value', { note: '\ude00' }, 'note', 'it holds half a character'],
])('what no column can hold is refused: %s', (_what, body, field, reason) => {
  expect(refusal(body)).toEqual({ code: 'input.invalid', params: { field, reason } });
});

test('nesting beyond all measure is refused without an overflow', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(refusal({ deep }).params).toEqual({ field: 'deep', reason: 'it is nested too deep' });
});

test('all else comes through as it was', () => {
  const body = { 'Größe 😀': ['x', { y: null }] };
  expect(parseInput(route, { params: { id: '1' }, query: {}, body })).toEqual({
    params: { id: 1 },
    query: undefined,
    body,
  });
});
