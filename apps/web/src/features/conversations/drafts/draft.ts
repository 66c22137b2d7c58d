import type { Recipients } from '../thread/composer/reply-recipients.ts';

export type ComposeMode = 'reply' | 'note';

/** An uploaded file that waits to be sent; `id` is what the message lists. */
export interface DraftFile {
  id: number;
  uuid: string;
  filename: string;
  size: number;
  content_type: string;
}

/** What is being written in one conversation and mode. `recipients` is null until somebody changes the proposed ones. */
export interface Draft {
  html: string;
  recipients: Recipients | null;
  files: readonly DraftFile[];
}

export const emptyDraft: Draft = { html: '', recipients: null, files: [] };

/** Whether there is nothing that could be lost. */
export function isEmptyDraft({ html, recipients, files }: Draft): boolean {
  return isEmptyHtml(html) && recipients === null && files.length === 0;
}

/** Whether the editor's HTML has neither text nor a picture nor a line. */
export function isEmptyHtml(html: string): boolean {
  return (
    !/<(?:img|hr)\b/.test(html) &&
    html
      .replace(/<[^>]*>/g, '')
      .replace(/&nbsp;/g, ' ')
      .trim() === ''
  );
}

/** The HTML without the empty lines at its end, which the editor puts behind lists and tables. */
export function withoutEmptyEnd(html: string): string {
  return html.replace(/(?:<p>(?:<br[^>]*>|&nbsp;|\s)*<\/p>)+$/, '');
}

/** A text that comes back, before what has been written in the meantime; no file twice. */
export function joinDrafts(first: Draft, second: Draft): Draft {
  if (isEmptyDraft(second)) return first;
  const known = new Set(first.files.map((file) => file.uuid));
  return {
    html: isEmptyHtml(second.html) ? first.html : isEmptyHtml(first.html) ? second.html : first.html + second.html,
    recipients: first.recipients ?? second.recipients,
    files: [...first.files, ...second.files.filter((file) => !known.has(file.uuid))],
  };
}

/** Reads a stored draft; undefined when the text is none. */
export function parseDraft(text: string): Draft | undefined {
  let stored: Partial<Draft> | null;
  try {
    stored = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof stored?.html !== 'string' || !Array.isArray(stored.files)) return undefined;
  return { html: stored.html, recipients: stored.recipients ?? null, files: stored.files };
}
