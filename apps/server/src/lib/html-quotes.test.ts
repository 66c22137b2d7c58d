import { expect, test } from 'vitest';
import { stripHtmlQuotes } from './html-quotes.ts';

test.each([
  ['a<div class="gmail_quote"><div>q</div></div>b', 'ab'],
  ['a<div class="x gmail_quote_container y">q</div>', 'a'],
  ['a<blockquote type="cite">q<blockquote type="CITE">r</blockquote></blockquote>b', 'ab'],
  ['a<blockquote>kept</blockquote>', 'a<blockquote>kept</blockquote>'],
  ['a<div class="gmail_quote">never closed<p>q', 'a'],
  ['a<div id="divRplyFwdMsg">q</div>rest', 'a'],
  ['<div>a<div id="appendonsend"></div>q</div>rest', '<div>a'],
  ['a<div class="yahoo_quoted">q</div>b<p class="OutlookMessageHeader">c</p>rest', 'ab'],
  [
    'a<div class="my_gmail_quote_here" id="xdivRplyFwdMsg">kept</div>',
    'a<div class="my_gmail_quote_here" id="xdivRplyFwdMsg">kept</div>',
  ],
  ['a<div class="gmail_signature" dir=ltr>Ada<br>Example</div>b', 'ab'],
  ['a<div id="Signature">Ada</div><div id="appendonsend"></div>q', 'a'],
  ['no quote', 'no quote'],
])('%j', (html, expected) => {
  expect(stripHtmlQuotes(html)).toBe(expected);
});
