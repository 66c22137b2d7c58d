import { AppError } from '../../../core/app-error.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { htmlToText } from '../../../lib/html-text.ts';
import { broadcastNewMessage } from '../broadcasts.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { attachFiles, type Draft, isEmptyDraft } from './attach-files.ts';
import { expandContent } from './expand-content.ts';
import { mentionsOf } from './mentions.ts';
import type { MessageRow } from './messages.queries.ts';
import { insertMessage, touchSummary } from './store-message.ts';

/**
 * Stores a private note: never mailed, and no time of the conversation changes (behaviour B2.1.4). `html` has been through the
 * sanitiser. Throws message.empty, message.attachment_unavailable, message.too_large.
 */
export async function addNote(
  uow: UnitOfWork,
  conversation: ConversationRow,
  note: Draft,
): Promise<{ conversation: ConversationRow; message: MessageRow }> {
  if (isEmptyDraft(note)) throw new AppError('message.empty');
  const mentions = mentionsOf(note);
  const html = await expandContent(uow, conversation, note.html);
  const stored = await insertMessage(uow, conversation, {
    type: 'outgoing',
    status: 'sent',
    private: true,
    sender_id: uow.actor.id,
    sender_type: 'agent',
    content_type: 'html',
    content: html,
    text_content: htmlToText(html),
    meta: mentions.length > 0 ? { mentions } : {},
    send_id: note.send_id ?? null,
  });
  const { message, files } = await attachFiles(uow, conversation, stored, note.attachments);
  const touched = await touchSummary(uow, conversation, message, files);
  await broadcastNewMessage(uow, touched, message, files);
  await uow.publish({ kind: 'message.noted', conversation_id: conversation.id, message_id: message.id, mentions });
  return { conversation: touched, message };
}
