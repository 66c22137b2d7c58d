import type { Editor } from '@tiptap/core';

/**
 * What is written, as it is stored and sent; '' when there is nothing. Pictures that are still on their way are left out,
 * variables stand as they were written.
 */
export function writtenHtml(editor: Editor): string {
  if (editor.isEmpty) return '';
  return keepBlanks(editor.getHTML())
    .replace(/<img\b[^>]*\ssrc="blob:[^>]*>/g, '')
    .replace(/<span data-variable="">([^<]*)<\/span>/g, '$1');
}

/** Two and more blanks in a row are seen as that many only when all but the last are unbreakable; in `pre` they are anyhow. */
function keepBlanks(html: string): string {
  if (!html.includes('  ')) return html;
  let depth = 0;
  return html
    .split(/(<(?:"[^"]*"|'[^']*'|[^'"<>])*>)/)
    .map((part, index) => {
      if (index % 2 === 0)
        return depth > 0 ? part : part.replace(/ +(?= )/g, (blanks) => '&nbsp;'.repeat(blanks.length));
      if (/^<pre\b/.test(part)) depth += 1;
      else if (/^<\/pre\b/.test(part)) depth -= 1;
      return part;
    })
    .join('');
}
