import { expandPlainText, type NoticeRecipient, readNotice, readRecipient } from '@bellhop/rules';
import { AppError } from '../../../core/app-error.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { type ConversationRow, variableValues } from '../../conversations/index.ts';
import { findReachable } from './recipients.queries.ts';

/**
 * Tells agents what a rule has to say, with its variables filled in; `automation.notified` reaches them by the ways that each has
 * chosen. Answers why nobody was told, when nobody can be. Throws automation.action_invalid.
 */
export async function sendNotice(
  uow: UnitOfWork,
  conversation: ConversationRow,
  value: readonly string[],
): Promise<AppError | undefined> {
  const { subject, message, recipients } = readNotice(value);
  const known = recipients.flatMap((text) => readRecipient(text) ?? []);
  if (subject.trim() === '' || known.length === 0) {
    throw new AppError('automation.action_invalid', {
      params: { type: 'notify', reason: 'it needs a subject and recipients' },
    });
  }
  const user_ids = await findReachable(uow.db, {
    user_ids: known.flatMap((one) => userOf(one, conversation) ?? []),
    team_ids: known.flatMap((one) => teamOf(one, conversation) ?? []),
  });
  if (user_ids.length === 0) return new AppError('automation.nobody_to_notify');
  const values = await variableValues(uow.db, conversation, null);
  await uow.publish({
    kind: 'automation.notified',
    conversation_id: conversation.id,
    user_ids,
    subject: expandPlainText(subject, values).replace(/\s+/g, ' ').trim(),
    message: expandPlainText(message, values),
  });
  return undefined;
}

function userOf(recipient: NoticeRecipient, { assigned_user_id }: ConversationRow): number | null {
  if (recipient.kind === 'assignee') return assigned_user_id;
  return recipient.kind === 'user' ? recipient.id : null;
}

function teamOf(recipient: NoticeRecipient, { assigned_team_id }: ConversationRow): number | null {
  if (recipient.kind === 'assigned_team') return assigned_team_id;
  return recipient.kind === 'team' ? recipient.id : null;
}
