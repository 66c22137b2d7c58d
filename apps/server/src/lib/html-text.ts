import { compile } from 'html-to-text';
import { limitHtmlDepth } from './html-depth.ts';

/**
 * The readable text of an HTML mail, for search, previews and reply cutting: links and images by their words alone,
 * quotes marked `> `, blank runs shortened. Tolerates any markup (behaviour 1.6, text). Never to be fed plain text,
 * in which it would swallow everything that looks like a tag.
 */
export function htmlToText(html: string): string {
  const text = convert(limitHtmlDepth(html));
  return text
    .replaceAll(/[\u034f\u00ad\u200b\u200c\u2007\ufeff](?:[\u00a0 ]?[\u034f\u00ad\u200b\u200c\u2007\ufeff]){2,}[\u00a0 ]?/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[^\S\n]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const convert = compile({
  wordwrap: false,
  // No selector: the text outside of <body> counts too, since joined bodies hold several of them.
  baseElements: { selectors: [], returnDomByDefault: true },
  limits: { maxDepth: 1001, maxChildNodes: 100_000, maxInputLength: 8 * 1024 * 1024, ellipsis: '…' },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'title', format: 'skip' },
    { selector: 'select', format: 'skip' },
    { selector: 'textarea', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'html', format: 'block' },
    { selector: 'body', format: 'block' },
    { selector: 'table', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'inlineSurround', options: { suffix: ' ' } })),
  ],
});
