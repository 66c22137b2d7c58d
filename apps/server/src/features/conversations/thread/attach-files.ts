import type { Mention } from '@bellhop/contract';
import { AppError } from '../../../core/app-error.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { htmlToText } from '../../../lib/html-text.ts';
import { claimInlineImages, claimMedia, type MediaRow } from '../../media/index.ts';
import { loadSettings } from '../../settings/index.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { type MessageRow, patchMessageRow } from './messages.queries.ts';

/** Text and files of a reply or note; `attachments` are media ids, `send_id` is what its sender names it by. */
export interface Draft {
  html: string;
  attachments: readonly number[];
  send_id?: string | null;
  /** Whom a note calls beside those that its text marks. */
  mentions?: readonly Mention[];
}

/** What mail servers commonly take, before base64; a single file of the allowed size always passes. */
const largestTotal = 25 * 1024 * 1024;

export function isEmptyDraft({ html, attachments }: Draft): boolean {
  return attachments.length === 0 && !/<img\b/i.test(html) && htmlToText(html) === '';
}

/**
 * Links the writer's uploads to a stored message: pictures in its HTML become `cid:` images, the rest are attachments (behaviour
 * 2.5). Throws message.attachment_unavailable for a file that is not the writer's or belongs to another message already,
 * message.too_large.
 */
export async function attachFiles(
  uow: UnitOfWork,
  conversation: ConversationRow,
  message: MessageRow,
  attachments: readonly number[],
): Promise<{ message: MessageRow; files: MediaRow[] }> {
  const settings = await loadSettings(uow.db);
  const owner = { message_id: message.id, conversation_id: conversation.id, uploaded_by: uow.actor.id };
  const inline = await claimInlineImages(uow, message.content, { ...owner, root_url: settings['app.root_url'] });
  const inlineIds = new Set(inline.claimed.map((file) => file.id));
  const wanted = [...new Set(attachments)].filter((id) => !inlineIds.has(id));
  const claimed = await claimMedia(uow, wanted, owner);
  if (claimed.length < wanted.length) throw new AppError('message.attachment_unavailable');
  const files = [...claimed, ...inline.claimed];
  const total = files.reduce((sum, file) => sum + file.size, 0);
  if (total > Math.max(largestTotal, settings['app.max_file_upload_size'] * 1024 * 1024)) {
    throw new AppError('message.too_large');
  }
  const changed = inline.html !== message.content;
  return { message: changed ? await patchMessageRow(uow.db, message.id, { content: inline.html }) : message, files };
}
