import { describe, expect, test } from 'vitest';
import { contentIdOfSource, normaliseContentId, rewriteImageSources } from './html-images.ts';

const toUpload = (html: string) =>
  rewriteImageSources(html, (source) => {
    const id = contentIdOfSource(source);
    return id === null ? null : `/uploads/${id}`;
  });

describe('rewriteImageSources', () => {
  test.each([
    ['<img src="cid:img1"><img src="cid:img10">', '<img src="/uploads/img1"><img src="/uploads/img10">'],
    ["<IMG alt=a SRC = 'cid:img1' width=1>", '<IMG alt=a src="/uploads/img1" width=1>'],
    ['<img src=cid:img1>', '<img src="/uploads/img1">'],
    ['<img src="cid:a%40b&amp;c"/>', '<img src="/uploads/a@b&amp;c"/>'],
    ['<img src="https://x.example/cid:img1">', '<img src="https://x.example/cid:img1">'],
    ['<img data-src="cid:img1"><a src="cid:img1">', '<img data-src="cid:img1"><a src="cid:img1">'],
    ['<p title="<img src=cid:img1>">cid:img1</p>', '<p title="<img src=cid:img1>">cid:img1</p>'],
    ['<!-- <img src="cid:img1"> -->', '<!-- <img src="cid:img1"> -->'],
    ['<script>"<img src=cid:img1>"</script>', '<script>"<img src=cid:img1>"</script>'],
    ['<img src="cid:unclosed', '<img src="cid:unclosed'],
    ['<img src>', '<img src>'],
    ['plain', 'plain'],
  ])('%j', (html, expected) => {
    expect(toUpload(html)).toBe(expected);
  });

  test('the new address is escaped', () => {
    expect(rewriteImageSources('<img src=x>', () => '"><script>')).toBe('<img src="&quot;&gt;&lt;script&gt;">');
  });

  test('there and back gives the same HTML', () => {
    const html = '<p>ä <img alt="x" src="cid:id-1"> &amp;</p>';
    expect(rewriteImageSources(toUpload(html), (source) => source.replace('/uploads/', 'cid:'))).toBe(html);
  });
});

describe('content ids', () => {
  test.each([
    ['cid:a@b', 'a@b'],
    ['CID:A@b', 'A@b'],
    [' cid:a%40b', 'a@b'],
    ['cid:100%', '100%'],
    ['cid:bellhop-0B7E3A52-9C1D-4E5F-8A6B-112233445566', 'bellhop-0b7e3a52-9c1d-4e5f-8a6b-112233445566'],
    ['cid:', null],
    ['https://x.example/', null],
  ])('%j names %j', (source, id) => {
    expect(contentIdOfSource(source)).toBe(id);
  });

  test.each([
    ['<Part1.ABC@x>', 'Part1.ABC@x'],
    ['0B7E3A52-9C1D-4E5F-8A6B-112233445566', '0b7e3a52-9c1d-4e5f-8a6b-112233445566'],
    [' <> ', null],
  ])('normaliseContentId(%j)', (raw, id) => {
    expect(normaliseContentId(raw)).toBe(id);
  });

  test('over 255 characters it is hashed, alike in header and address', () => {
    const id = 'x'.repeat(256);
    expect(normaliseContentId(id)).toMatch(/^sha256-[0-9a-f]{64}$/);
    expect(contentIdOfSource(`cid:${id}`)).toBe(normaliseContentId(`<${id}>`));
    expect(normaliseContentId('x'.repeat(255))).toBe('x'.repeat(255));
  });
});
