import { expect, test } from 'vitest';
import { htmlToText } from './html-text.ts';

test.each([
  ['<p>Hi</p><p>there<br>you</p>', 'Hi\n\nthere\nyou'],
  ['<div>a</div><div>b</div><div><br></div><div><br></div><div>c</div>', 'a\nb\n\nc'],
  ['a &lt; b &amp; <b>c</b>&nbsp;d', 'a < b & c d'],
  ['<a href="https://x.example/long">link</a> <img src="x" alt="picture">!', 'link !'],
  ['<h1>Head</h1>text', 'Head\n\ntext'],
  ['<ul><li>x</li><li>y</li></ul>', '* x\n * y'],
  ['<blockquote>a<br>b<blockquote>c</blockquote></blockquote>d', '> a\n> b\n>\n> > c\n\nd'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
  ['<pre>a\n  b</pre>', 'a\n  b'],
  ['<title>T</title><style>p{}</style><script>x()</script><!-- c -->body', 'body'],
  ['before<body>one</body><body>two</body>', 'before\n\none\n\ntwo'],
  ['</div></span>stray <b>open', 'stray open'],
  ['a<', 'a<'],
  ['Sale!&zwnj;&nbsp;&zwnj;&nbsp;&zwnj;&nbsp;&zwnj;Now', 'Sale! Now'],
  ['', ''],
])('%j', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test('nesting without end keeps its text', () => {
  expect(htmlToText(`${'<div>'.repeat(5000)}a &lt; b`)).toBe('a < b');
});
