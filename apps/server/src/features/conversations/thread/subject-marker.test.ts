import { expect, test } from 'vitest';
import { markedReference, markSubject, usualMarker } from './subject-marker.ts';

test('the marker stands behind the subject, and alone where there is none', () => {
  expect(markSubject('Your order', usualMarker, '104')).toBe('Your order - #104');
  expect(markSubject('Your order', ' [Shop-{ref}]', '104')).toBe('Your order [Shop-104]');
  expect(markSubject('', usualMarker, '104')).toBe('- #104');
});

test.each([
  ['Re: Your order - #104', usualMarker, '104'],
  ['Re: Your order #104 ', usualMarker, '104'],
  ['Re: Your order [Shop-104]', ' [Shop-{ref}]', '104'],
  ['Re: Your order - #104', ' [Shop-{ref}]', '104'],
  ['Re: Your order (Shop-104', ' [Shop-{ref}]', undefined],
  ['Your 104 order', usualMarker, undefined],
  ['#104 is broken', usualMarker, undefined],
  ['Re: a (b 7)', ' (b {ref})', '7'],
])('%s with %s names %s', (subject, marker, reference) => {
  expect(markedReference(subject, marker)).toBe(reference);
});
