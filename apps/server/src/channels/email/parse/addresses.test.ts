import { expect, test } from 'vitest';
import { localPart, mostAddresses, parseAddresses } from './addresses.ts';

test.each([
  ['Ada@Example.COM', [{ name: '', address: 'ada@example.com' }]],
  ['"Lovelace, Ada" <ada@x.example>', [{ name: 'Lovelace, Ada', address: 'ada@x.example' }]],
  ['ada@x.example (Ada L.)', [{ name: 'Ada L.', address: 'ada@x.example' }]],
  ['=?utf-8?Q?J=C3=B6rn?= <j@x.example>', [{ name: 'Jörn', address: 'j@x.example' }]],
  ['"=?utf-8?Q?J=C3=B6rn?=" <j@x.example>', [{ name: 'Jörn', address: 'j@x.example' }]],
  ['=?utf-8?Q?Doe=2C_Jo?= <j@x.example>', [{ name: 'Doe, Jo', address: 'j@x.example' }]],
  [
    'Team: a@x.example, B <b@x.example>;, c@x.example',
    [
      { name: '', address: 'a@x.example' },
      { name: 'B', address: 'b@x.example' },
      { name: '', address: 'c@x.example' },
    ],
  ],
  ['undisclosed-recipients:;', []],
  ['"odd local"@x.example', [{ name: '', address: '"odd local"@x.example' }]],
  ['Pete(A nice \\) chap) <pete(his account)@silly.test(host)>', [{ name: 'Pete', address: 'pete@silly.test' }]],
  ['Ada <ada@x.example', [{ name: 'Ada', address: 'ada@x.example' }]],
  ['no_host, <>, @x.example, name <>', []],
  ['a@x.example, A <A@X.example>', [{ name: '', address: 'a@x.example' }]],
  ['"a@x.example" <a@x.example>', [{ name: '', address: 'a@x.example' }]],
  ['Jöhn <jdöe@mächine.example>', [{ name: 'Jöhn', address: 'jdöe@mächine.example' }]],
  ["'Ada' <a@x.example>", [{ name: 'Ada', address: 'a@x.example' }]],
])('%j', (header, expected) => {
  expect(parseAddresses([header])).toEqual(expected);
});

test('repeated headers are read together, up to a limit', () => {
  expect(parseAddresses(['a@x.example', 'b@x.example']).map((mailbox) => mailbox.address)).toEqual([
    'a@x.example',
    'b@x.example',
  ]);
  const many = Array.from({ length: 2000 }, (_, i) => `u${i}@x.example`).join(', ');
  expect(parseAddresses([many])).toHaveLength(mostAddresses);
});

test('localPart ends at the last @', () => {
  expect(localPart('"a@b"@x.example')).toBe('a@b');
});
