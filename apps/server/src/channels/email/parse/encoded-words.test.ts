import { expect, test } from 'vitest';
import { decodeEncodedWords } from './encoded-words.ts';

test.each([
  ['plain text', 'plain text'],
  ['=?utf-8?Q?caf=C3=A9_au_lait?= today', 'café au lait today'],
  ['Re: =?UTF-8?B?w6k=?=', 'Re: é'],
  ['=?utf-8?q?a?= =?utf-8?q?b?=', 'ab'],
  ['=?utf-8?q?a?= and =?utf-8?q?b?=', 'a and b'],
  ['=?iso-8859-1?q?=E9?= =?utf-8?q?=C3=A9?=', 'éé'],
  // A character cut in two by its sender.
  ['=?utf-8?B?8J+Y?= =?utf-8?B?gA==?=', '😀'],
  ['=?utf-8?Q?=F0=9F?=\t=?utf-8?Q?=98=80?=', '😀'],
  // Base64 cut in the middle of a quantum.
  ['=?utf-8?B?SGVsb?= =?utf-8?B?G8=?=', 'Hello'],
  ['=?utf-8?B?SGk?= =?utf-8?B?SGk?=', 'HiHi'],
  ["=?utf-8*en?Q?a'b?=", "a'b"],
  ['=?x-unknown?Q?=E9?=', 'é'],
  ['=?ANSI_X3.4-1968?Q?a=41?=', 'aA'],
  ['=?ISO_8859-2:1987?Q?=B3?=', 'ł'],
  ['=?iso-2022-jp?B?GyRCJCIbKEI=?=', 'あ'],
  ['=?ks_c_5601-1987?B?sKE=?=', '가'],
  ['=?utf-8?Q?illegal blank?=', 'illegal blank'],
  ['=?utf-8?Q?not closed', '=?utf-8?Q?not closed'],
  ['=?utf-8?X?a?=', '=?utf-8?X?a?='],
  ['=?utf-8?B?!!?=', '=?utf-8?B?!!?='],
  // A word inside of the result is text.
  ['=?utf-8?Q?=3D=3Futf-8=3FQ=3Fa=3F=3D?=', '=?utf-8?Q?a?='],
  ['=?utf-8?Q?a=00b?=', 'ab'],
  ['"=?utf-8?Q?a?=" <x@y.example>', '"a" <x@y.example>'],
])('%j', (value, expected) => {
  expect(decodeEncodedWords(value)).toBe(expected);
});
