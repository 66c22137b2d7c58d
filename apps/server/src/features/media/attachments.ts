import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import { linkUnlinkedMedia, listMessageMedia, type MediaRow, unlinkMedia } from './media.queries.ts';

/** Files of messages, each list by file name; messages without files have no entry. */
export async function attachmentsOf(db: Reader, messageIds: readonly number[]): Promise<Map<number, MediaRow[]>> {
  const byMessage = new Map<number, MediaRow[]>();
  if (messageIds.length === 0) return byMessage;
  for (const row of await listMessageMedia(db, messageIds)) {
    const files = byMessage.get(row.model_id!);
    if (files) files.push(row);
    else byMessage.set(row.model_id!, [row]);
  }
  return byMessage;
}

/**
 * Links a writer's uploads to a message, in the message's transaction. Only the writer's own files that belong to nothing yet
 * are taken; the answer lists them, and whoever is missing in it was not available (behaviour 2.1).
 */
export async function claimMedia(
  uow: UnitOfWork,
  ids: readonly number[],
  owner: { message_id: number; conversation_id: number; uploaded_by: number },
): Promise<MediaRow[]> {
  return ids.length === 0 ? [] : linkUnlinkedMedia(uow.db, ids, owner);
}

/** Makes a message's files their uploader's again, belonging to nothing, as they were before it took them. */
export async function releaseMedia(uow: UnitOfWork, messageId: number): Promise<void> {
  await unlinkMedia(uow.db, messageId);
}
