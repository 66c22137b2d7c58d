import type { MessageStatus } from '@bellhop/contract';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { broadcastMessageStatus, broadcastProps } from '../broadcasts.ts';
import { type ConversationRow, patchConversationRow } from '../conversations.queries.ts';
import { messageWords } from '../search-words/message-words.ts';
import {
  findIncomingAfter,
  insertMessageRow,
  type MessageRow,
  type NewMessage,
  patchMessageRow,
} from './messages.queries.ts';
import { type Files, previewOf } from './preview.ts';

/** Adds a thread entry, and its sender to the participants; summary and frame are the caller's next steps. */
export function insertMessage(
  uow: UnitOfWork,
  conversation: Pick<ConversationRow, 'id' | 'inbox_id' | 'subject'>,
  values: NewMessage,
): Promise<MessageRow> {
  return insertMessageRow(uow.db, {
    ...values,
    conversation_id: conversation.id,
    inbox_id: conversation.inbox_id,
    now: uow.now,
    words: messageWords({ ...values, subject: conversation.subject }),
  });
}

/**
 * Takes an entry over into the conversation's summary: `last_message*` skips activity, `last_interaction*` notes too
 * (behaviour 1.11, settled question 30).
 */
export async function touchSummary(
  uow: UnitOfWork,
  conversation: ConversationRow,
  message: MessageRow,
  files: Files = [],
): Promise<ConversationRow> {
  if (message.type === 'activity') return conversation;
  return patchConversationRow(uow.db, conversation.id, {
    last_message: await previewOf(uow.db, message, files),
    last_message_at: message.created_at,
    last_message_sender: message.sender_type,
    updated_at: uow.now,
    ...(!message.private && {
      last_interaction_at: message.created_at,
      last_interaction_sender: message.sender_type,
    }),
  });
}

/** Starts the wait for an answer, unless one is awaited already (behaviour 1.10): the wait counts from the first question. */
export async function setWaitingSince(uow: UnitOfWork, conversation: ConversationRow): Promise<ConversationRow> {
  if (conversation.waiting_since !== null) return conversation;
  const patched = await patchConversationRow(uow.db, conversation.id, { waiting_since: uow.now, updated_at: uow.now });
  broadcastProps(uow, patched, { waiting_since: uow.now });
  return patched;
}

/** Sets a message's status, merges `meta` into its meta, and tells the viewers. */
export async function patchMessageStatus(
  uow: UnitOfWork,
  conversation: ConversationRow,
  message: MessageRow,
  status: MessageStatus,
  meta?: Record<string, unknown>,
): Promise<MessageRow> {
  const patched = await patchMessageRow(uow.db, message.id, {
    status,
    updated_at: uow.now,
    ...(meta ? { meta: { ...(message.meta as Record<string, unknown>), ...meta } } : {}),
  });
  broadcastMessageStatus(uow, conversation, patched, status);
  return patched;
}

/**
 * A public reply has been delivered: first_reply_at once, last_reply_at, and the wait is over, unless the customer has written
 * again since the reply was. Surveys, automated replies and messages of System change none of them (behaviour 2.3, settled
 * question 18).
 */
export async function recordDelivered(
  uow: UnitOfWork,
  conversation: ConversationRow,
  message: MessageRow,
  systemId: number,
): Promise<ConversationRow> {
  const meta = message.meta as { is_csat?: boolean; is_automated?: boolean };
  if (message.sender_id === systemId || meta.is_csat || meta.is_automated) return conversation;
  const waiting_since = await findIncomingAfter(uow.db, message);
  const props = {
    ...(conversation.first_reply_at === null ? { first_reply_at: uow.now } : {}),
    last_reply_at: uow.now,
    ...(waiting_since?.getTime() === conversation.waiting_since?.getTime() ? {} : { waiting_since }),
  };
  const patched = await patchConversationRow(uow.db, conversation.id, { ...props, updated_at: uow.now });
  broadcastProps(uow, patched, props);
  return patched;
}
