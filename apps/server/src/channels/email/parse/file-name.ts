/** Longest file name kept, in characters (behaviour 1.6, names). */
const longestName = 255;

/**
 * The name under which a file is shown: the sender's own in Unicode, base name only, without control characters, path
 * separators and direction overrides, at most 255 characters with the extension kept. Without a usable name
 * it is `attachment` and the extension of its type (behaviour 1.6, names).
 */
export function cleanFileName(raw: string | null, contentType: string): string {
  const base = (raw ?? '')
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .split(/[/\\]/)
    .findLast((piece) => piece.trim() !== '');
  const name = (base ?? '').trim().replace(/^\.+$/, '').normalize('NFC');
  return name === '' ? `attachment${extensionOf(contentType)}` : shorten(name);
}

function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= longestName) return name;
  const extension = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, longestName - [...extension].length).join('') + extension;
}

const extensions: Record<string, string> = {
  'application/gzip': '.gz',
  'application/x-gzip': '.gz',
  'application/json': '.json',
  'application/ms-tnef': '.dat',
  'application/vnd.ms-tnef': '.dat',
  'application/msword': '.doc',
  'application/pdf': '.pdf',
  'application/pgp-encrypted': '.asc',
  'application/pgp-keys': '.asc',
  'application/pgp-signature': '.asc',
  'application/pkcs7-mime': '.p7m',
  'application/x-pkcs7-mime': '.p7m',
  'application/pkcs7-signature': '.p7s',
  'application/x-pkcs7-signature': '.p7s',
  'application/rtf': '.rtf',
  'application/vnd.ms-excel': '.xls',
  'application/vnd.ms-powerpoint': '.ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/xml': '.xml',
  'application/zip': '.zip',
  'application/x-zip-compressed': '.zip',
  'audio/mp4': '.m4a',
  'audio/mpeg': '.mp3',
  'audio/ogg': '.ogg',
  'audio/wav': '.wav',
  'audio/x-wav': '.wav',
  'image/bmp': '.bmp',
  'image/gif': '.gif',
  'image/heic': '.heic',
  'image/jpeg': '.jpg',
  'image/jpg': '.jpg',
  'image/png': '.png',
  'image/svg+xml': '.svg',
  'image/tiff': '.tiff',
  'image/webp': '.webp',
  'message/delivery-status': '.txt',
  'message/disposition-notification': '.txt',
  'message/external-body': '.txt',
  'message/global': '.eml',
  'message/partial': '.eml',
  'message/rfc822': '.eml',
  'text/calendar': '.ics',
  'text/css': '.css',
  'text/csv': '.csv',
  'text/html': '.html',
  'text/markdown': '.md',
  'text/plain': '.txt',
  'text/rfc822-headers': '.txt',
  'text/rtf': '.rtf',
  'text/vcard': '.vcf',
  'text/x-vcard': '.vcf',
  'text/xml': '.xml',
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
};

function extensionOf(contentType: string): string {
  return extensions[contentType] ?? '.bin';
}
