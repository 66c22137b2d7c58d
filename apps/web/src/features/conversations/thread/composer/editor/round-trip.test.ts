// @vitest-environment jsdom
import { Editor, type JSONContent } from '@tiptap/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editorExtensions } from '../editor-extensions.ts';
import { writtenHtml } from './written-html.ts';

const extensions = editorExtensions({ placeholder: '', values: () => undefined });
const open = (content: string | JSONContent) =>
  new Editor({ extensions, content, parseOptions: { preserveWhitespace: true } });

const textOf = (editor: Editor) => editor.getText().replaceAll('\u00a0', ' ');

const words = fc
  .stringMatching(/^[a-zäש<>&"' {}.|]{1,12}$/)
  .filter((text) => text.trim() !== '' && !text.includes('{{'));
const text = fc
  .tuple(words, fc.subarray(['bold', 'italic', 'strike', 'underline'] as const), fc.boolean())
  .map(([value, marks, isCode]) => ({
    type: 'text',
    text: value,
    marks: isCode ? [{ type: 'code' }] : marks.map((type) => ({ type })),
  }));
const link = words.map((value) => ({
  type: 'text',
  text: value,
  marks: [{ type: 'link', attrs: { href: 'https://shop.example/?a=1&b="x"' } }],
}));
const variable = fc
  .constantFrom('{{ .Contact.FirstName }}', '{{.Author.Email}}', '{{ .Contact.LastName | default "you & <me>" }}')
  .map((source) => ({ type: 'variable', attrs: { source } }));
const picture = fc.constant({
  type: 'image',
  attrs: { src: '/uploads/2b1c0d4e-5a6f-4b7c-8d9e-0f1a2b3c4d5e', alt: 'A "lamp"' },
});
const line = fc.array(
  fc.oneof({ weight: 4, arbitrary: text }, link, variable, picture, fc.constant({ type: 'hardBreak' })),
  {
    maxLength: 6,
  },
);
const paragraph = line.map((content) => ({ type: 'paragraph', content }));
const block: fc.Arbitrary<JSONContent> = fc.letrec<{ block: JSONContent }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    paragraph,
    fc
      .tuple(fc.constantFrom(1, 2, 3), line)
      .map(([level, content]) => ({ type: 'heading', attrs: { level }, content })),
    fc.constant({ type: 'horizontalRule' }),
    words.map((code) => ({ type: 'codeBlock', content: [{ type: 'text', text: `${code}\n  ${code}` }] })),
    fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((content) => ({ type: 'blockquote', content })),
    fc
      .tuple(
        fc.constantFrom('bulletList', 'orderedList'),
        fc.array(fc.tuple(paragraph, fc.array(tie('block'), { maxLength: 1 })), { minLength: 1, maxLength: 3 }),
      )
      .map(([type, items]) => ({
        type,
        content: items.map(([first, rest]) => ({ type: 'listItem', content: [first, ...rest] })),
      })),
    fc.array(fc.array(paragraph, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 2 }).map((rows) => ({
      type: 'table',
      content: rows.map((cells, at) => ({
        type: 'tableRow',
        content: cells.map((cell) => ({ type: at === 0 ? 'tableHeader' : 'tableCell', content: [cell] })),
      })),
    })),
  ),
})).block;

test('a draft comes back from storage as it was written', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (content) => {
      const first = open({ type: 'doc', content });
      const stored = writtenHtml(first);
      const second = open(stored);
      try {
        expect(writtenHtml(second)).toBe(stored);
        // A draft without a word is none.
        if (stored !== '') expect(textOf(second)).toBe(textOf(first));
      } finally {
        first.destroy();
        second.destroy();
      }
    }),
    { numRuns: 150 },
  );
});

test('variables are one thing in the text, and stored as they were written', () => {
  const editor = open(
    '<p>Dear {{ .Contact.FirstName | default "there" }}, {{ foo }}</p><blockquote><p>{{ .Contact.Email }}</p></blockquote>',
  );
  const sources: string[] = [];
  editor.state.doc.descendants((node) => {
    if (node.type.name === 'variable') sources.push(node.attrs.source);
  });
  expect(sources).toEqual(['{{ .Contact.FirstName | default "there" }}']);
  expect(writtenHtml(editor)).toBe(
    '<p>Dear {{ .Contact.FirstName | default "there" }}, {{ foo }}</p><blockquote><p>{{ .Contact.Email }}</p></blockquote>',
  );
  editor.destroy();
});
