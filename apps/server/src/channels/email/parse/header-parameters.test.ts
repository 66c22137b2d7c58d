import { expect, test } from 'vitest';
import { parseParameters } from './header-parameters.ts';

test.each([
  ['text/plain', 'text/plain', {}],
  ['Text/HTML; Charset=UTF-8', 'text/html', { charset: 'UTF-8' }],
  ['a/b; x="q; \\"uoted\\""; y=2', 'a/b', { x: 'q; "uoted"', y: '2' }],
  ['a/b; boundary=----=_Part_1', 'a/b', { boundary: '----=_Part_1' }],
  ['a/b; x=1; x=2', 'a/b', { x: '2' }],
  ['a/b; x=', 'a/b', {}],
  ['a/b; name="a (1) ; b.pdf"; x=1 (c)', 'a/b', { name: 'a (1) ; b.pdf', x: '1' }],
  ['a/b; x="never closed', 'a/b', { x: 'never closed' }],
  ['a/b; broken; y=1', 'a/b', { y: '1' }],
  ['a/b; charset=utf-8 (a comment)', 'a/b', { charset: 'utf-8' }],
  ["a/b; name*=utf-8'de'Gr%C3%B6%C3%9Fe.pdf", 'a/b', { name: 'Größe.pdf' }],
  ["a/b; name=x.pdf; name*=utf-8''%E2%9C%93.pdf", 'a/b', { name: '✓.pdf' }],
  ['a/b; name*0*=utf-8\'\'%E2%9C; name*1*=%93%20a; name*2=" b.pdf"', 'a/b', { name: '✓ a b.pdf' }],
  ['a/b; name*1=b; name*0=a', 'a/b', { name: 'ab' }],
  ["a/b; name*=iso-8859-1''caf%E9", 'a/b', { name: 'café' }],
  ["a/b; name*=''%C3%A9", 'a/b', { name: 'é' }],
  ['a/b; name="=?utf-8?Q?caf=C3=A9.pdf?="', 'a/b', { name: 'café.pdf' }],
  ['a/b; name*0="=?utf-8?Q?caf"; name*1="=C3=A9?="', 'a/b', { name: 'café' }],
  ['', '', {}],
])('%j', (header, value, parameters) => {
  const parsed = parseParameters(header);
  expect(parsed.value).toBe(value);
  expect(Object.fromEntries(parsed.parameters)).toEqual(parameters);
});
