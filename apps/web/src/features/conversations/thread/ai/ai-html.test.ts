import { expect, test } from 'vitest';
import { aiHtml } from './ai-html.ts';

test('paragraphs, line breaks, lists and bold words', () => {
  expect(aiHtml('## Where it stands\nThe **lamp** is broken.\nOpen.\n\n- one\n\n- two\n1. first\nEnd')).toBe(
    '<p>Where it stands<br>The <strong>lamp</strong> is broken.<br>Open.</p><ul><li><p>one</p></li><li><p>two</p></li></ul><ol><li><p>first</p></li></ol><p>End</p>',
  );
  expect(aiHtml('')).toBe('');
});

test('what looks like markup is text', () => {
  expect(aiHtml('<img src=x onerror="alert(1)"> **<b>** & ** 2')).toBe(
    '<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt; <strong>&lt;b&gt;</strong> &amp; ** 2</p>',
  );
});
