/** Put on a picture from elsewhere that waits for "Load images". */
export const heldClass = 'held-image';

export interface ImageRules {
  /** Show pictures of other servers, too. */
  showsRemote: boolean;
  /** Origins under which our own files may be addressed: the page's and that of the root URL. */
  ownOrigins: readonly string[];
}

/** Below this a picture is taken for a tracking pixel, in px. */
const smallestPicture = 3;
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ownFile = new RegExp(`^/uploads/(?:thumb_)?${uuid}$`, 'i');

/**
 * Decides picture by picture what a mail may load. Our own files get their address on this site, pictures inside the
 * mail stay, tracking pixels go for good, pictures from elsewhere are replaced by their words until they are asked for.
 * Answers how many are held back.
 */
export function holdImages(root: Element, { showsRemote, ownOrigins }: ImageRules): number {
  let held = 0;
  for (const image of [...root.querySelectorAll('img')]) {
    const source = image.getAttribute('src')?.trim() ?? '';
    const own = ownPath(source, ownOrigins);
    image.removeAttribute('srcset');
    if (own) {
      image.setAttribute('src', own);
    } else if (/^data:image\//i.test(source)) {
      // Came with the mail, asks nobody.
    } else if (!/^https?:\/\//i.test(source) || isTrackingPixel(image)) {
      replaceByWords(image, false);
    } else if (showsRemote) {
      image.setAttribute('referrerpolicy', 'no-referrer');
    } else {
      held += 1;
      replaceByWords(image, true);
    }
  }
  return held;
}

/** The path of one of our own files, or undefined. */
export function ownPath(source: string, ownOrigins: readonly string[]): string | undefined {
  const url = URL.parse(source, ownOrigins[0]);
  return url && ownOrigins.includes(url.origin) && ownFile.test(url.pathname) ? url.pathname + url.search : undefined;
}

/** A picture that nobody is meant to see: it only tells its server that the mail was read. */
function isTrackingPixel(image: Element): boolean {
  const style = image.getAttribute('style') ?? '';
  if (/(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$))/i.test(style)) return true;
  return ['width', 'height'].some((name) => {
    const size = lengthOf(image, style, name);
    return size !== undefined && size <= smallestPicture;
  });
}

function replaceByWords(image: Element, isHeld: boolean): void {
  const alt = image.getAttribute('alt')?.trim() ?? '';
  const style = image.getAttribute('style') ?? '';
  const box = image.ownerDocument.createElement('span');
  if (isHeld) {
    box.className = heldClass;
    const [width, height] = [lengthOf(image, style, 'width'), lengthOf(image, style, 'height')];
    // The place is kept, so that nothing moves when the picture comes.
    if (width) box.style.width = `${width}px`;
    if (width && height) box.style.aspectRatio = `${width} / ${height}`;
  }
  box.textContent = alt;
  image.replaceWith(box);
}

/** Width or height in px from the style or the attribute; undefined when there is none in px. */
function lengthOf(image: Element, style: string, name: string): number | undefined {
  const text =
    new RegExp(`(?:^|[;\\s])(?:max-)?${name}\\s*:\\s*([\\d.]+)px`, 'i').exec(style)?.[1] ?? image.getAttribute(name);
  return text !== null && /^\d+(?:\.\d+)?(?:px)?$/.test(text.trim()) ? Number.parseFloat(text) : undefined;
}
