// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { cleanComposed, cleanMail } from './clean-html.ts';
import { takeOffPlainColours } from './mail-colours.ts';
import { heldClass, holdImages, ownPath } from './mail-images.ts';

const own = 'http://localhost:3000';
const file = '/uploads/2b1c0d4e-5a6f-4b7c-8d9e-0f1a2b3c4d5e';

describe('cleaning a mail', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java\nscript:alert(1)">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<form action="https://evil.example"><input name=a><button>go</button></form>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<base href="https://evil.example/"><link rel=stylesheet href="https://evil.example/a.css">',
    '<div style="background:url(https://evil.example/a)">x</div>',
    '<div style="background:\\75rl(https://evil.example/a)">x</div>',
    '<style>@import "https://evil.example/a.css"; p { color: red }</style><p>x</p>',
    '<table background="https://evil.example/a"><tr><td>x</table>',
    '<video src="https://evil.example/a" autoplay></video>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  ])('%s', (html) => {
    const body = cleanMail(html);
    expect(body.innerHTML).not.toMatch(
      /evil|alert|script|onerror|onload|<(?:form|input|button|iframe|svg|math|video|meta|base|link)/i,
    );
  });

  test('keeps layout, styles and a leading style sheet', () => {
    const html =
      '<style>.m-a{color:#f00}</style><div class="m-a" style="padding:4px"><table width="600"><tbody><tr><td>x</td></tr></tbody></table></div>';
    expect(cleanMail(html).innerHTML).toBe(html);
  });

  test('links open elsewhere', () => {
    const link = cleanMail('<a href="https://x.example" target="_top" rel="opener">x</a>').querySelector('a');
    expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener noreferrer']);
  });

  test('what an agent composed keeps no look of its own', () => {
    const html =
      '<p class="x" style="color:red" id="y">a <strong>b</strong></p><img src="/uploads/x" class="inline-image">';
    expect(cleanComposed(html).innerHTML).toBe('<p>a <strong>b</strong></p><img src="/uploads/x">');
  });
});

describe('pictures', () => {
  const hold = (html: string, showsRemote = false) => {
    const body = cleanMail(html);
    const held = holdImages(body, { showsRemote, ownOrigins: [own, 'https://desk.example'] });
    return { body, held };
  };

  test('our own files load from this site, under whatever name they were stored', () => {
    const { body, held } = hold(`<img src="https://desk.example${file}"><img src="${file}">`);
    expect([...body.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([file, file]);
    expect(held).toBe(0);
    expect(ownPath(`https://evil.example${file}`, [own])).toBeUndefined();
    expect(ownPath('/logout', [own])).toBeUndefined();
  });

  test('others wait, and keep their place', () => {
    const { body, held } = hold(
      '<img src="https://cdn.example/a.png" width="300" height="100" alt="Logo" srcset="https://b.example 2x">',
    );
    expect(held).toBe(1);
    expect(body.querySelector('img')).toBeNull();
    const box = body.querySelector<HTMLElement>(`.${heldClass}`);
    expect([box?.textContent, box?.style.width, box?.style.aspectRatio]).toEqual(['Logo', '300px', '300 / 100']);
  });

  test.each([
    '<img src="https://t.example/p.gif" width="1" height="1">',
    '<img src="https://t.example/p.gif" height="0">',
    '<img src="https://t.example/p.gif" style="width:1px;height:1px">',
    '<img src="https://t.example/p.gif" style="display:none">',
    '<img src="https://t.example/p.gif" style="opacity:0">',
    '<img src="http:/p.gif">',
    '<img src="cid:gone">',
  ])('never loads %s', (html) => {
    const { body, held } = hold(html, true);
    expect(held).toBe(0);
    expect(body.innerHTML).not.toContain('<img');
  });

  test('loads the others when asked, without telling them from where', () => {
    const { body } = hold('<img src="https://cdn.example/a.png">', true);
    expect(body.querySelector('img')?.getAttribute('referrerpolicy')).toBe('no-referrer');
  });
});

describe('colours', () => {
  const brings = (html: string) => takeOffPlainColours(cleanMail(html));

  test.each([
    '<p>plain</p>',
    '<p style="color:#000000">black</p>',
    '<p style="color: rgb(34, 34, 34); background-color: #fff">near black on white</p>',
    '<div style="color:windowtext"><a style="color:#0563C1" href="https://x.example">link</a></div>',
    '<font color="#222222">grey</font><table bgcolor="#ffffff"><tr><td>x</td></tr></table>',
    '<div style="border:1px solid red">only a border</div>',
  ])('are none of its own in %s', (html) => {
    expect(brings(html)).toBe(false);
  });

  test.each([
    '<p style="color:red">red</p>',
    '<table bgcolor="#f4f4f4"><tr><td>x</td></tr></table>',
    '<style>.m-a{background-color:#123456}</style><p class="m-a">x</p>',
    '<a href="https://x.example" style="background:#06c;color:#fff">button</a>',
    '<font color="green">x</font>',
  ])('are its own in %s', (html) => {
    expect(brings(html)).toBe(true);
  });

  test('plain ones are taken off, the rest of the style stays', () => {
    const body = cleanMail('<p style="color:#000;margin:4px;background:white">x</p>');
    takeOffPlainColours(body);
    expect(body.querySelector('p')?.getAttribute('style')?.replaceAll(/;+/g, ';')).toBe(';margin:4px;');
  });
});
