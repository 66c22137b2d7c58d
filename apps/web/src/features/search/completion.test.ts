import { expect, it } from 'vitest';
import { complete, completionsOf, tokenAt } from './completion.ts';
import { asTyped } from './search.api.ts';

const hints = { 'tag:': 'a tag', 'team:': 'a team', 'to:': 'whom', 'has:attachment': 'files' };
const values = { tag: ['refund', 'VIP customer', 'Reförm'], team: ['none', 'Billing'] };
const labels = (token: string) => completionsOf(token, hints, values).map(({ label }) => label);

it.each([
  ['ta', 2, 'ta'],
  ['lamp ta', 7, 'ta'],
  ['tag:"VIP cu', 11, 'tag:"VIP cu'],
  ['"a b" te', 8, 'te'],
  ['lamp tag:x more', 10, 'tag:x'],
])('%j with the caret at %i stands behind %j', (query, caret, text) => {
  expect(tokenAt(query, caret).text).toBe(text);
});

it('offers operators by their beginning, with a minus too', () => {
  expect(labels('t')).toEqual(['tag:', 'team:', 'to:']);
  expect(labels('-ta')).toEqual(['-tag:']);
  expect(labels('')).toEqual([]);
  expect(labels('lamp')).toEqual([]);
});

it('offers values by a part of them, beginnings first, without accents and case', () => {
  expect(labels('tag:re')).toEqual(['refund', 'Reförm']);
  expect(labels('tag:reform')).toEqual(['Reförm']);
  expect(labels('tag:')).toEqual(['refund', 'VIP customer', 'Reförm']);
  expect(labels('tag:refund')).toEqual([]);
  expect(labels('unknown:x')).toEqual([]);
});

it('writes a value in quotes where it has blanks, and leaves what follows', () => {
  const [found] = completionsOf('-tag:vip', hints, values);
  expect(complete('lamp -tag:vip rest', tokenAt('lamp -tag:vip rest', 13), found!)).toEqual({
    query: 'lamp -tag:"VIP customer" rest',
    caret: 25,
  });
});

it.each([
  ['lampsh', 'lampsh*'],
  ['-lamp', '-lamp*'],
  ['tag:lamp', 'tag:lamp'],
  ['"brass lamp"', '"brass lamp"'],
  ['lamp OR', 'lamp OR'],
  ['tag:x лам', 'tag:x лам*'],
])('%j is searched as %j', (typed, q) => {
  expect(asTyped(typed)).toBe(q);
});
