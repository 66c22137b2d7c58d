import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sanitizeComposedHtml } from './html-composed.ts';
import { toOutgoingHtml } from './html-outgoing.ts';

const folder = join(import.meta.dirname, 'fixtures/outgoing');
const composed = readdirSync(folder).filter((name) => !name.endsWith('.mail.html'));
const widths: Record<string, number> = { 'cid:bellhop-1': 320, 'cid:bellhop-2': 4032 };
const options = { widthOf: (source: string) => widths[source] };
const outgoing = (html: string) => toOutgoingHtml(sanitizeComposedHtml(html), options);

describe('mails as they were judged to be right', () => {
  test.each(composed)('%s', async (name) => {
    const mail = outgoing(readFileSync(join(folder, name), 'utf8').trim());
    // One element a line, so that a change can be read.
    const lines = mail.replace(/(<\/(?:p|li|tr|ul|ol|h\d|pre|blockquote|table|div)>)/g, '$1\n');
    await expect(lines).toMatchFileSnapshot(join(folder, name.replace('.html', '.mail.html')));
  });
});

/** What docs/outgoing-html.md promises. */
const page = readFileSync(join(import.meta.dirname, '../../../../docs/outgoing-html.md'), 'utf8');
const listed = (heading: string) => {
  const [, section = ''] = page.split(`## ${heading}\n`);
  return new Set([...section.split('\n## ')[0]!.matchAll(/^\| `([^`]+)`/gm)].flatMap(([, names]) => names!.split(' ')));
};

describe('the allow-list', () => {
  const all = composed.map((name) => outgoing(readFileSync(join(folder, name), 'utf8'))).join('');

  test('no element, attribute or style that the page does not list', () => {
    const elements = new Set([...all.matchAll(/<([a-z0-9]+)/g)].map(([, name]) => name!));
    const attributes = new Set([...all.matchAll(/ ([a-z-]+)="/g)].map(([, name]) => name!));
    const styles = new Set(
      [...all.matchAll(/ style="([^"]*)"/g)].flatMap(([, css]) => css!.split(';').map((one) => one.split(':')[0]!)),
    );
    expect([...elements].filter((name) => !listed('Elements').has(name))).toEqual([]);
    expect([...attributes].filter((name) => !listed('Attributes').has(name))).toEqual([]);
    expect([...styles].filter((name) => !listed('Inline styles').has(name))).toEqual([]);
  });

  test('every listed element is made by some fixture', () => {
    expect([...listed('Elements')].filter((name) => !all.includes(`<${name}`))).toEqual([]);
  });
});

test.each([
  ['', ''],
  ['<p></p><p><br></p>', ''],
  ['words alone', 'words alone'],
  ['<p>a</p>\n\n<p></p>', '<p style="margin:0 0 12px">a</p>'],
  ['<div><p>in a box</p></div>', '<div><p style="margin:0 0 6px">in a box</p></div>'],
  ['<a name="x">no link</a>', '<a>no link</a>'],
])('%j', (html, body) => {
  expect(toOutgoingHtml(html).replace(/^<div dir="ltr" style="[^"]*">|<\/div>$/g, '')).toBe(body);
});
