// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sanitizeMailHtml } from './sanitize-mail-html.ts';

const link = 'target="_blank" rel="noopener noreferrer"';

describe('sanitizeMailHtml', () => {
  test.each([
    [
      'layout',
      '<table width="100%" cellpadding="0" bgcolor="#fff"><tr><td align="center" style="padding:4px">x</td></tr></table>',
      '<table width="100%" cellpadding="0" bgcolor="#fff"><tr><td align="center" style="padding:4px">x</td></tr></table>',
    ],
    [
      'fonts',
      '<font color="red" size="2" face="Arial"><center>x</center></font>',
      '<font color="red" size="2" face="Arial"><center>x</center></font>',
    ],
    [
      'cid pictures untouched',
      '<img src="cid:Part1.A%40b" alt="a" width="10">',
      '<img src="cid:Part1.A%40b" alt="a" width="10" />',
    ],
    [
      'https and raster data pictures',
      '<img src="https://x.example/a.png"><img src="data:image/png;base64,iVBORw0KGgo=">',
      '<img src="https://x.example/a.png" /><img src="data:image/png;base64,iVBORw0KGgo=" />',
    ],
    [
      'http pictures by https',
      '<img src="http://x.example/a.png"><img src="//x.example/b.png">',
      '<img src="https://x.example/a.png" /><img src="https://x.example/b.png" />',
    ],
    [
      'other pictures',
      'a<img src="data:image/svg+xml;base64,PHN2Zz4="><img src="file:///etc/passwd"><img src="/uploads/x"><img onerror=x>',
      'a',
    ],
    [
      'links',
      '<a href=" https://x.example/?a=1&b=2" target=_top rel=opener>x</a>',
      `<a href="https://x.example/?a=1&amp;b=2" ${link}>x</a>`,
    ],
    [
      'mail and telephone links',
      '<a href="mailto:a@x.example">m</a><a href="tel:+1">t</a>',
      `<a href="mailto:a@x.example" ${link}>m</a><a href="tel:+1" ${link}>t</a>`,
    ],
    [
      'script links',
      '<a href="java\tscript:x">a</a><a href="&#106;avascript:x">b</a><a href="data:text/html,x">c</a><a href="vbscript:x">d</a>',
      '<a>a</a><a>b</a><a>c</a><a>d</a>',
    ],
    [
      'scripts and handlers',
      '<p onclick="x" onmouseover=y>a<script>alert(1)</script></p><svg onload=x><script>y</script></svg>',
      '<p>a</p>',
    ],
    [
      'forms',
      '<form action="https://x.example"><input name=a value=b><button>Go</button><select><option>o</option></select></form>',
      'Go',
    ],
    [
      'frames and objects',
      '<iframe src="https://x.example">f</iframe><object data=x>o</object><embed src=x><base href="https://x.example"><meta http-equiv=refresh content=0><link rel=stylesheet href=x>',
      'o',
    ],
    ['title and comments', '<title>T</title><!-- c -->a<!--[if mso]>b<![endif]-->', 'a'],
    ['styles', '<p style="color:red;position:fixed;background:url(x)">x</p>', '<p style="color:red">x</p>'],
    [
      'markers of quotes',
      '<div class="gmail_quote gmail_quote_container other" id="x">q</div><div id="divRplyFwdMsg">r</div><div id="appendonsend"></div><blockquote type="cite">s</blockquote>',
      '<div class="gmail_quote gmail_quote_container">q</div><div id="divRplyFwdMsg">r</div><div id="appendonsend"></div><blockquote type="cite">s</blockquote>',
    ],
    [
      'other markers',
      '<div class="yahoo_quoted">a</div><div class="protonmail_quote">b</div><div class="OutlookMessageHeader">c</div><span id="OLK_SRC_BODY_SECTION">d</span>',
      '<div class="yahoo_quoted">a</div><div class="protonmail_quote">b</div><div class="OutlookMessageHeader">c</div><span id="OLK_SRC_BODY_SECTION">d</span>',
    ],
    [
      'markers of signatures',
      '<div class="gmail_signature x">a</div><div class="moz-signature">b</div><div id="Signature">c</div>',
      '<div class="gmail_signature">a</div><div class="moz-signature">b</div><div id="Signature">c</div>',
    ],
    ['classes of the page', '<div class="fixed inset-0 mail-body">x</div>', '<div>x</div>'],
    [
      'the look of the body',
      '<body bgcolor="#000" text="white" dir="rtl">x</body>',
      '<div dir="rtl" style="background-color:#000;color:white">x</div>',
    ],
    ['a body without look', '<html><body>x</body></html>', 'x'],
    [
      'an author style sheet',
      '<style>.a{color:red}</style><p class="a b">x</p>',
      '<style>.mail-body .mail-a{color:red}</style><div class="mail-body"><p class="mail-a">x</p></div>',
    ],
    ['a style sheet in a comment', '<!--[if mso]><style>.a{color:red}</style><![endif]-->x', 'x'],
    ['plain characters', 'a < b &amp; c > d', 'a &lt; b &amp; c &gt; d'],
  ])('%s', (_name, html, expected) => {
    expect(sanitizeMailHtml(html)).toBe(expected);
  });

  test.each([
    '<img src="cid:x" alt="`><script>x</script>">',
    '<a href="https://x.example/&quot;onmouseover=x">y</a>',
    '<p title="</p><img src=x onerror=y>">z</p>',
    '<style>p{color:red}</style></style><script>x</script>',
    '<style><img src=x onerror=y></style>',
    '<noscript><p title="</noscript><img src=x onerror=y>"></noscript>',
    '<math><mtext><table><mglyph><style><img src=x onerror=y></style></mglyph></table></mtext></math>',
    '<svg></p><style><a id="</style><img src=1 onerror=y>"></svg>',
    '<xmp><p title="</xmp><img src=x onerror=y>"></xmp>',
    '<textarea><img src=x onerror=y></textarea><title><img src=x onerror=y></title>',
    '<div style="x:y;</style><script>z</script>">a</div>',
    '<td background="javascript:x" style="background-image:url(javascript:y)">b</td>',
    '<IMG """><SCRIPT>x</SCRIPT>">',
    '<a href="https://x.example" style="behavior:url(#default)">c</a>',
    '<template><img src=x onerror=y></template><plaintext><b onclick=z>',
  ])('an attack leaves nothing active: %s', (html) => {
    expectHarmless(sanitizeMailHtml(html));
  });

  test('whatever goes in', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '`',
        '&',
        '<!--',
        '-->',
        '</',
        '/>',
        '<style>',
        '</style>',
        '<script>',
        '</script>',
        '<svg>',
        '<math>',
        '<title>',
        '<img src=',
        '<a href=',
        ' onerror=x ',
        'javascript:x',
        '<p style="',
        'url(',
        '{',
        '}',
        '@import ',
        '<body bgcolor=',
        '<noscript>',
        '<iframe>',
        '<xmp>',
        '&#0;',
        '\0',
      ),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => expectHarmless(sanitizeMailHtml(pieces.join('')))),
      { numRuns: 500 },
    );
  });
});

/** No element, attribute or address that could act survives the reading of a browser. */
function expectHarmless(html: string): void {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const block = page.createElement('div');
  block.innerHTML = html;
  for (const element of [
    ...page.body.querySelectorAll('*'),
    ...page.head.querySelectorAll('*'),
    ...block.querySelectorAll('*'),
  ]) {
    const name = element.localName;
    expect(name).not.toMatch(active);
    for (const { name: attribute, value } of element.attributes) {
      expect(attribute).toMatch(/^(?!on)[a-z]+$/);
      if (attribute === 'href') expect(value).toMatch(/^(?:https?:\/\/|mailto:|tel:)/i);
      if (attribute === 'src') expect(value).toMatch(/^(?:cid:|https:\/\/|data:image\/)/i);
      if (attribute === 'style') expect(value).not.toMatch(/url|expression|position|[\\<]/i);
    }
    if (name === 'style') expect(element.textContent).not.toMatch(/url|expression|position|@import|[\\<]/i);
  }
}

const active =
  /^(?:script|iframe|object|embed|form|input|button|base|meta|link|svg|math|template|noscript|xmp|textarea|title|plaintext)$/;
