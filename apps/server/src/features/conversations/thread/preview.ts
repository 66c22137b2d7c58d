import type { Reader } from '../../../db/types.ts';
import { languagePack, loadSettings } from '../../settings/index.ts';

/** What of files decides the word that stands for a message without text. */
export type Files = readonly { content_type: string }[];

/** Longest preview that lists and frames carry, in characters; the client shows 100 of them. */
const longestPreview = 500;

/** One line of plain text for lists; a message of files alone is called by its first file's kind (behaviour 1.11). */
export async function previewOf(db: Reader, message: { text_content: string }, files: Files): Promise<string> {
  const text = message.text_content
    .slice(0, longestPreview * 4)
    // Half a character that the cut left; PostgreSQL refuses it in the frame.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (text !== '') return firstCharacters(text);
  if (!files[0]) return '';
  const { texts } = languagePack((await loadSettings(db))['app.lang']);
  return texts[wordKey(files[0].content_type)] ?? '';
}

/** Most texts are short enough whichever way they are counted; the others are not walked to their end. */
function firstCharacters(text: string): string {
  if (text.length <= longestPreview) return text;
  return [...text.slice(0, longestPreview * 2)].slice(0, longestPreview).join('');
}

function wordKey(contentType: string): string {
  switch (contentType.split('/', 1)[0]) {
    case 'image':
      return 'conversation.preview.image';
    case 'video':
      return 'conversation.preview.video';
    case 'audio':
      return 'conversation.preview.audio';
    default:
      return 'conversation.preview.file';
  }
}
