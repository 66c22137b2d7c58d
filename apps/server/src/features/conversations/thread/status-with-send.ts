import { defaultStatusNames } from '@bellhop/contract';
import { AppError } from '../../../core/app-error.ts';
import { demandPermission } from '../../../core/demand-permission.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { findSettableStatus } from '../verbs/set-status.ts';

/**
 * Whether a message may be sent with this status: it is decided as the message is stored, for afterwards nobody is there to be told.
 * Snoozed has no time here. Throws permission.missing, message.status_not_with_send, conversation.status_unknown,
 * conversation.resolve_needs_assignee.
 */
export async function checkStatusWithSend(uow: UnitOfWork, conversation: ConversationRow, name: string): Promise<void> {
  demandPermission(uow.actor, 'conversations:update_status');
  if (name === defaultStatusNames.snoozed) {
    throw new AppError('message.status_not_with_send', { params: { status: name } });
  }
  await findSettableStatus(uow, conversation, name);
}
