import { type Assignment, canSeeConversation, type Viewer } from '@bellhop/rules';
import { AppError } from '../../core/app-error.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import { parseUuid } from '../media/index.ts';
import { type ConversationRow, findConversationByUuid, lockConversationByUuid } from './conversations.queries.ts';

/**
 * The only loader that handlers may use. Throws `conversation.not_found` for an unknown, an invisible and a malformed uuid
 * alike (settled question 3).
 */
export async function loadVisible(db: Reader, viewer: Viewer, uuid: string): Promise<ConversationRow> {
  return visibleOrThrow(viewer, await findConversationByUuid(db, knownUuid(uuid)));
}

/** As `loadVisible` for the unit's actor, with the row locked against other writers until the unit ends. */
export async function lockVisible(uow: UnitOfWork, uuid: string): Promise<ConversationRow> {
  return visibleOrThrow(uow.actor, await lockConversationByUuid(uow.db, knownUuid(uuid)));
}

/** The uuid in its stored form. Throws conversation.not_found for anything else. */
export function knownUuid(text: string): string {
  const uuid = parseUuid(text);
  if (uuid === null) throw new AppError('conversation.not_found');
  return uuid;
}

/** What was found, when the viewer may see it. Throws conversation.not_found. */
export function visibleOrThrow<C extends Assignment>(viewer: Viewer, conversation: C | undefined): C {
  if (!conversation || !canSeeConversation(viewer, conversation)) throw new AppError('conversation.not_found');
  return conversation;
}
