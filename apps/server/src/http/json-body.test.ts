import { expect, test } from 'vitest';
import type { AppError } from '../core/app-error.ts';
import { parseJsonBody } from './json-body.ts';

function reasonOf(text: string): unknown {
  try {
    parseJsonBody(text);
  } catch (error) {
    return (error as AppError).params.reason;
  }
  return undefined;
}

test.each([
  ['', undefined],
  ['{"a": "[[[{,,,"}', { a: '[[[{,,,' }],
  [String.raw`{"a\"[": "\\", "b": "\\\"]"}`, { 'a"[': '\\', b: '\\"]' }],
  [String.raw`["\ud800x"]`, ['\ufffdx']],
])('%j is read', (text, value) => {
  expect(parseJsonBody(text)).toEqual(value);
});

test('what is nested or counted beyond measure is refused before it is built', () => {
  expect(reasonOf('['.repeat(100) + ']'.repeat(100))).toBeUndefined();
  expect(reasonOf('['.repeat(101) + ']'.repeat(101))).toBe('it is nested too deep');
  expect(reasonOf('{"a":'.repeat(2_000_000))).toBe('it is nested too deep');
  expect(reasonOf(`[${'0,'.repeat(99_000)}0]`)).toBeUndefined();
  expect(reasonOf(`[${'0,'.repeat(100_001)}0]`)).toBe('it holds too many values');
  expect(reasonOf(`[${'{},'.repeat(60_000)}{}]`)).toBe('it holds too many values');
});

test('what is no JSON says so, however long it is', () => {
  for (const text of ['{', '"', '"\\', 'x', '{"a": 1,}', `"${'\\'.repeat(1_000_001)}"`, '\\"'.repeat(500_000)]) {
    expect(reasonOf(text), text.slice(0, 20)).toMatch(/JSON|string/);
  }
});

test('a name that means something to JavaScript is a name like others', () => {
  const read = parseJsonBody('{"__proto__": {"is_admin": true}, "constructor": 1}') as Record<string, unknown>;
  expect(Object.keys(read)).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).is_admin).toBeUndefined();
});
