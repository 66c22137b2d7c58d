/** A longer mail is shown from its beginning; so many marks of HTML are read and laid out without a wait. */
const mostTags = 6_000;
const shownTags = 4_000;

/**
 * The beginning of a mail that is too long to be shown at once, up to where a mark of HTML begins: a parser closes what is
 * still open. Undefined when all of it can be shown. What costs time is the number of elements, not of letters.
 */
export function beginningOf(html: string): string | undefined {
  let [tags, end] = [0, 0];
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    tags += 1;
    if (tags === shownTags) end = at;
    if (tags > mostTags) return html.slice(0, end);
  }
  return undefined;
}
