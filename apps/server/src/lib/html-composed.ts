import { composedTags, linkAddress, parseMention } from '@bellhop/rules';
import sanitizeHtml from 'sanitize-html';
import { limitHtmlDepth } from './html-depth.ts';
import { composedProperties, filterDeclarations } from './html-style.ts';

/**
 * Cleans the HTML that an agent, a macro or a template composed: what the editor can produce and nothing else. Pictures
 * may come from https, `cid:` and our own `/uploads/<uuid>` (relative, or absolute under any host). Links open
 * elsewhere. Idempotent; `{{ … }}` placeholders in text pass untouched. Marks of mentions stay with `mentions` alone: what is
 * mailed shows nobody the desk's row ids.
 */
export function sanitizeComposedHtml(html: string, { mentions = false }: { mentions?: boolean } = {}): string {
  return sanitizeHtml(limitHtmlDepth(html), mentions ? noteOptions : options);
}

const options: sanitizeHtml.IOptions = {
  allowedTags: [...composedTags],
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'title', 'iframe', 'noembed', 'noframes'],
  allowedAttributes: {
    '*': ['dir', 'style'],
    a: ['href', 'rel', 'target', 'title'],
    blockquote: ['type'],
    code: ['class'],
    img: ['alt', 'class', 'height', 'src', 'title', 'width'],
    ol: ['start', 'type'],
    td: ['align', 'colspan', 'rowspan', 'valign', 'width'],
    th: ['align', 'colspan', 'rowspan', 'valign', 'width'],
    table: ['border', 'cellpadding', 'cellspacing', 'width'],
  },
  allowedClasses: { img: ['inline-image'], code: [/^language-[\w-]{1,40}$/] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'cid'],
  parseStyleAttributes: false,
  nestingLimit: 200,
  exclusiveFilter: (frame) => frame.tag === 'img' && frame.attribs.src === undefined,
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: safeAttributes(tagName, attribs) }),
  },
};

const noteOptions: sanitizeHtml.IOptions = {
  ...options,
  allowedAttributes: { ...options.allowedAttributes, span: ['data-mention'] },
};

function safeAttributes(tag: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const safe: sanitizeHtml.Attributes = {};
  for (const [name, value] of Object.entries(attribs)) {
    const kept = safeAttribute(tag, name, value);
    if (kept !== '') safe[name] = kept;
  }
  return safe.href === undefined ? safe : { ...safe, target: '_blank', rel: 'noopener noreferrer' };
}

function safeAttribute(tag: string, name: string, value: string): string {
  const address = value.trim();
  if (name === 'style') return filterDeclarations(value, composedProperties);
  if (name === 'src') return tag === 'img' && isImageAddress(address) ? address : '';
  if (name === 'href') return tag === 'a' && linkAddress.test(address) ? address : '';
  if (name === 'data-mention') return parseMention(value) ? value : '';
  return name === 'target' || name === 'rel' ? '' : value;
}

const uploadPath = /^(?:https?:\/\/[^/?#\s]+(?:\/[^?#\s]*)?)?\/uploads\/(?:thumb_)?[0-9a-f-]{36}(?:[?#]\S*)?$/i;

function isImageAddress(source: string): boolean {
  return /^(?:https:\/\/|cid:)\S+$/i.test(source) || uploadPath.test(source);
}
