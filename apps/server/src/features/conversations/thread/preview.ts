/** What of files decides the word that stands for a message without text. */
export type Files = readonly { content_type: string }[];

/** Longest preview that lists and frames carry, in characters; the client shows 100 of them. */
const longestPreview = 500;

const words: Record<string, string> = { image: 'Image', video: 'Video', audio: 'Audio' };

/** One line of plain text for lists; a message of files alone is called by its first file's kind (behaviour 1.11). */
export function previewOf(message: { text_content: string }, files: Files): string {
  const text = message.text_content
    .slice(0, longestPreview * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return files[0] ? (words[files[0].content_type.split('/', 1)[0]!] ?? 'File') : '';
  return [...text].slice(0, longestPreview).join('');
}
