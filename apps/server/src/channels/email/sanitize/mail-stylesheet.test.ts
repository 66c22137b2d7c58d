import { expect, test } from 'vitest';
import { filterStylesheet } from './mail-stylesheet.ts';

test.each([
  ['p{color:red}', '.mail-body p{color:red}'],
  [
    'p.MsoNormal, li.MsoNormal {margin:0cm; mso-x:y}',
    '.mail-body p.mail-MsoNormal,.mail-body li.mail-MsoNormal{margin:0cm}',
  ],
  ['body{color:red} html body > p{color:red}', '.mail-body{color:red}.mail-body p{color:red}'],
  ['* {color:red}', '.mail-body *{color:red}'],
  ['@media (max-width:600px){.a{width:100%}}', '@media (max-width:600px){.mail-body .mail-a{width:100%}}'],
  ['@import url(https://x.example/a.css); p{color:red}', '.mail-body p{color:red}'],
  ['@font-face{font-family:x;src:url(y)} p{color:red}', '.mail-body p{color:red}'],
  ['@media screen{@media print{p{color:red}}}', ''],
  ['<!-- p{color:red} -->', '.mail-body p{color:red}'],
  ['/* } */ p{color:red}', '.mail-body p{color:red}'],
  ['p{position:fixed;background:url(x)}', ''],
  ['#id{color:red} a[href]{color:red} p{color:blue}', '.mail-body p{color:blue}'],
  ['</style><script>{color:red}', ''],
  ['p{color:red', '.mail-body p{color:red}'],
  ['}}}p{color:red}', ''],
  ['', ''],
])('%j', (css, expected) => {
  expect(filterStylesheet(css).css).toBe(expected);
});

test('the classes in use are named', () => {
  expect([...filterStylesheet('.a .b:hover{color:red} .c{position:fixed}').classes]).toEqual(['a', 'b']);
});
