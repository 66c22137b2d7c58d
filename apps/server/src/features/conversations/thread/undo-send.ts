import type { DraftContent, UndoneSend } from '@bellhop/contract';
import { AppError } from '../../../core/app-error.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { restoreDraft } from '../../drafts/index.ts';
import { attachmentsOf, parseUuid, releaseMedia } from '../../media/index.ts';
import { broadcastRemoved } from '../broadcasts.ts';
import { type ConversationRow, deleteParticipant, patchConversationRow } from '../conversations.queries.ts';
import { deleteMessage, findMessage, type MessageRow } from './messages.queries.ts';
import { findOutgoing, takeBackOutgoing } from './outgoing.queries.ts';
import { previewOf } from './preview.ts';
import { findLatestEntries } from './summary.queries.ts';

/**
 * Takes a reply back that has not begun to leave (settled question 18): the entry goes, with it its words for search; files belong to
 * nobody again; the conversation's summary is what it was; the writer's draft stands as it was sent. The queue's row decides
 * against the sender, and the conversation's lock keeps other changes out. Throws message.not_found, message.not_own,
 * message.not_undoable for what was sent without `undo`, message.already_left.
 */
export async function undoSend(
  uow: UnitOfWork,
  conversation: ConversationRow,
  messageUuid: string,
): Promise<UndoneSend> {
  const known = parseUuid(messageUuid);
  const message = known === null ? undefined : await findMessage(uow.db, conversation.id, known);
  if (!message) throw new AppError('message.not_found');
  if (message.sender_type !== 'agent' || message.sender_id !== uow.actor.id) throw new AppError('message.not_own');
  const taken = await takeBackOutgoing(uow.db, message.id);
  if (!taken) {
    const mail = await findOutgoing(uow.db, message.id);
    throw new AppError(mail?.undo_until ? 'message.already_left' : 'message.not_undoable');
  }
  await releaseMedia(uow, message.id);
  await deleteMessage(uow.db, message.id);
  await deleteParticipant(uow.db, { conversation_id: conversation.id, user_id: uow.actor.id });
  broadcastRemoved(uow, await restoreSummary(uow, conversation, message), message);
  // A later mail of the conversation may have waited for this one.
  uow.wake('bellhop_outgoing');
  await uow.publish({ kind: 'message.undone', conversation_id: conversation.id, message_id: message.id });
  const place = { conversation, kind: 'reply' } as const;
  return {
    ...(await restoreDraft(uow, place, taken.undo_draft as DraftContent)),
    set_status: taken.set_status,
  };
}

/** The summary of the entries that are left, where the removed one was its last. */
async function restoreSummary(
  uow: UnitOfWork,
  conversation: ConversationRow,
  removed: MessageRow,
): Promise<ConversationRow> {
  const isLast = conversation.last_message_at?.getTime() === removed.created_at.getTime();
  const isLastInteraction = conversation.last_interaction_at?.getTime() === removed.created_at.getTime();
  if (!isLast && !isLastInteraction) return conversation;
  const { entry, letter } = await findLatestEntries(uow.db, conversation.id);
  const files = entry ? ((await attachmentsOf(uow.db, [entry.id])).get(entry.id) ?? []) : [];
  return patchConversationRow(uow.db, conversation.id, {
    ...(isLast && {
      last_message: entry ? await previewOf(uow.db, entry, files) : null,
      last_message_at: entry?.created_at ?? conversation.created_at,
      last_message_sender: entry?.sender_type ?? null,
    }),
    ...(isLastInteraction && {
      last_interaction_at: letter?.created_at ?? null,
      last_interaction_sender: letter?.sender_type ?? null,
    }),
    updated_at: uow.now,
  });
}
