import { convert } from 'html-to-text';

/**
 * The text/plain alternative of an outgoing HTML mail. Links keep their address, quotes get `>`, pictures inside the
 * mail disappear; lines are left to the reader's window. Never empty, because an empty part would be left out.
 */
export function htmlToPlainText(html: string): string {
  const text = convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 4_000_000, maxDepth: 200 },
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, linkBrackets: ['<', '>'] } },
      { selector: 'img[src^="cid:"]', format: 'skip' },
      { selector: 'img', options: { linkBrackets: ['<', '>'] } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'table', format: 'block' },
    ],
  });
  return `${text.trim()}\n`;
}
