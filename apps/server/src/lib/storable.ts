/** A text of somebody else's as PostgreSQL holds it: it knows neither NUL nor half a character, for which U+FFFD stands here. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
