import { describe, expect, test } from 'vitest';
import { type AttributeDefinition, changeAttributes, checkAttributeValue } from './attributes.ts';
import { matchesPattern } from './pattern.ts';

const define = (data_type: AttributeDefinition['data_type'], more: Partial<AttributeDefinition> = {}) => ({
  key: 'it',
  data_type,
  values: [],
  regex: '',
  regex_hint: '',
  ...more,
});

describe('values', () => {
  test.each([
    ['text', 'anything', 'anything'],
    ['text', '', ''],
    ['number', 7, 7],
    ['number', '7.5', 7.5],
    ['number', '', ''],
    ['checkbox', true, true],
    ['checkbox', 'false', false],
    ['date', '2024-02-29', '2024-02-29'],
    ['link', 'https://shop.example/a?b=c', 'https://shop.example/a?b=c'],
  ] as const)('%s takes %j', (type, given, stored) => {
    expect(checkAttributeValue(define(type), given, matchesPattern)).toEqual({ ok: true, value: stored });
  });

  test.each([
    ['text', 7],
    ['text', {}],
    ['number', 'seven'],
    ['number', Number.NaN],
    ['number', true],
    ['checkbox', 'yes'],
    ['date', '2025-02-29'],
    ['date', 'today'],
    ['link', 'javascript:alert(1)'],
    ['link', 'shop.example'],
    ['list', 'pro'],
  ] as const)('%s refuses %j', (type, given) => {
    expect(checkAttributeValue(define(type), given, matchesPattern).ok).toBe(false);
  });

  test('a list takes its own values only', () => {
    const list = define('list', { values: ['free', 'pro'] });
    expect(checkAttributeValue(list, 'pro', matchesPattern).ok).toBe(true);
    expect(checkAttributeValue(list, 'Pro', matchesPattern)).toEqual({
      ok: false,
      reason: 'it must be one of free, pro',
    });
  });

  test('a pattern refuses with its hint', () => {
    const text = define('text', { regex: '^A-\\d+$', regex_hint: 'such as A-91' });
    expect(checkAttributeValue(text, 'A-91', matchesPattern).ok).toBe(true);
    expect(checkAttributeValue(text, 'B-91', matchesPattern)).toEqual({ ok: false, reason: 'such as A-91' });
    expect(checkAttributeValue(define('text', { regex: '(' }), 'anything', matchesPattern).ok).toBe(true);
  });
});

describe('changes', () => {
  const definitions = [define('number', { key: 'seats' }), define('text', { key: 'plan' })];
  const stored = { seats: 3, gone: 'from a deleted definition' };

  test('replacing removes what is left out', () => {
    expect(changeAttributes(stored, { plan: 'pro' }, 'replace', definitions, matchesPattern)).toEqual({
      ok: true,
      values: { plan: 'pro' },
      changed: ['seats', 'gone', 'plan'],
    });
  });

  test('merging keeps what is left out, and null removes', () => {
    expect(changeAttributes(stored, { plan: 'pro', seats: null }, 'merge', definitions, matchesPattern)).toEqual({
      ok: true,
      values: { gone: 'from a deleted definition', plan: 'pro' },
      changed: ['seats', 'plan'],
    });
  });

  test('only keys that change are checked', () => {
    const same = { seats: '3', gone: 'from a deleted definition' };
    expect(changeAttributes(stored, same, 'replace', definitions, matchesPattern)).toEqual({
      ok: true,
      values: stored,
      changed: [],
    });
    expect(changeAttributes(stored, { gone: 'other' }, 'merge', definitions, matchesPattern)).toEqual({
      ok: false,
      key: 'gone',
      reason: 'there is no such attribute',
    });
  });

  test('names of the language itself are keys like others', () => {
    expect(changeAttributes({}, { constructor: 'x' }, 'replace', definitions, matchesPattern).ok).toBe(false);
  });
});
