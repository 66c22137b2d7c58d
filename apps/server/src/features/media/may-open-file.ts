import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { demandPermission } from '../../core/demand-permission.ts';
import type { MediaRow } from './media.queries.ts';

/** Whether an agent may see a conversation; the conversations feature answers it. */
export type CanReadConversation = (actor: Actor, conversation_id: number) => Promise<boolean>;

/**
 * Who may open a file: those of messages need `messages:read` (403) and access to the conversation (404, settled question 3),
 * an unlinked upload only its uploader, an avatar any agent. Throws AppError.
 */
export async function checkMayOpen(actor: Actor, file: MediaRow, canRead: CanReadConversation): Promise<void> {
  if (file.model_type === 'users') return;
  if (file.model_id === null) {
    if (file.uploaded_by !== actor.id) throw new AppError('media.not_found');
    return;
  }
  demandPermission(actor, 'messages:read');
  if (file.conversation_id === null || !(await canRead(actor, file.conversation_id))) {
    throw new AppError('media.not_found');
  }
}
