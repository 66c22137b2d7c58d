import { compile, type DomNode, type FormatCallback } from 'html-to-text';
import { limitHtmlDepth } from './html-depth.ts';

/**
 * The readable text of an HTML mail, for search, previews and reply cutting: links and images by their words alone,
 * quotes marked `> `, blank runs shortened. Tolerates any markup (behaviour 1.6, text). Never to be fed plain text,
 * in which it would swallow everything that looks like a tag.
 */
export function htmlToText(html: string): string {
  const text = convert(limitHtmlDepth(html));
  return text
    .replaceAll(
      /[\u034f\u00ad\u200b\u200c\u2007\ufeff](?:[\u00a0 ]?[\u034f\u00ad\u200b\u200c\u2007\ufeff]){2,}[\u00a0 ]?/g,
      ' ',
    )
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Levels of quotes and lists that get marks: each level rewrites its lines, which hostile nesting makes quadratic. */
const deepestMarks = 8;
const marksOpen = new WeakMap<Parameters<FormatCallback>[2], number>();

function marked(mark: (text: string) => string): FormatCallback {
  return (element: DomNode, walk, builder, options) => {
    const depth = (marksOpen.get(builder) ?? 0) + 1;
    marksOpen.set(builder, depth);
    builder.openBlock({ leadingLineBreaks: options.leadingLineBreaks ?? 1 });
    walk(element.children ?? [], builder);
    const transform = depth > deepestMarks ? {} : { blockTransform: mark };
    builder.closeBlock({ trailingLineBreaks: options.trailingLineBreaks ?? 1, ...transform });
    marksOpen.set(builder, depth - 1);
  };
}

const markQuote = (text: string) => text.trim().replaceAll(/^/gm, '> ');
const markItem = (text: string) => ` * ${text.trim()}`;

const convert = compile({
  wordwrap: false,
  // No selector: the text outside of <body> counts too, since joined bodies hold several of them.
  baseElements: { selectors: [], returnDomByDefault: true },
  limits: { maxDepth: 601, maxChildNodes: 100_000, maxInputLength: 8 * 1024 * 1024, ellipsis: '…' },
  formatters: { quote: marked(markQuote), item: marked(markItem) },
  selectors: [
    { selector: 'blockquote', format: 'quote', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    ...['ul', 'ol'].map((selector) => ({ selector, format: 'block' })),
    { selector: 'li', format: 'item' },
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
