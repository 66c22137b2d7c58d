import { canSeeConversation, type Viewer } from '@bellhop/rules';
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
  const known = parseUuid(uuid);
  return visibleOrThrow(viewer, known === null ? undefined : await findConversationByUuid(db, known));
}

/** As `loadVisible` for the unit's actor, with the row locked against other writers until the unit ends. */
export async function lockVisible(uow: UnitOfWork, uuid: string): Promise<ConversationRow> {
  const known = parseUuid(uuid);
  return visibleOrThrow(uow.actor, known === null ? undefined : await lockConversationByUuid(uow.db, known));
}

function visibleOrThrow(viewer: Viewer, conversation: ConversationRow | undefined): ConversationRow {
  if (!conversation || !canSeeConversation(viewer, conversation)) throw new AppError('conversation.not_found');
  return conversation;
}
