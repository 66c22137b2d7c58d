/**
 * The declarations of a style attribute or rule that are safe to show, as `name:value` joined by `;` ('' when none is).
 *
 * An allow-list of properties, and values made of plain characters only: no url(), no escapes, no expressions, nothing
 * that positions over other content, no negative margins.
 */
export function filterDeclarations(css: string, properties: ReadonlySet<string> = mailProperties): string {
  const kept: string[] = [];
  for (const declaration of css.replaceAll(/\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g, '').split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (properties.has(name) && isSafeValue(name, value)) kept.push(`${name}:${value}`);
  }
  return kept.join(';');
}

/** Properties that mails are laid out with. */
export const mailProperties: ReadonlySet<string> = new Set([
  ...['background', 'background-color', 'border-collapse', 'border-color', 'border-radius', 'border-spacing'],
  ...['border', 'border-top', 'border-right', 'border-bottom', 'border-left', 'border-style', 'border-width'],
  ...['border-top-color', 'border-right-color', 'border-bottom-color', 'border-left-color'],
  ...['border-top-style', 'border-right-style', 'border-bottom-style', 'border-left-style'],
  ...['border-top-width', 'border-right-width', 'border-bottom-width', 'border-left-width'],
  ...['box-sizing', 'caption-side', 'clear', 'color', 'direction', 'display', 'empty-cells', 'float'],
  ...['font', 'font-family', 'font-size', 'font-style', 'font-variant', 'font-weight', 'height', 'letter-spacing'],
  ...['line-height', 'list-style', 'list-style-position', 'list-style-type'],
  ...['margin', 'margin-top', 'margin-right', 'margin-bottom', 'margin-left'],
  ...['max-height', 'max-width', 'min-height', 'min-width', 'opacity', 'overflow', 'overflow-wrap'],
  ...['padding', 'padding-top', 'padding-right', 'padding-bottom', 'padding-left'],
  ...['table-layout', 'text-align', 'text-decoration', 'text-decoration-color', 'text-decoration-line', 'text-indent'],
  ...['text-transform', 'unicode-bidi', 'vertical-align', 'visibility', 'white-space', 'width'],
  ...['word-break', 'word-spacing', 'word-wrap'],
]);

/** Properties that the editor of the desk itself sets. */
export const composedProperties: ReadonlySet<string> = new Set([
  ...['background-color', 'color', 'font-style', 'font-weight', 'text-align', 'text-decoration'],
  ...['width', 'min-width', 'max-width', 'height', 'border', 'border-collapse', 'padding', 'list-style-type'],
]);

const longestValue = 400;
const plainValue = /^[\p{L}\p{N}\s.,%#"'()+\-/!_]+$/u;
const allowedFunction = /\b(?:rgba?|hsla?|calc|min|max|clamp)\(/gi;

function isSafeValue(name: string, value: string): boolean {
  if (value.length > longestValue || !plainValue.test(value)) return false;
  if (value.replaceAll(allowedFunction, '').includes('(')) return false;
  if ((value.split('"').length + value.split("'").length) % 2 !== 0) return false;
  if (name === 'display' && /\b(?:fixed|sticky|contents)\b/i.test(value)) return false;
  return !(name.startsWith('margin') && /-\s*[.\d]/.test(value));
}
