/** The bytes of a mail written with plain line breaks in a test: UTF-8, CRLF. */
export function mail(text: string): Uint8Array {
  return Buffer.from(text.replaceAll('\n', '\r\n'), 'utf8');
}

/** The same for texts whose characters stand for single bytes. */
export function mailBytes(text: string): Uint8Array {
  return Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');
}
