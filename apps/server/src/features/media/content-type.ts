import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';

/** Images that browsers and our thumbnails know, none of which can carry script. */
const rasterTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

export function isRasterImage(contentType: string): boolean {
  return rasterTypes.has(contentType);
}

/** Shown in the browser itself; everything else, SVG, HTML and XML above all, is only ever downloaded (behaviour 11). */
export function isShownInline(contentType: string): boolean {
  return isRasterImage(contentType) || contentType.startsWith('video/') || contentType === 'application/pdf';
}

/**
 * The type of a file (its bytes or its path) by its first bytes, else as declared. A declared raster image, video or PDF whose bytes say nothing of
 * the kind is `application/octet-stream`: a text named `.png` gets no preview and nothing is shown that was only claimed.
 */
export async function contentTypeOf(source: Uint8Array | string, declared: string): Promise<string> {
  const claimed = cleanType(declared);
  // Broken files make the sniffer throw; they are simply of no known type.
  const sniffing = typeof source === 'string' ? fileTypeFromFile(source) : fileTypeFromBuffer(source);
  const found = await sniffing.catch(() => undefined);
  const sniffed = found?.mime.replace(/;.*$/s, '').trim();
  if (sniffed === undefined) return isShownInline(claimed) ? 'application/octet-stream' : claimed;
  // Containers say little (a zip is any office file, xml any drawing): there the declared type is the closer one.
  if (isContainer(sniffed) && claimed !== 'application/octet-stream' && !isShownInline(claimed)) return claimed;
  return sniffed;
}

function isContainer(type: string): boolean {
  return ['application/zip', 'application/xml', 'text/xml', 'application/x-cfb'].includes(type);
}

function cleanType(declared: string): string {
  const type = declared.split(';', 1)[0]!.trim().toLowerCase();
  return /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/.test(type) ? type : 'application/octet-stream';
}
