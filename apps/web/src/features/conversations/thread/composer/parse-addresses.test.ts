import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAddresses } from './parse-addresses.ts';

test.each([
  ['a@x.example', ['a@x.example']],
  ['  A@X.Example ', ['a@x.example']],
  ['a@x.example, b@x.example; c@x.example', ['a@x.example', 'b@x.example', 'c@x.example']],
  ['a@x.example\nb@x.example\r\n\tc@x.example', ['a@x.example', 'b@x.example', 'c@x.example']],
  ['a@x.example b@x.example', ['a@x.example', 'b@x.example']],
  ['Ana Reed <Ana@x.example>', ['ana@x.example']],
  ['"Reed, Ana" <ana@x.example>, <b@x.example>', ['ana@x.example', 'b@x.example']],
  ['mailto:a@x.example', ['a@x.example']],
  ['a@x.example, a@x.example', ['a@x.example']],
  ['no address', ['no address']],
  ['"unclosed, quote\nb@x.example', ['"unclosed, quote', 'b@x.example']],
  [' , ;\n', []],
])('%j', (text, expected) => {
  expect(parseAddresses(text)).toEqual(expected);
});

test('finds every address of a list, whatever separates them', () => {
  const address = fc
    .tuple(fc.stringMatching(/^[a-z0-9._-]{1,10}$/), fc.stringMatching(/^[a-z0-9]{1,8}$/))
    .map(([local, domain]) => `${local}@${domain}.example`);
  const separator = fc.constantFrom(',', ';', '\n', ', ', ' ;  ', '\r\n', '\t');
  fc.assert(
    fc.property(fc.uniqueArray(address, { minLength: 1, maxLength: 8 }), separator, (addresses, between) => {
      expect(parseAddresses(addresses.join(between))).toEqual(addresses);
    }),
  );
});
