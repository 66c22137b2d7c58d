const imageTag = /<img\b[^<>]*>/gi;
const sourceAttribute = /(\ssrc\s*=\s*)("[^"]*"|'[^']*')/i;

/**
 * Replaces the `src` of images. `html` must come from the sanitiser, which quotes attributes and escapes angle brackets in
 * them. `replace` gets the decoded address and answers the new one, or null to leave it.
 */
export function replaceImageSources(html: string, replace: (source: string) => string | null): string {
  return html.replace(imageTag, (tag) =>
    tag.replace(sourceAttribute, (whole, before: string, quoted: string) => {
      const replaced = replace(decodeEntities(quoted.slice(1, -1)).trim());
      return replaced === null ? whole : `${before}"${encodeAttribute(replaced)}"`;
    }),
  );
}

/** The content id of a `cid:` address, URL-decoded (RFC 2392), or null. Generated ids compare in lower case. */
export function contentIdOf(source: string): string | null {
  if (!/^cid:/i.test(source)) return null;
  const raw = source.slice(4);
  try {
    return normaliseContentId(decodeURIComponent(raw));
  } catch {
    return normaliseContentId(raw);
  }
}

/** Content ids are compared case-sensitively, but uuids (and our own prefix before one) in lower case (behaviour 1.7). */
export function normaliseContentId(id: string): string {
  return /^(bellhop-)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id.toLowerCase() : id;
}

/** Content ids of all `cid:` images of sanitised HTML. */
export function contentIdsIn(html: string): Set<string> {
  const ids = new Set<string>();
  replaceImageSources(html, (source) => {
    const id = contentIdOf(source);
    if (id) ids.add(id);
    return null;
  });
  return ids;
}

function decodeEntities(text: string): string {
  return text
    .replace(/&#(x[0-9a-f]{1,6}|[0-9]{1,7});/gi, (whole, code: string) => {
      const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    })
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

function encodeAttribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
