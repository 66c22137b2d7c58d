import { foldedAttribute } from './fold-quotes.ts';
import { heldClass } from './mail-images.ts';

interface MailDocument {
  /** What stands in the body; already cleaned. */
  body: HTMLElement;
  language: string;
  /** Origin of this page, for our own files and fonts. */
  origin: string;
  showsRemote: boolean;
  /** `@font-face` rules of the page, so that the letter is set in its type. */
  fontFaces: string;
  look: Look;
}

/** How the mail's document is dressed: classes of `<html>`, and the page's colours and type as custom properties. */
export interface Look {
  classes: readonly string[];
  properties: Readonly<Record<string, string>>;
}

/** Set on `<html>`: the theme's colours are used (the mail has none), and what is folded is shown. */
export const themedClass = 'is-themed';
export const unfoldedClass = 'is-unfolded';

/**
 * The document of a mail's frame. Its own policy allows no scripts and no connections whatever the mail brings; the
 * frame is sandboxed besides. Its look can be changed later without a reload.
 */
export function mailDocument({ body, language, origin, showsRemote, fontFaces, look }: MailDocument): string {
  const images = `${origin} data:${showsRemote ? ' https:' : ''}`;
  const policy = `default-src 'none'; img-src ${images}; style-src 'unsafe-inline'; font-src ${origin}`;
  return `<!doctype html>
<html lang="${language}" class="${look.classes.join(' ')}" style="${escapeHtml(styleOf(look))}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<style>${fontFaces}${ownRules}</style>
</head>
<body dir="auto">${body.innerHTML}</body>
</html>`;
}

function styleOf({ properties }: Look): string {
  return Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

const ownRules = `
html { overflow: auto hidden; scrollbar-width: thin; color-scheme: light; background: var(--sheet); }
html.${themedClass} { color-scheme: var(--scheme); background: none; }
body { margin: 0; display: flow-root; color: var(--sheet-text); font: 400 var(--size, 15px)/var(--leading, 24px) var(--font); overflow-wrap: anywhere; }
.${themedClass} body { color: var(--text); }
p { margin: 0 0 12px; }
p:last-child, ul:last-child, ol:last-child { margin-bottom: 0; }
img { max-width: 100%; height: auto; border: 0; }
a[href] { color: LinkText; text-decoration-thickness: 1px; text-underline-offset: 3px; }
.${themedClass} a[href] { color: var(--accent); }
blockquote { margin: 8px 0; padding: 0 0 0 12px; border-left: 2px solid var(--line); }
[dir="rtl"] blockquote { padding: 0 12px 0 0; border-left: 0; border-right: 2px solid var(--line); }
pre { font: 13px/20px var(--mono); white-space: pre-wrap; }
hr { border: 0; border-top: 1px solid var(--line); }
.${themedClass} table { color: inherit; font: inherit; }
.${heldClass} { display: inline-block; box-sizing: border-box; max-width: 100%; min-height: 20px; padding: 0 6px; border: 1px dashed #a39c93; border-radius: 4px; font-size: 12px; line-height: 18px; color: #655e56; overflow: hidden; vertical-align: middle; }
.${themedClass} .${heldClass} { border-color: var(--control); color: var(--faint); }
html:not(.${unfoldedClass}) [${foldedAttribute}] { display: none !important; }
`;

let faces: string | undefined;

/** The page's own `@font-face` rules as text; read once. */
export function pageFontFaces(): string {
  faces ??= [...document.styleSheets].flatMap(fontFacesOf).join('\n');
  return faces;
}

function fontFacesOf(sheet: CSSStyleSheet): string[] {
  // Addresses in a rule are relative to its style sheet, the frame's to the page.
  const base = sheet.href ?? document.baseURI;
  return [...sheet.cssRules].flatMap((rule) => {
    if (rule instanceof CSSImportRule && rule.styleSheet) return fontFacesOf(rule.styleSheet);
    if (!(rule instanceof CSSFontFaceRule)) return [];
    return rule.cssText.replace(
      /url\("?([^")]+)"?\)/g,
      (_, address: string) => `url("${new URL(address, base).href}")`,
    );
  });
}
