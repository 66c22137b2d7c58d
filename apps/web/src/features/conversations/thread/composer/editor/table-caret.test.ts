// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { afterEach, expect, test } from 'vitest';
import { editorExtensions } from '../editor-extensions.ts';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

const table = '<table><tbody><tr><td>One</td><td>Two</td></tr></tbody></table>';

/** Pastes at the end of a text and writes on; answers what stands there then. */
function pasted(content: string, html: string, at: 'start' | 'end' = 'end'): string {
  editor = new Editor({ extensions: editorExtensions({ placeholder: '', values: () => undefined }), content });
  // jsdom lays nothing out to be scrolled into view.
  editor.view.setProps({ handleScrollToSelection: () => true });
  editor.commands.setTextSelection(at === 'end' ? editor.state.doc.content.size : 1);
  editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent);
  editor.view.dispatch(editor.state.tr.insertText('!'));
  return editor.getText({ blockSeparator: '|' });
}

test('what is written after a table was pasted stands below it', () => {
  expect(pasted('<p>Look:</p>', table)).toMatch(/One\|+Two\|+!$/);
  expect(pasted('<p></p>', table)).toMatch(/One\|+Two\|+!$/);
});

test('a text that was pasted with its table goes on at its own end', () => {
  expect(pasted('<p></p>', `${table}<p>Regards</p>`)).toMatch(/Regards!/);
});

test('in a table writing goes on in the cell', () => {
  expect(pasted(`${table}<p>After</p>`, '<b>bold</b>', 'start')).toMatch(/bold!/);
});
