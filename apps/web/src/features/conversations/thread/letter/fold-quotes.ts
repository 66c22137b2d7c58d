import { beginsHeaderBlock, isFromLine } from './header-block.ts';
import { originalMessage } from './plain-text.ts';

/** Put on what waits behind "…"; MailFrame hides it until it is asked for. */
export const foldedAttribute = 'data-folded';

/**
 * Exact names of quoted history (behaviour 1.6); matching parts of names hid real text. `tail` markers only open the
 * quote: everything behind them is history too.
 */
const quoteClasses = ['gmail_quote_container', 'gmail_quote', 'yahoo_quoted', 'protonmail_quote', 'moz-cite-prefix'];
const quoteIds = ['OLK_SRC_BODY_SECTION', 'mail-app-auto-quote'];
const tailClasses = ['OutlookMessageHeader'];
const tailIds = ['divRplyFwdMsg', 'appendonsend', 'stopSpelling'];
const signatures = '.gmail_signature, .gmail_signature_prefix, .moz-signature, .protonmail_signature_block, #Signature';

const byClass = (name: string) => `.${name}`;
const byId = (name: string) => `[id="${name}"]`;
const tails = [...tailClasses.map(byClass), ...tailIds.map(byId)].join(', ');
const quotes = [...quoteClasses.map(byClass), ...quoteIds.map(byId), 'blockquote[type="cite" i]', tails].join(', ');

const longestAttribution = 300;
/** A forward is the message, not its history: fw, fwd, and what Outlook writes in German, French, Spanish, Portuguese, Swedish, Polish, Dutch. */
const forwardSubject = /^\s*(?:fwd?|wg|tr|rv|enc|vb|pd|doorst)\s*:/i;
const forwardText = /^\s*-{8,}/;

/**
 * Marks quoted history and signatures of a mail's HTML, so that they can be hidden. Quotes that are answered piece by
 * piece stay, and so does everything when nothing would be left to read. Answers whether anything was marked.
 */
export function foldQuotes(root: Element, subject = ''): boolean {
  if (forwardSubject.test(subject)) return false;
  const outer = outermost(root, quotes);
  const blocks = outer.filter((element) => !element.matches(tails));
  const isPieceByPiece = countAnswers(root, blocks) > 1;
  for (const element of outer) {
    if (element.matches(tails)) markFrom(element, root);
    else if (!isPieceByPiece && !isForward(element) && !isAnsweredInside(element)) markQuote(element);
  }
  const opening = openingOf(root);
  if (opening) markFrom(opening, root);
  for (const element of outermost(root, signatures)) element.setAttribute(foldedAttribute, '');
  const folded = root.querySelectorAll(`[${foldedAttribute}]`);
  if (folded.length === 0 || hasVisible(root)) return folded.length > 0;
  for (const element of folded) element.removeAttribute(foldedAttribute);
  return false;
}

function outermost(root: Element, selector: string): Element[] {
  return [...root.querySelectorAll(selector)].filter((element) => !element.parentElement?.closest(selector));
}

/** How many stretches of text stand directly behind a quote. More than one: the quotes are answered one after the other. */
function countAnswers(root: Element, blocks: readonly Element[]): number {
  const cited = blocks.filter((element) => element.matches('blockquote'));
  if (cited.length < 2) return 0;
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilterShowText);
  let answers = 0;
  let isAfterQuote = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (cited.some((element) => element.contains(node))) {
      isAfterQuote = true;
    } else if (isAfterQuote && node.textContent?.trim()) {
      answers += 1;
      isAfterQuote = false;
    }
  }
  return answers;
}

/** NodeFilter.SHOW_TEXT, which is no global outside a browser. */
const NodeFilterShowText = 4;

function isForward(element: Element): boolean {
  return forwardText.test(element.textContent ?? '');
}

/** A container whose quote has been split by text of the writer: its own children hold more than quotes and their introduction. */
function isAnsweredInside(element: Element): boolean {
  if (element.matches('blockquote')) return false;
  const solid = [...element.childNodes].filter((node) => node.textContent?.trim());
  const firstQuote = solid.findIndex((node) => isElement(node) && (node.matches('blockquote') || node.matches(quotes)));
  if (firstQuote < 0) return false;
  return solid
    .slice(firstQuote + 1)
    .some((node) => !isElement(node) || !(node.matches('blockquote') || node.matches(quotes)));
}

/** The quote, the line before it that says who wrote when, and the blank lines between. */
function markQuote(element: Element): void {
  element.setAttribute(foldedAttribute, '');
  const before = markBlankBefore(element);
  const text = before?.textContent?.trim() ?? '';
  const isAttribution = text.length <= longestAttribution && /[::]$/.test(text) && /@|\d/.test(text);
  if (!before || !isAttribution || (isElement(before) && before.querySelector('img, table'))) return;
  markBlankBefore(before);
  markNode(before);
}

/** Marks blank lines before a node; answers what stands before them. */
function markBlankBefore(node: Node): ChildNode | null {
  let before = node.previousSibling;
  while (before && isBlank(before)) {
    if (isElement(before)) before.setAttribute(foldedAttribute, '');
    before = before.previousSibling;
  }
  return before;
}

function isBlank(node: Node): boolean {
  if (node.textContent?.trim()) return false;
  return !isElement(node) || !(node.matches('img, hr, table') || node.querySelector('img, hr, table'));
}

/** Names of blocks, at whose edges a line ends. */
const blockTags = /^(?:address|blockquote|center|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|tbody|td|th|tr|ul)$/i;

/**
 * Where history begins that has no marker but the header of the answered mail, as Outlook pastes it ("From: … Sent: …"), or a
 * line such as "-----Original Message-----". The outermost node that begins there.
 */
function openingOf(root: Element): Node | undefined {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilterShowText);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (opensHistory(node, root) && !node.parentElement?.closest(`[${foldedAttribute}], style`)) {
      return outermostFrom(node, root);
    }
  }
  return undefined;
}

function opensHistory(node: Node, root: Element): boolean {
  const text = plain(node.textContent ?? '').trim();
  if (text.length > longestAttribution || text === '') return false;
  if (originalMessage.test(text)) return true;
  // The label may stand in an element of its own, its colon outside.
  if (!mayBeLabel.test(text) || !beginsLine(node, root)) return false;
  const lines = lineFrom(node, root);
  return isFromLine(lines[0] ?? '') && beginsHeaderBlock(lines);
}

/** A first look at a text, before its lines are put together. */
const mayBeLabel = /^\*{0,2}\p{L}[\p{L} ]{0,12}(?:\s?[:：]|$)/u;

/** The lines of text from a node on: as many as a header may have. */
function lineFrom(start: Node, root: Element): string[] {
  const lines = [''];
  const walker = root.ownerDocument.createTreeWalker(root, 1 | NodeFilterShowText);
  walker.currentNode = start;
  for (let node: Node | null = start; node && lines.length < 24; node = walker.nextNode()) {
    if (isElement(node)) {
      if (node.tagName === 'BR' || blockTags.test(node.tagName)) lines.push('');
    } else {
      lines[lines.length - 1] += plain(node.textContent ?? '');
    }
  }
  return lines.map((line) => line.trim());
}

/** Whether nothing but marks of type stands before a node on its line. */
function beginsLine(start: Node, root: Element): boolean {
  for (let node = start; node !== root && node.parentNode; node = node.parentNode) {
    for (let before = node.previousSibling; before; before = before.previousSibling) {
      if (isElement(before) && (before.tagName === 'BR' || blockTags.test(before.tagName))) return true;
      if (before.textContent?.trim()) return false;
    }
    if (isElement(node) && blockTags.test(node.tagName)) return true;
  }
  return true;
}

/** The largest node that begins with this one: a line above it would otherwise stay behind by itself. */
function outermostFrom(start: Node, root: Element): Node {
  let node = start;
  while (node.parentNode && node.parentNode !== root && !hasSolidBefore(node)) node = node.parentNode;
  return node;
}

function hasSolidBefore(node: Node): boolean {
  for (let before = node.previousSibling; before; before = before.previousSibling) if (!isBlank(before)) return true;
  return false;
}

function plain(text: string): string {
  return text.replace(/[\s\u00a0]+/g, ' ');
}

/** The node and everything behind it. */
function markFrom(start: Node, root: Element): void {
  const element = isElement(start) ? start : wrapped(start);
  element.setAttribute(foldedAttribute, '');
  markBlankBefore(element);
  for (let node: Node = element; node !== root && node.parentNode; node = node.parentNode) {
    for (const sibling of following(node)) markNode(sibling);
  }
}

function following(node: Node): Node[] {
  const found: Node[] = [];
  for (let next = node.nextSibling; next; next = next.nextSibling) found.push(next);
  return found;
}

function markNode(node: Node): void {
  if (isElement(node)) node.setAttribute(foldedAttribute, '');
  else if (node.textContent?.trim()) wrapped(node).setAttribute(foldedAttribute, '');
}

/** Texts cannot carry a mark, so they get an element round them. */
function wrapped(text: Node): Element {
  const span = (text.ownerDocument as Document).createElement('span');
  text.parentNode?.replaceChild(span, text);
  span.append(text);
  return span;
}

/** Whether text or a picture is left outside what is folded. */
function hasVisible(root: Element): boolean {
  const walker = root.ownerDocument.createTreeWalker(root, 1 | NodeFilterShowText);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = isElement(node) ? node : node.parentElement;
    if (element?.closest(`[${foldedAttribute}], style`)) continue;
    if (isElement(node) ? node.matches('img') : node.textContent?.replace(/[\u00a0\u200b\s]/g, '')) return true;
  }
  return false;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
