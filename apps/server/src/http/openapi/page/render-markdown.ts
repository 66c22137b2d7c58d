import { escapeHtml } from '../../../lib/html-escape.ts';

/** The little Markdown of the guide and of descriptions as HTML: paragraphs, fenced code, `code`, **strong**, *emphasis*. */
export function renderMarkdown(text: string): string {
  return text
    .trim()
    .split(/\n*```\n*/)
    .map((part, at) =>
      at % 2 === 1 ? `<pre tabindex="0"><code>${escapeHtml(part)}</code></pre>` : renderParagraphs(part),
    )
    .join('');
}

function renderParagraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
    .map((block) => `<p>${renderInline(block.trim())}</p>`)
    .join('');
}

/** One line of it, without a paragraph of its own. */
export function renderInline(text: string): string {
  return text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? `<code>${escapeHtml(part)}</code>` : renderStress(part)))
    .join('');
}

function renderStress(text: string): string {
  return escapeHtml(text)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>');
}
