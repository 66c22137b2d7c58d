import type { Message } from '@bellhop/contract';
import type { Reader } from '../../../db/types.ts';
import { textToHtml } from '../../../lib/html-escape.ts';
import {
  attachmentsOf,
  contentIdsIn,
  inlineImagesOf,
  type MediaRow,
  mediaUrl,
  showInlineImages,
} from '../../media/index.ts';
import type { ThreadRow } from './thread.queries.ts';

/**
 * Thread entries as they are served. Stored HTML keeps its `cid:` images; the answer carries addresses below
 * `rootUrl` instead (settled question 21).
 */
export async function viewMessages(db: Reader, rows: readonly ThreadRow[], rootUrl: string): Promise<Message[]> {
  const stored = rows.map((row) => ({ row, html: storedHtml(row) }));
  const withInline = stored.filter(({ html }) => /cid:/i.test(html)).map(({ row }) => row.conversation_id);
  const [files, images] = await Promise.all([
    attachmentsOf(
      db,
      rows.filter((row) => row.type !== 'activity').map((row) => row.id),
    ),
    inlineImagesOf(db, [...new Set(withInline)]),
  ]);
  return stored.map(({ row, html }) => ({
    uuid: row.uuid,
    conversation_id: row.conversation_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    type: row.type as Message['type'],
    status: row.status as Message['status'],
    private: row.private,
    content: showInlineImages(html, {
      own: files.get(row.id) ?? [],
      conversation: images.get(row.conversation_id),
      root_url: rootUrl,
    }),
    content_type: row.content_type as Message['content_type'],
    text_content: row.text_content,
    sender_id: row.sender_id,
    sender_type: row.sender_type as Message['sender_type'],
    meta: row.meta as Record<string, unknown>,
    attachments: viewFiles(files.get(row.id) ?? [], html, rootUrl),
    delivery:
      row.delivery_state === null
        ? null
        : {
            state: row.delivery_state as NonNullable<Message['delivery']>['state'],
            due_at: row.delivery_due_at?.toISOString() ?? null,
            attempts: row.delivery_attempts ?? 0,
            error: row.delivery_error,
            undo_until: row.undo_until?.toISOString() ?? null,
          },
    send_id: row.send_id,
  }));
}

/**
 * Safe HTML of an entry: clients render `content` as HTML, so plain text is escaped. Activity stays plain text, which is what
 * clients print (wire B 3.1).
 */
function storedHtml(row: ThreadRow): string {
  if (row.type === 'activity') return row.content;
  if (row.content_type === 'text') return textToHtml(row.content);
  if (row.type === 'incoming') return row.content_safe ?? textToHtml(row.text_content);
  return row.content;
}

/** An inline file that the HTML does not show is offered as an attachment, or nobody would ever see it. */
function viewFiles(files: readonly MediaRow[], html: string, rootUrl: string): Message['attachments'] {
  const shown = files.some((file) => file.disposition === 'inline') ? contentIdsIn(html) : new Set<string>();
  return files.map((file) => ({
    uuid: file.uuid,
    name: file.filename,
    size: file.size,
    content_type: file.content_type,
    content_id: null,
    disposition:
      file.disposition === 'inline' && file.content_id !== null && shown.has(file.content_id) ? 'inline' : 'attachment',
    url: mediaUrl(rootUrl, file.uuid),
    content: null,
  }));
}
