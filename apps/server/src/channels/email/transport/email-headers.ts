import MimeNode from 'nodemailer/lib/mime-node';

/**
 * Puts the extra header fields of an SMTP configuration (wire A 19.2 `email_headers`) in front of a composed mail.
 * Fields that the mail has already, and names that are none, are left out: an operator adds to Bellhop's headers and
 * does not break them. Values are encoded and folded; line breaks in them become blanks.
 */
export function prependHeaders(raw: Buffer, headers: Record<string, string> | undefined): Buffer {
  const fields = Object.entries(headers ?? {});
  if (fields.length === 0) return raw;
  const present = fieldNames(raw);
  const lines = fields
    .filter(([name, value]) => /^[A-Za-z0-9-]+$/.test(name) && value.trim() !== '' && !present.has(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${foldable(MimeNode.encodeHeaderValue(name, value.trim()))}\r\n`);
  return Buffer.concat([Buffer.from(lines.join('')), raw]);
}

function fieldNames(raw: Buffer): Set<string> {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw.toString('latin1', 0, end < 0 ? raw.length : end).split('\r\n');
  return new Set(lines.map((line) => /^([^\s:]+):/.exec(line)?.[1]?.toLowerCase() ?? ''));
}

/** Breaks a long value at blanks; what has no blank stays in one piece. */
function foldable(value: string): string {
  return value.replace(/(.{1,76})(?: +|$)/g, '$1\r\n ').trimEnd();
}
