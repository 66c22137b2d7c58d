/**
 * A text of somebody else's as PostgreSQL holds it: it knows neither NUL nor half a character, for which U+FFFD stands here. Of what is longer
 * than `most` the beginning.
 */
export function storable(text: string, most = Number.POSITIVE_INFINITY): string {
  return text.slice(0, most).replaceAll('\0', '\ufffd').toWellFormed();
}

/** So much of what a server said about a failure is kept. */
export const longestReason = 2000;
