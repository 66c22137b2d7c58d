/** Elements that the editor makes, and therefore all that composed HTML may hold, where it is stored and where it is shown. */
export const composedTags: readonly string[] = [
  ...['a', 'b', 'blockquote', 'br', 'code', 'col', 'colgroup', 'del', 'div', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['hr', 'i', 'img', 'li', 'ol', 'p', 'pre', 's', 'span', 'strike', 'strong', 'sub', 'sup'],
  ...['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'u', 'ul'],
];

/** What a link of a mail or of composed HTML may lead to; anything else is no link. */
export const linkAddress = /^(?:https?:\/\/|mailto:|tel:)/i;

/** Whether composed HTML shows anything: text, a picture, a line or a table. */
export function isWritten(html: string): boolean {
  return /<(?:img|hr|table)\b/i.test(html) || html.replace(/<[^>]*>/g, '').replace(/&nbsp;|\s/g, '') !== '';
}
