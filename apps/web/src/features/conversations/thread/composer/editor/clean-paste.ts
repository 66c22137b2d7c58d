import { linkAddress } from '@bellhop/rules/composed-html';
import { repairLists } from './paste-lists.ts';
import { repairTables } from './paste-tables.ts';

/** HTML from the clipboard, fit for the editor, and the pictures that it carries inside itself. */
export interface CleanPaste {
  html: string;
  /** By the address under which `html` shows them. */
  pictures: { address: string; file: File }[];
  /** Sites whose pictures are shown from there. */
  remote: readonly string[];
}

/**
 * Cleans what Word, Excel, Outlook, Google Docs and Sheets, mail programs and web pages put into the clipboard: words, their weight,
 * lists, links, tables and pictures stay; style sheets, comments, classes, fonts, colours and hidden text go. What the editor itself
 * copied stays as it is.
 */
export function cleanPaste(html: string, addressOf: (file: File) => string): CleanPaste {
  if (/\sdata-pm-slice=/.test(html)) return { html, pictures: [], remote: [] };
  const { body } = new DOMParser().parseFromString(partOf(html), 'text/html');
  const bold = boldClasses(html);
  dropWhatIsNoText(body);
  repairLists(body);
  repairTables(body, bold);
  dropTail(body);
  const pictures = takePictures(body, addressOf);
  for (const element of body.querySelectorAll('*')) cleanElement(element);
  return { html: body.innerHTML, pictures, remote: remoteSources(body) };
}

/** What lies between the marks that Windows programs set; the rest is their style sheet. */
function partOf(html: string): string {
  const [, part] = /<!--\s*StartFragment\s*-->([\s\S]*?)<!--\s*EndFragment\s*-->/i.exec(html) ?? [];
  // Excel marks the rows only, and Word may leave the marks inside a list.
  return part !== undefined && !/^\s*<(?:t[rdh]|col|tbody|li)\b/i.test(part) ? part : html;
}

/** Names of the classes that a sheet's own styles make bold. */
function boldClasses(html: string): ReadonlySet<string> {
  const rules = html.matchAll(/\.((?:xl|ft)\d+)\s*\{([^}]*)\}/gi);
  return new Set(
    [...rules].filter(([, , css = '']) => /font-weight:\s*(?:bold|[6-9]00)/i.test(css)).map(([, name = '']) => name),
  );
}

const noText =
  'style, script, meta, link, title, xml, object, iframe, noscript, template, input, button, select, textarea';

function dropWhatIsNoText(body: HTMLElement): void {
  for (const element of body.querySelectorAll(noText)) element.remove();
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
  for (const element of body.querySelectorAll('*')) {
    const name = element.localName;
    const style = element.getAttribute('style') ?? '';
    if (/(?:^|;)\s*(?:display:\s*none|mso-hide:\s*all|mso-element:\s*(?:comment|header|footer|field-))/i.test(style))
      element.remove();
    // Word's own elements: an empty paragraph is an empty line, drawings have their picture beside them.
    else if (name === 'o:p') element.replaceWith(...(isBlank(element) ? [] : element.childNodes));
    else if (/^[vwom]:/.test(name))
      /^v:|^w:/.test(name) ? element.remove() : element.replaceWith(...element.childNodes);
    else if (name === 'google-sheets-html-origin') element.replaceWith(...element.childNodes);
  }
}

function isBlank(element: Element): boolean {
  return (element.textContent ?? '').trim() === '' && !element.querySelector('img');
}

/** Browsers and Docs end with a line break of their own; between paragraphs one stands for an empty line. */
function dropTail(body: HTMLElement): void {
  for (const line of body.querySelectorAll('br.Apple-interchange-newline')) line.remove();
  for (const line of body.querySelectorAll('br')) {
    const { previousElementSibling: before, parentElement: parent } = line;
    const isAlone = !isText(line.previousSibling) && !isText(line.nextSibling);
    if (!before || !parent || !isAlone || !/^(?:P|DIV|UL|OL|TABLE|H\d|BR)$/.test(before.tagName)) continue;
    if (before.tagName === 'BR') continue;
    if (isLast(line)) line.remove();
    else line.replaceWith(document.createElement('p'));
  }
}

function isText(node: Node | null): boolean {
  return (
    node !== null &&
    (node.nodeType === Node.TEXT_NODE
      ? (node.textContent ?? '').trim() !== ''
      : /^(?:A|B|I|SPAN|EM|STRONG)$/.test(node.nodeName))
  );
}

function isLast(node: Element): boolean {
  return node.nextElementSibling === null;
}

/** Pictures inside the HTML become files; those on somebody's disk or in another page cannot be had. */
function takePictures(body: HTMLElement, addressOf: (file: File) => string): CleanPaste['pictures'] {
  const pictures: CleanPaste['pictures'] = [];
  for (const image of body.querySelectorAll('img')) {
    const source = image.getAttribute('src')?.trim() ?? '';
    const file = fileOfData(source, pictures.length + 1);
    if (file) {
      const address = addressOf(file);
      if (address === '') image.remove();
      image.setAttribute('src', address);
      image.setAttribute('alt', file.name);
      if (address !== '') pictures.push({ address, file });
    } else if (!/^https:\/\//i.test(source) && !/^\/uploads\//.test(source)) image.remove();
    // What only counts who opens it.
    else if (Number(image.getAttribute('width') ?? 9) <= 2 || Number(image.getAttribute('height') ?? 9) <= 2)
      image.remove();
  }
  return pictures;
}

function fileOfData(source: string, count: number): File | undefined {
  const [, type, data] = /^data:(image\/(?:png|jpe?g|gif|webp));base64,([a-z\d+/=\s]+)$/i.exec(source) ?? [];
  if (!type || !data) return undefined;
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (char) => char.charCodeAt(0));
    return new File([bytes], `picture-${count}.${type.slice(6).replace('jpeg', 'jpg')}`, { type });
  } catch (error) {
    // Broken base64 is no picture.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

function remoteSources(body: HTMLElement): string[] {
  const sources = [...body.querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '');
  return sources.filter((source) => /^https:\/\//i.test(source));
}

const kept: Readonly<Record<string, readonly string[]>> = {
  A: ['href'],
  IMG: ['src', 'alt'],
  OL: ['start'],
  TD: ['colspan', 'rowspan'],
  TH: ['colspan', 'rowspan'],
};

/** Of a style only what is an emphasis stays, which the editor reads as such. */
function cleanElement(element: Element): void {
  const { style } = element as HTMLElement;
  const emphasis = style ? emphasisOf(style, element.tagName, element.closest('a') !== null) : '';
  for (const { name } of [...element.attributes]) {
    if (!kept[element.tagName]?.includes(name)) element.removeAttribute(name);
  }
  if (emphasis) element.setAttribute('style', emphasis);
  if (element.tagName === 'A' && !linkAddress.test(element.getAttribute('href')?.trim() ?? '')) {
    element.replaceWith(...element.childNodes);
  }
}

function emphasisOf(style: CSSStyleDeclaration, tag: string, isInLink: boolean): string {
  // A heading is bold anyhow; cells of sheets are marked by `repairTables`.
  if (/^(?:H\d|TABLE|TR|TD|TH|COL)$/.test(tag)) return '';
  const line = style.textDecorationLine || style.textDecoration;
  return [
    /^(?:bold|bolder|[6-9]00)$/.test(style.fontWeight) && 'font-weight:bold',
    /^(?:normal|400)$/.test(style.fontWeight) && /^(?:B|STRONG)$/.test(tag) && 'font-weight:normal',
    style.fontStyle === 'italic' && 'font-style:italic',
    !isInLink && line.includes('underline') && 'text-decoration:underline',
    !isInLink && line.includes('line-through') && 'text-decoration:line-through',
  ]
    .filter(Boolean)
    .join(';');
}
