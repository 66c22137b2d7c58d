// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { afterEach, expect, test } from 'vitest';
import { writtenHtml } from '../editor/written-html.ts';
import { editorExtensions } from '../editor-extensions.ts';
import { fromAiText, toAiText } from './ai-text.ts';

const opened: Editor[] = [];
// An editor that stays open looks at its page once more when the page is gone.
afterEach(() => {
  for (const editor of opened.splice(0)) editor.destroy();
});

const open = (content: string) => {
  const editor = new Editor({ extensions: editorExtensions({ placeholder: '', values: () => undefined }), content });
  opened.push(editor);
  return editor;
};
const readFrom = ({ state: { doc } }: Editor) => toAiText(doc.slice(0, doc.content.size));
const read = (content: string) => readFrom(open(content));
/** What a model wrote in the place of a text, as HTML. */
const written = (text: string, before = '<p></p>') => {
  const editor = open(before);
  const { schema, tr, doc } = editor.state;
  editor.view.dispatch(tr.replaceWith(0, doc.content.size, fromAiText(schema, text, readFrom(editor))));
  return writtenHtml(editor);
};

const whole =
  '<p>Dear <strong>Mina</strong>,<br>see <a href="https://shop.example/a">the page</a>.</p><ul><li><p>one</p><ol><li><p>deep</p></li></ol></li><li><p>two</p></li></ul><h2>Then</h2><p>Your {{ .Contact.FirstName }}</p>';

test('paragraphs, breaks, lists, headings, links and variables go as text and come back as they were', () => {
  const { text } = read(whole);
  expect(text).toBe(
    'Dear **Mina**,\nsee [the page](https://shop.example/a).\n\n- one\n  1. deep\n- two\n\n## Then\n\nYour {{ .Contact.FirstName }}',
  );
  expect(written(text, whole)).toBe(writtenHtml(open(whole)));
});

const kept =
  '<p>Look: <img class="inline-image" src="/uploads/a" alt="a"> here</p><blockquote><p>They wrote this</p></blockquote><p>End</p>';

test('pictures and quotations are not rewritten; what the model leaves out stands at the end', () => {
  expect(read(kept).text).toBe('Look: [[1]] here\n\n[[2]]\n\nEnd');
  expect(written('See [[1]]\n\n[[2]]\n\nDone', kept)).toMatch(/^<p>See <img[^>]*><\/p><blockquote>.*<p>Done<\/p>$/);
  expect(written('Done', kept)).toMatch(
    /^<p>Done<\/p><p><img[^>]*><\/p><blockquote><p>They wrote this<\/p><\/blockquote>/,
  );
  expect(written('[[7]]')).toBe('<p>[[7]]</p>');
});

test('a link that was not there before shows its address, and signs alone are no markup', () => {
  expect(written('[Pay here](https://evil.example/x)')).not.toContain('<a ');
  expect(written('[Pay here](https://evil.example/x)')).toContain('Pay here (https://evil.example/x)');
  expect(written('2 * 3 ** 4 <b>no</b> [x')).toBe('<p>2 * 3 ** 4 &lt;b&gt;no&lt;/b&gt; [x</p>');
  expect(written('')).toBe('');
});

test('lists with blank lines between their entries and both signs', () => {
  expect(written('1. a\n\n2. b\n- c\nEnd')).toBe(
    '<ol><li><p>a</p></li><li><p>b</p></li></ol><ul><li><p>c</p></li></ul><p>End</p>',
  );
});
