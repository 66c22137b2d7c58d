import { expect, test } from 'vitest';
import { escapeHtml, textToHtml } from './html-escape.ts';

test('escapeHtml', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  );
});

test.each([
  ['one', '<p>one</p>'],
  ['a < b\r\nc & d', '<p>a &lt; b<br>c &amp; d</p>'],
  ['one\n\n \n\ntwo\n', '<p>one</p><p>two</p>'],
  ['\n\n', ''],
  ['', ''],
])('textToHtml(%j)', (text, html) => {
  expect(textToHtml(text)).toBe(html);
});
