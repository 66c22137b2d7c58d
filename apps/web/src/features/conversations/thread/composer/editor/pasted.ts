/**
 * Files that a paste means. Word and Sheets put a picture of the text beside it: with text there are none. A picture
 * copied from a page comes as `<img>` and as a file: the file is it.
 */
export function filesOfPaste(data: DataTransfer | null): readonly File[] {
  const files = [...(data?.files ?? [])];
  if (!data || files.length === 0) return [];
  const html = data.getData('text/html');
  const hasText =
    html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/gi, '').trim() !== '' || (html === '' && data.getData('text') !== '');
  return hasText ? [] : files;
}

/** The longest text that may be pasted at once, in MB. A reply of that length is a mistake, and the page would stand still. */
export const longestPaste = 1;

/** Whether a paste is longer than that; pictures inside its HTML do not count, they are uploaded. */
export function isTooLong(data: DataTransfer | null): boolean {
  const most = longestPaste * 1024 * 1024;
  if (!data) return false;
  const html = data.getData('text/html');
  if (html.length <= most) return html === '' && data.getData('text').length > most;
  return html.replace(/data:image\/[a-z+.-]+;base64,[a-z\d+/=\s]+/gi, '').length > most;
}
