import { filterDeclarations } from '../../../lib/html-style.ts';

/** A mail's own style sheet made safe: the CSS text, and the class names that it uses. */
export interface MailStylesheet {
  css: string;
  classes: ReadonlySet<string>;
}

/** Class of the element around a mail body that has a style sheet; every selector stands below it. */
export const mailBodyClass = 'mail-body';

/** Prefix of class names in sanitised mail, so that a mail cannot wear the classes of the page that shows it. */
export const mailClassPrefix = 'mail-';

/**
 * Keeps of author CSS the plain rules and those in @media, with safe declarations only and every selector confined to
 * `.mail-body`. All else goes: @import, @font-face, url(), positions, ids, attribute selectors, comments.
 * The result holds neither `<` nor backslashes, so it cannot end its own style element.
 */
export function filterStylesheet(css: string): MailStylesheet {
  const classes = new Set<string>();
  const source = css.slice(0, longestSheet).replaceAll(/<!--|-->|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g, '');
  return { css: filterBlocks(source, classes, true), classes };
}

const longestSheet = 256 * 1024;

function filterBlocks(css: string, classes: Set<string>, mayNest: boolean): string {
  let out = '';
  let position = 0;
  for (;;) {
    const open = css.indexOf('{', position);
    if (open < 0) return out;
    const close = closingBrace(css, open);
    // Statements such as @import end in a semicolon before the rule's own selector.
    const prelude = css.slice(position, open).split(';').at(-1)!.trim();
    const inner = css.slice(open + 1, close);
    if (!prelude.startsWith('@')) out += filterRule(prelude, inner, classes);
    else if (mayNest && safeMedia.test(prelude)) {
      const rules = filterBlocks(inner, classes, false);
      if (rules !== '') out += `${prelude.toLowerCase()}{${rules}}`;
    }
    position = close + 1;
  }
}

function closingBrace(css: string, open: number): number {
  let depth = 0;
  for (let i = open; i < css.length; i++) {
    if (css[i] === '{') depth++;
    else if (css[i] === '}' && --depth === 0) return i;
  }
  return css.length;
}

const safeMedia = /^@media[\w\s():.,-]{1,200}$/i;
const safeSelector = /^[\w\s.:>+~*-]{1,200}$/;

function filterRule(prelude: string, inner: string, classes: Set<string>): string {
  if (inner.includes('{')) return '';
  const declarations = filterDeclarations(inner);
  if (declarations === '') return '';
  const selectors = prelude.split(',').flatMap((selector) => confine(selector.trim(), classes));
  return selectors.length === 0 ? '' : `${selectors.join(',')}{${declarations}}`;
}

function confine(selector: string, classes: Set<string>): string[] {
  if (!safeSelector.test(selector)) return [];
  const prefixed = selector.replaceAll(/\.([A-Za-z_-][\w-]*)/g, (_whole, name: string) => {
    classes.add(name);
    return `.${mailClassPrefix}${name}`;
  });
  const inside = prefixed.replace(/^(?:html\b\s*>?\s*)?(?:body\b\s*>?\s*)?/i, '').trim();
  return [inside === '' ? `.${mailBodyClass}` : `.${mailBodyClass} ${inside}`];
}
