import { Parser } from 'htmlparser2';
import { limitHtmlDepth } from './html-depth.ts';

/** Classes whose element is quoted history as a whole. Matched as exact class names: parts of names hid real text. */
export const quoteClasses = [
  'gmail_quote_container',
  'gmail_quote',
  'yahoo_quoted',
  'protonmail_quote',
  'moz-cite-prefix',
  'OutlookMessageHeader',
];

/** Ids of quoted history. */
export const quoteIds = [
  'divRplyFwdMsg',
  'appendonsend',
  'OLK_SRC_BODY_SECTION',
  'mail-app-auto-quote',
  'stopSpelling',
];

/** Classes and ids of signatures. */
export const signatureClasses = [
  'gmail_signature',
  'gmail_signature_prefix',
  'moz-signature',
  'protonmail_signature_block',
];
export const signatureIds = ['Signature'];

/** Markers that only open the quote: everything behind them in the mail is history too. */
const tailMarkers = new Set(['OutlookMessageHeader', 'divRplyFwdMsg', 'appendonsend', 'stopSpelling']);

/**
 * The HTML without quoted history and signatures, found by the exact markers of mail programs and by
 * `<blockquote type="cite">` (behaviour 1.6, quotes). For reply text only: what is shown keeps both, folded. Attribution
 * lines without a marker are left to the text reader that follows.
 */
export function stripHtmlQuotes(html: string): string {
  const source = limitHtmlDepth(html);
  const cuts: { start: number; end: number }[] = [];
  /** Per open element, whether it is the outermost one to go. */
  const open: boolean[] = [];
  let isInQuote = false;
  let tail = source.length;
  let start = 0;
  const parser: Parser = new Parser({
    onopentag(name, attributes) {
      const marker = markerOf(name, attributes);
      const isOutermost = marker !== null && !isInQuote;
      open.push(isOutermost);
      if (!isOutermost) return;
      isInQuote = true;
      start = parser.startIndex;
      if (tailMarkers.has(marker)) tail = Math.min(tail, start);
    },
    onclosetag() {
      if (open.pop() !== true) return;
      isInQuote = false;
      cuts.push({ start, end: parser.endIndex + 1 });
    },
  });
  parser.end(source);
  let out = '';
  let position = 0;
  for (const cut of cuts) {
    if (cut.start >= tail) break;
    out += source.slice(position, cut.start);
    position = cut.end;
  }
  return out + source.slice(Math.min(position, tail), tail);
}

const idMarkers = new Set([...quoteIds, ...signatureIds]);
const classMarkers = new Set([...quoteClasses, ...signatureClasses]);

function markerOf(name: string, attributes: Record<string, string>): string | null {
  const id = attributes.id;
  if (id !== undefined && idMarkers.has(id)) return id;
  const named = attributes.class?.split(/\s+/).find((token) => classMarkers.has(token));
  if (named !== undefined) return named;
  return name === 'blockquote' && attributes.type?.toLowerCase() === 'cite' ? 'cite' : null;
}
