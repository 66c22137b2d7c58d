import { DomUtils, ElementType, parseDocument } from 'htmlparser2';
import { escapeHtml } from './html-escape.ts';
import { filterDeclarations } from './html-style.ts';
import { directionOf, type TextDirection } from './text-direction.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<Node, { attribs: unknown }>;
type Text = Extract<Node, { data: string }>;

export interface OutgoingOptions {
  /** Width in pixels of a picture that goes along, by its `src`; undefined when nobody knows. */
  widthOf?: (source: string) => number | undefined;
}

/**
 * The HTML of a mail made from composed HTML that has been through `sanitizeComposedHtml`: only what docs/outgoing-html.md lists,
 * every style inline, no classes, wide pictures scaled down, `dir` where a text runs from right to left. '' stays ''.
 */
export function toOutgoingHtml(html: string, options: OutgoingOptions = {}): string {
  const root = parseDocument(html);
  const nodes = withoutEmptyEnds(root.children);
  if (nodes.length === 0) return '';
  const direction = directionOf(DomUtils.textContent(root)) ?? 'ltr';
  const body = nodes.map((node) => write(node, { ...options, direction, inside: [] })).join('');
  return `<div dir="${direction}" style="${letterStyle}">${body}</div>`;
}

interface Place extends OutgoingOptions {
  /** What the text round it runs like. */
  direction: TextDirection;
  /** Names of the elements round it, outermost first. */
  inside: readonly string[];
}

const grey = '#c8c8c8';
/** Both colours, since a dark mail program must not set white words on it. */
const ground = 'background-color:#f4f4f4;color:#222222';
const mono = "font-family:Consolas,Menlo,'Courier New',monospace;font-size:13px";
const letterStyle = 'font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5';
const widestPicture = 600;

/** What stands for what; elements that are not named go, and their content stays. */
const nameOf: Readonly<Record<string, string>> = {
  ...{ a: 'a', br: 'br', hr: 'hr', img: 'img', p: 'p', div: 'div', span: 'span' },
  ...{
    b: 'strong',
    strong: 'strong',
    i: 'em',
    em: 'em',
    u: 'u',
    s: 's',
    del: 's',
    strike: 's',
    sub: 'sub',
    sup: 'sup',
  },
  ...{ h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h3', h5: 'h3', h6: 'h3' },
  ...{ ul: 'ul', ol: 'ol', li: 'li', blockquote: 'blockquote', pre: 'pre', code: 'code' },
  ...{ table: 'table', tr: 'tr', td: 'td', th: 'th' },
};
const blocks = new Set(['p', 'div', 'h1', 'h2', 'h3', 'ul', 'ol', 'blockquote', 'td', 'th']);
const leaves = new Set(['br', 'hr', 'img']);

/** What an agent, macro or template may set itself; everything else is the desk's. */
const ownProperties: ReadonlySet<string> = new Set([
  ...['background-color', 'color', 'font-style', 'font-weight', 'text-align', 'text-decoration'],
]);

function write(node: Node, place: Place): string {
  if (isText(node)) return escapeText(node.data);
  if (!isTag(node)) return '';
  const name = nameOf[node.name];
  if (!name) return writeAll(contentOf(node), place);
  if (name === 'img' && !node.attribs.src) return '';
  if (isBareWrap(node, place)) return writeAll(node.children, place);
  const direction = blocks.has(name) ? ownDirection(node, place.direction) : place.direction;
  const attributes = [
    ...attributesOf(name, node, place),
    ...(direction === place.direction ? [] : [`dir="${direction}"`]),
    ...style(name, node, { ...place, direction }),
  ];
  const tag = [name, ...attributes].join(' ');
  if (leaves.has(name)) return `<${tag}>`;
  const content = writeAll(contentOf(node), { ...place, direction, inside: [...place.inside, name] });
  // All rows stand in one body: mail programs know no other part.
  if (name === 'table') return `<${tag}><tbody>${content}</tbody></table>`;
  // An empty line is a line all the same.
  return `<${tag}>${content === '' && (name === 'p' || name === 'td') ? '<br>' : content}</${name}>`;
}

function writeAll(nodes: readonly Node[], place: Place): string {
  return nodes.map((node) => write(node, place)).join('');
}

/** A single paragraph in a list item or cell would only add space; code in `pre` is code already. */
function isBareWrap({ name, parent }: Element, { inside }: Place): boolean {
  const last = inside.at(-1);
  if (name === 'code') return inside.includes('pre');
  if (name !== 'p' || !parent || (last !== 'li' && last !== 'td' && last !== 'th')) return false;
  return parent.children.filter((node) => isTag(node) && node.name === 'p').length === 1;
}

/** Blanks between the rows and cells of a table are nobody's words. */
function contentOf({ name, children }: Element): readonly Node[] {
  return /^(?:table|thead|tbody|tfoot|tr)$/.test(name) ? children.filter((node) => !isBlank(node)) : children;
}

function isText(node: Node): node is Text {
  return node.type === ElementType.ElementType.Text;
}

function isTag(node: Node): node is Element {
  return node.type === ElementType.ElementType.Tag;
}

function isBlank(node: Node): boolean {
  return isText(node) && node.data.trim() === '';
}

function attributesOf(name: string, { attribs }: Element, { widthOf }: Place): string[] {
  if (name === 'a') return attribs.href ? [attribute('href', attribs.href)] : [];
  if (name === 'ol') return digits('start', attribs.start);
  if (name === 'table') return ['border="1"', 'cellpadding="6"', 'cellspacing="0"'];
  if (name === 'td' || name === 'th')
    return [...digits('colspan', attribs.colspan), ...digits('rowspan', attribs.rowspan)];
  if (name !== 'img') return [];
  const source = attribs.src ?? '';
  const known = Number(/^\d{1,5}$/.exec(attribs.width ?? '')?.[0] ?? widthOf?.(source) ?? 0);
  // Outlook knows no max-width, and shows a photograph as large as it is.
  const width = known > 0 ? [`width="${Math.min(known, widestPicture)}"`] : [];
  return [attribute('src', source), attribute('alt', attribs.alt ?? ''), ...width];
}

function style(name: string, { attribs }: Element, { direction, inside }: Place): string[] {
  const own = filterDeclarations(attribs.style ?? '', ownProperties)
    .split(';')
    .filter(Boolean);
  const isSet = (one: string) => own.some((mine) => mine.startsWith(one.slice(0, one.indexOf(':') + 1)));
  const ours = declarationsOf(name, direction, inside).split(';').filter(Boolean);
  const all = [...ours.filter((one) => !isSet(one)), ...own].join(';');
  return all === '' ? [] : [attribute('style', all)];
}

function declarationsOf(name: string, direction: TextDirection, inside: readonly string[]): string {
  const start = direction === 'rtl' ? 'right' : 'left';
  const indent = direction === 'rtl' ? '0 24px 0 0' : '0 0 0 24px';
  const isNested = inside.includes('li');
  switch (name) {
    case 'p':
      return `margin:0 0 ${inside.length > 0 ? 6 : 12}px`;
    case 'h1':
    case 'h2':
    case 'h3':
      return `margin:0 0 12px;font-size:${{ h1: 20, h2: 17, h3: 15 }[name]}px;line-height:1.3;font-weight:bold`;
    case 'ul':
    case 'ol':
      return `margin:0 0 ${isNested ? '0' : '12px'};padding:${indent}`;
    case 'li':
      return 'margin:0 0 4px';
    case 'blockquote':
      return `margin:0 0 12px;padding:${direction === 'rtl' ? '0 12px 0 0' : '0 0 0 12px'};border-${start}:2px solid ${grey}`;
    case 'pre':
      return `margin:0 0 12px;padding:8px 12px;${ground};${mono};white-space:pre-wrap`;
    case 'code':
      return `${ground};${mono}`;
    case 'hr':
      return `margin:12px 0;border:0;border-top:1px solid ${grey}`;
    case 'img':
      return 'max-width:100%;height:auto';
    case 'table':
      return `margin:0 0 12px;border-collapse:collapse;border:1px solid ${grey}`;
    case 'td':
      return `padding:6px 10px;border:1px solid ${grey};text-align:${start};vertical-align:top`;
    case 'th':
      return `padding:6px 10px;border:1px solid ${grey};${ground};text-align:${start};vertical-align:top;font-weight:bold`;
    default:
      return '';
  }
}

/** What somebody set, else what the first letter says; a text without letters runs like the one round it. */
function ownDirection(element: Element, around: TextDirection): TextDirection {
  const set = element.attribs.dir?.toLowerCase();
  if (set === 'rtl' || set === 'ltr') return set;
  return directionOf(DomUtils.textContent(element)) ?? around;
}

/** The editor puts an empty line behind lists and tables. */
function withoutEmptyEnds(nodes: readonly Node[]): readonly Node[] {
  const isEmpty = (node: Node) =>
    isBlank(node) ||
    (isTag(node) &&
      node.name === 'p' &&
      DomUtils.textContent(node).trim() === '' &&
      DomUtils.findOne((child) => child.name === 'img' || child.name === 'hr', node.children) === null);
  const first = nodes.findIndex((node) => !isBlank(node));
  const last = nodes.findLastIndex((node) => !isEmpty(node));
  return first < 0 ? [] : nodes.slice(first, last + 1);
}

function digits(name: string, value: string | undefined): string[] {
  return value && /^\d{1,4}$/.test(value) && value !== '1' ? [attribute(name, value)] : [];
}

function attribute(name: string, value: string): string {
  return `${name}="${escapeHtml(value).replaceAll('&#39;', "'")}"`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
}
