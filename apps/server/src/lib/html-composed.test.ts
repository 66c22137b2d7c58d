import { expect, test } from 'vitest';
import { sanitizeComposedHtml } from './html-composed.ts';

const upload = '/uploads/0b7e3a52-9c1d-4e5f-8a6b-112233445566';

test.each([
  [
    '<p>Hi <strong>you</strong><br>and <em>all</em> <u>u</u> <s>s</s></p>',
    '<p>Hi <strong>you</strong><br />and <em>all</em> <u>u</u> <s>s</s></p>',
  ],
  [
    '<ul><li><p>x</p></li></ul><ol start="3"><li>y</li></ol>',
    '<ul><li><p>x</p></li></ul><ol start="3"><li>y</li></ol>',
  ],
  [
    '<blockquote>q</blockquote><pre><code class="language-ts evil">a &lt; b</code></pre>',
    '<blockquote>q</blockquote><pre><code class="language-ts">a &lt; b</code></pre>',
  ],
  [
    '<h2>t</h2><table><tbody><tr><td colspan="2" style="width:10px;position:fixed">c</td></tr></tbody></table>',
    '<h2>t</h2><table><tbody><tr><td colspan="2" style="width:10px">c</td></tr></tbody></table>',
  ],
  [
    `<img src="${upload}" class="inline-image other" title="t">`,
    `<img src="${upload}" class="inline-image" title="t" />`,
  ],
  [`<img src="http://localhost:9000${upload}">`, `<img src="http://localhost:9000${upload}" />`],
  [`<img src="https://desk.example/sub${upload}?sig=1">`, `<img src="https://desk.example/sub${upload}?sig=1" />`],
  [
    '<img src="cid:bellhop-1"><img src="https://x.example/a.png">',
    '<img src="cid:bellhop-1" /><img src="https://x.example/a.png" />',
  ],
  ['a<img src="http://x.example/a.png"><img src="data:image/png;base64,AA"><img src="javascript:x">', 'a'],
  [
    '<a href="https://x.example" onclick="x" target="_self">l</a>',
    '<a href="https://x.example" target="_blank" rel="noopener noreferrer">l</a>',
  ],
  [
    '<a href="mailto:a@x.example">m</a>',
    '<a href="mailto:a@x.example" target="_blank" rel="noopener noreferrer">m</a>',
  ],
  ['<a href="javascript:alert(1)">j</a><a href="/relative">r</a>', '<a>j</a><a>r</a>'],
  ['Dear {{ .Contact.FirstName | default "there" }}, {{ x', 'Dear {{ .Contact.FirstName | default "there" }}, {{ x'],
  ['a<script>x</script><style>y</style><iframe src=x>z</iframe><form><input value=v>b</form>', 'ab'],
  ['<svg><a xlink:href="javascript:x">t</a></svg>', '<a>t</a>'],
  ['a < b & c', 'a &lt; b &amp; c'],
])('%j', (html, expected) => {
  const safe = sanitizeComposedHtml(html);
  expect(safe).toBe(expected);
  expect(sanitizeComposedHtml(safe)).toBe(safe);
});

test('marks of mentions stay in notes alone, and only well-formed ones', () => {
  const note =
    '<p><span data-mention="agent:12">@Ana Duarte</span> <span data-mention="team:3" onclick="x">@Billing</span></p>';
  const safe = '<p><span data-mention="agent:12">@Ana Duarte</span> <span data-mention="team:3">@Billing</span></p>';
  expect(sanitizeComposedHtml(note, { mentions: true })).toBe(safe);
  expect(sanitizeComposedHtml(note)).toBe('<p><span>@Ana Duarte</span> <span>@Billing</span></p>');
  for (const mark of ['agent:0', 'agent:1x', 'role:1', 'agent:99999999999', '"><b>', ' agent:1']) {
    const span = `<span data-mention="${mark.replace('"', '&quot;')}">x</span>`;
    expect(sanitizeComposedHtml(span, { mentions: true })).toBe('<span>x</span>');
  }
  expect(sanitizeComposedHtml('<p data-mention="agent:1">x</p>', { mentions: true })).toBe('<p>x</p>');
});
