import { composedTags, linkAddress } from '@bellhop/rules/composed-html';
import createDOMPurify, { type Config } from 'dompurify';

const purify = createDOMPurify(window);

const forbidden = [
  ...['form', 'input', 'button', 'select', 'option', 'optgroup', 'textarea', 'label', 'fieldset', 'datalist', 'output'],
  ...['audio', 'video', 'source', 'track', 'picture', 'map', 'area', 'dialog', 'slot', 'template', 'canvas', 'marquee'],
];

const mailConfig: Config & { RETURN_DOM: true } = {
  RETURN_DOM: true,
  // A style sheet at the very beginning would otherwise end up in the head and be lost.
  FORCE_BODY: true,
  USE_PROFILES: { html: true },
  FORBID_TAGS: forbidden,
  FORBID_ATTR: [
    'srcset',
    'background',
    'ping',
    'usemap',
    'autofocus',
    'contenteditable',
    'tabindex',
    'popover',
    'name',
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

const composedConfig: Config & { RETURN_DOM: true } = {
  RETURN_DOM: true,
  ALLOWED_TAGS: [...composedTags],
  ALLOWED_ATTR: [
    'alt',
    'colspan',
    'data-mention',
    'dir',
    'height',
    'href',
    'rowspan',
    'src',
    'start',
    'title',
    'type',
    'width',
  ],
  // Its value looks like an address of a scheme that is not allowed.
  ADD_URI_SAFE_ATTR: ['data-mention'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/**
 * The HTML of a mail from outside, cleaned a second time (the server has done it once): no scripts, forms, media, and
 * nothing in styles that could fetch. Answers the body of a document that is not shown, so nothing loads yet.
 */
export function cleanMail(html: string): HTMLElement {
  const body = bodyOf(html, mailConfig);
  for (const element of body.querySelectorAll('[style]')) {
    const style = element.getAttribute('style') ?? '';
    if (fetches.test(style))
      element.setAttribute(
        'style',
        style
          .split(';')
          .filter((one) => !fetches.test(one))
          .join(';'),
      );
  }
  for (const sheet of body.querySelectorAll('style')) {
    if (fetches.test(sheet.textContent ?? '')) sheet.remove();
  }
  openElsewhere(body);
  return body;
}

/** HTML that an agent composed: what the editor makes and nothing else, without classes and styles, fit for the page itself. */
export function cleanComposed(html: string): HTMLElement {
  const body = bodyOf(html, composedConfig);
  openElsewhere(body);
  return body;
}

/** With RETURN_DOM the answer is the body of the cleaned document; its type says only that it is a node. */
function bodyOf(html: string, config: Config & { RETURN_DOM: true }): HTMLElement {
  return purify.sanitize(html, config) as HTMLElement;
}

/** What makes a style ask another server: addresses, imports, and escapes that may spell one. */
const fetches = /url\s*\(|image-set\s*\(|@import|expression\s*\(|\\/i;

/** Links open in a new tab that knows nothing of this page; other schemes than these are no links. */
function openElsewhere(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a')) {
    if (!linkAddress.test(link.getAttribute('href')?.trim() ?? '')) {
      link.removeAttribute('href');
      continue;
    }
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
}
