const declarations = /(?:^|[;{\s])(background(?:-color)?|color)\s*:\s*([^;}]+)/gi;
const colourAttributes = ['bgcolor', 'background', 'color', 'text'] as const;

/**
 * Whether a mail has colours of its own, so that it needs its light sheet in the dark theme. Black text, white ground
 * and the colour of links say nothing: when there are no others they are taken off, and the mail takes on the theme.
 */
export function takeOffPlainColours(root: Element): boolean {
  const styled = [...root.querySelectorAll('[style], [bgcolor], [background], [color], [text]')];
  const brings =
    [...root.querySelectorAll('style')].some((sheet) => hasColours(sheet.textContent ?? '')) ||
    styled.some((element) => !isLink(element) && hasOwnColours(element));
  if (brings) return true;
  for (const element of styled) {
    for (const name of colourAttributes) element.removeAttribute(name);
    const style = element.getAttribute('style');
    if (style !== null) element.setAttribute('style', style.replace(declarations, ';'));
  }
  return false;
}

function hasOwnColours(element: Element): boolean {
  if (hasColours(element.getAttribute('style') ?? '')) return true;
  return colourAttributes.some((name) => {
    const value = element.getAttribute(name);
    if (value === null || value === '') return false;
    return name === 'bgcolor' || name === 'background' ? !isPlainGround(value) : !isPlainText(value);
  });
}

function hasColours(css: string): boolean {
  return [...css.matchAll(declarations)].some(([, name = '', value = '']) => {
    const plain = value.replace(/!important/i, '').trim();
    return /^color$/i.test(name) ? !isPlainText(plain) : !isPlainGround(plain);
  });
}

function isLink(element: Element): boolean {
  return (
    element.closest('a') !== null &&
    !hasColours((element.getAttribute('style') ?? '').replace(/(^|[;\s])color\s*:[^;]*/gi, '$1'))
  );
}

/** Black and the near-black greys that mail programs write without being asked. */
function isPlainText(value: string): boolean {
  if (/^(?:black|windowtext|inherit|initial|unset|currentcolor|auto)$/i.test(value)) return true;
  const rgb = parseColour(value);
  return rgb !== undefined && Math.max(...rgb) <= 0x40 && Math.max(...rgb) - Math.min(...rgb) <= 8;
}

function isPlainGround(value: string): boolean {
  if (/^(?:white|window|transparent|inherit|initial|unset|none|rgba\(\s*0\s*,\s*0\s*,\s*0\s*,\s*0\s*\))$/i.test(value))
    return true;
  const rgb = parseColour(value);
  return rgb?.every((part) => part === 255) ?? false;
}

/** Red, green and blue of `#abc`, `#aabbcc` and `rgb(…)`; undefined for everything else. */
function parseColour(value: string): [number, number, number] | undefined {
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value.trim())?.[1];
  if (hex) {
    const [r, g, b] = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
    return [Number.parseInt(r!, 16), Number.parseInt(g!, 16), Number.parseInt(b!, 16)];
  }
  const parts = /^rgba?\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(?:1|1\.0|100%)\s*)?\)$/i.exec(value.trim());
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : undefined;
}
