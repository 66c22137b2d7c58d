import { expect, test } from 'vitest';
import { beginningOf } from './long-mail.ts';

const row = '<tr><td>Lamp</td><td style="color: red">9.00</td></tr>';

test('an ordinary mail is shown whole, however long its texts and pictures are', () => {
  expect(beginningOf('')).toBeUndefined();
  expect(beginningOf(`<table>${row.repeat(500)}</table>`)).toBeUndefined();
  expect(beginningOf(`<p>${'word '.repeat(400_000)}</p>`)).toBeUndefined();
  expect(beginningOf(`<img src="data:image/png;base64,${'A'.repeat(3_000_000)}">`)).toBeUndefined();
});

test('a mail of very many elements is cut before one of them', () => {
  const html = `<style>p { color: red }</style><table>${row.repeat(20_000)}</table><p>The end</p>`;
  const beginning = beginningOf(html)!;
  expect(html.startsWith(beginning)).toBe(true);
  expect(html.charAt(beginning.length)).toBe('<');
  expect(beginning.length).toBeGreaterThan(20_000);
  expect(beginning.length).toBeLessThan(200_000);
});
