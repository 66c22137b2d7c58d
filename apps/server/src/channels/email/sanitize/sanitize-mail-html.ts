import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { limitHtmlDepth } from '../../../lib/html-depth.ts';
import { quoteClasses, quoteIds, signatureClasses, signatureIds } from '../../../lib/html-quotes.ts';
import { filterDeclarations } from '../../../lib/html-style.ts';
import { filterStylesheet, type MailStylesheet, mailBodyClass, mailClassPrefix } from './mail-stylesheet.ts';

/**
 * Makes the HTML of a mail from outside fit to be shown (behaviour 1.6, safety): an allow-list of layout elements and
 * attributes, filtered styles, pictures from `cid:`, https and raster `data:` only, links that open elsewhere
 * without a referrer. No scripts, handlers, forms, frames, or addresses of other schemes. `cid:` sources
 * and the markers that the folding of quotes and signatures looks for stay as they are; other class names get a prefix.
 * To be shown in a sandboxed frame all the same.
 */
export function sanitizeMailHtml(html: string): string {
  const source = limitHtmlDepth(html);
  const sheet = filterStylesheet(authorCss(source));
  const safe = sanitizeHtml(source, optionsFor(sheet));
  return sheet.css === '' ? safe : `<style>${sheet.css}</style><div class="${mailBodyClass}">${safe}</div>`;
}

const layoutAttributes = [
  'align',
  'bgcolor',
  'border',
  'cellpadding',
  'cellspacing',
  'class',
  'color',
  'colspan',
  'dir',
];
const textAttributes = [
  'face',
  'height',
  'hspace',
  'id',
  'lang',
  'nowrap',
  'rowspan',
  'size',
  'start',
  'style',
  'title',
];

const allowedTags = [
  ...['a', 'abbr', 'address', 'article', 'aside', 'b', 'bdi', 'bdo', 'big', 'blockquote', 'br', 'caption', 'center'],
  ...[
    'cite',
    'code',
    'col',
    'colgroup',
    'dd',
    'del',
    'details',
    'dfn',
    'div',
    'dl',
    'dt',
    'em',
    'figcaption',
    'figure',
  ],
  ...['font', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'main'],
  ...['mark', 'menu', 'nav', 'ol', 'p', 'pre', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'section', 'small', 'span'],
  ...['strike', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time', 'tr', 'tt'],
  ...['u', 'ul', 'var', 'wbr'],
];

function optionsFor(sheet: MailStylesheet): sanitizeHtml.IOptions {
  return {
    allowedTags,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'title', 'iframe', 'noembed', 'noframes'],
    allowedAttributes: {
      '*': [...layoutAttributes, ...textAttributes, 'type', 'valign', 'value', 'vspace', 'width'],
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt'],
    },
    // Addresses are judged below, by element; this list only has to admit what passes there.
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'cid', 'data'],
    parseStyleAttributes: false,
    nestingLimit: 601,
    exclusiveFilter: (frame) => frame.tag === 'img' && frame.attribs.src === undefined,
    transformTags: {
      body: bodyAsBlock,
      '*': (tagName, attribs) => ({ tagName, attribs: safeAttributes(tagName, attribs, sheet) }),
    },
  };
}

/** The look of `<body>` moves to a block: dropped, its background could leave white text on white. */
function bodyAsBlock(_name: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { bgcolor, text, ...rest } = attribs;
  const style = [
    attribs.style,
    bgcolor === undefined ? '' : `background-color:${bgcolor}`,
    text === undefined ? '' : `color:${text}`,
  ];
  const merged = style.filter((declaration) => declaration !== undefined && declaration !== '').join(';');
  const hasLook = merged !== '' || rest.dir !== undefined || rest.class !== undefined;
  return { tagName: hasLook ? 'div' : 'body', attribs: { ...rest, style: merged } };
}

function safeAttributes(tag: string, attribs: sanitizeHtml.Attributes, sheet: MailStylesheet): sanitizeHtml.Attributes {
  const safe: sanitizeHtml.Attributes = {};
  for (const [name, value] of Object.entries(attribs)) {
    const kept = safeAttribute(tag, name, value, sheet);
    if (kept !== '') safe[name] = kept;
  }
  return tag === 'a' && safe.href !== undefined ? { ...safe, target: '_blank', rel: 'noopener noreferrer' } : safe;
}

function safeAttribute(tag: string, name: string, value: string, sheet: MailStylesheet): string {
  if (name === 'style') return filterDeclarations(value);
  if (name === 'class') return safeClasses(value, sheet);
  if (name === 'id') return markerIds.has(value) ? value : '';
  if (name === 'href') return tag === 'a' ? safeLink(value) : '';
  if (name === 'src') return tag === 'img' ? safeImage(value) : '';
  return name === 'target' || name === 'rel' ? '' : value;
}

const markerIds = new Set([...quoteIds, ...signatureIds]);
const markerClasses = new Set([...quoteClasses, ...signatureClasses]);

function safeClasses(value: string, sheet: MailStylesheet): string {
  const tokens = value.split(/\s+/).flatMap((token) => {
    if (markerClasses.has(token)) return [token];
    return sheet.classes.has(token) ? [`${mailClassPrefix}${token}`] : [];
  });
  return tokens.join(' ');
}

function safeLink(value: string): string {
  const address = withoutControls(value);
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(address) ? address : '';
}

/** http pictures are asked for by https: a page served by https cannot load them otherwise. */
function safeImage(value: string): string {
  const address = withoutControls(value);
  if (/^(?:cid:|https:\/\/)/i.test(address)) return address;
  if (/^data:image\/(?:png|jpe?g|gif|webp|bmp);base64,[A-Za-z0-9+/=\s]+$/i.test(address)) return address;
  return /^(?:http:)?\/\//i.test(address) ? address.replace(/^(?:http:)?\/\//i, 'https://') : '';
}

function withoutControls(value: string): string {
  return value.replaceAll(/\p{Cc}/gu, '').trim();
}

function authorCss(html: string): string {
  const sheets: string[] = [];
  let isInStyle = false;
  const parser = new Parser({
    onopentagname(name) {
      isInStyle = name === 'style';
    },
    ontext(text) {
      if (isInStyle) sheets.push(text);
    },
    onclosetag() {
      isInStyle = false;
    },
  });
  parser.end(html);
  return sheets.join('\n');
}
