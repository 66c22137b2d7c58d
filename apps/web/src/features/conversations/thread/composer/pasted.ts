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

/** Pasted HTML without pictures that nobody else could load: from the disk, from memory, from inside another page. */
export function withoutDeadPictures(html: string): string {
  return html.replace(/<img\b[^>]*\bsrc\s*=\s*["']?(?!https:\/\/|\/uploads\/)[^>]*>/gi, '');
}
