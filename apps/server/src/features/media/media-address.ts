const uuidPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const wholeUuid = new RegExp(`^${uuidPattern}$`, 'i');
const uploadPath = new RegExp(`^/uploads/(?:thumb_)?(${uuidPattern})$`, 'i');

/** The address of a file, with S3 too: it ends in the bare uuid (settled question 21, wire A 14.2). */
export function mediaUrl(rootUrl: string, uuid: string): string {
  return `${rootUrl}/uploads/${uuid}`;
}

/** The uuid, lower-cased, or null for anything else: a malformed one is not found, not a cast error (behaviour 11). */
export function parseUuid(text: string): string | null {
  return wholeUuid.test(text) ? text.toLowerCase() : null;
}

/** The uuid of one of our own files in an image's address: relative, or absolute under the root URL. Null otherwise. */
export function uuidOfMediaUrl(address: string, rootUrl: string): string | null {
  const path = address.startsWith(`${rootUrl}/`) ? address.slice(rootUrl.length) : address;
  return uploadPath.exec(path.split(/[?#]/, 1)[0]!)?.[1]?.toLowerCase() ?? null;
}
