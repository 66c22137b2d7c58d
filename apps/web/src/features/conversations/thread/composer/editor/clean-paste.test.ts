// @vitest-environment jsdom
import { generateHTML, generateJSON } from '@tiptap/core';
import { describe, expect, test } from 'vitest';
import { editorExtensions } from '../editor-extensions.ts';
import { cleanPaste } from './clean-paste.ts';
import { isTooLong } from './pasted.ts';

/** The shapes of what these programs put into the clipboard; each stands beside what it shall become. */
const clipboards = import.meta.glob<string>(['./fixtures/*.html', '!./fixtures/*.pasted.html'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const read = (name: string) => clipboards[`./fixtures/${name}`] ?? '';
const extensions = editorExtensions({ placeholder: '', values: () => undefined });
const addressOf = ({ name }: File) => `blob:${name}`;

/** What stands in the editor after the paste. */
const pasted = (html: string) => generateHTML(generateJSON(cleanPaste(html, addressOf).html, extensions), extensions);
const lines = (html: string) => html.replace(/(<\/(?:p|h\d|li|ul|ol|tr|table)>)/g, '$1\n').trim();

describe('what the clipboard of other programs becomes', () => {
  test.each(Object.entries(clipboards))('%s', async (name, html) => {
    const result = `${lines(pasted(html))}\n`;
    expect(result).not.toMatch(/mso|Mso|o:p|font-family|class="(?!inline-image)|guid|sheets|secret|\sstyle=|file:/);
    await expect(result).toMatchFileSnapshot(name.replace('.html', '.pasted.html'));
  });
});

test('pictures inside the HTML become files, those of other sites are named, a counting dot goes', () => {
  const { pictures, remote, html } = cleanPaste(read('web-page.html'), addressOf);
  expect(pictures.map(({ address, file }) => [address, file.type, file.size])).toEqual([
    ['blob:picture-1.png', 'image/png', 8],
  ]);
  expect(remote).toEqual(['https://site.example/a.png']);
  expect(html).not.toContain('pixel.example');
});

test('a picture that is refused is left out', () => {
  expect(cleanPaste('<p>a<img src="data:image/png;base64,iVBORw0KGgo=">b</p>', () => '').html).toBe('<p>ab</p>');
});

test('what the editor itself copied stays as it is', () => {
  const own = '<p data-pm-slice="1 1 []">a <strong>b</strong></p>';
  expect(cleanPaste(own, addressOf).html).toBe(own);
});

test('more than fits into a message is refused, pictures not counted', () => {
  const clipboard = (html: string, text = '') =>
    ({ getData: (type: string) => (type === 'text/html' ? html : text) }) as DataTransfer;
  const many = 'word '.repeat(2 * 1024 * 1024);
  expect(isTooLong(clipboard(`<p>${many}</p>`))).toBe(true);
  expect(isTooLong(clipboard('', many))).toBe(true);
  expect(isTooLong(clipboard(`<img src="data:image/png;base64,${'A'.repeat(3_000_000)}">`))).toBe(false);
  expect(isTooLong(clipboard('<p>short</p>', many))).toBe(false);
});
