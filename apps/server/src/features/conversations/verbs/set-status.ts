import { defaultStatusNames, type StatusInput } from '@bellhop/contract';
import { snoozeUntil } from '@bellhop/rules';
import { AppError } from '../../../core/app-error.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { findStatusByName, type StatusRow } from '../../statuses/index.ts';
import { broadcastProps } from '../broadcasts.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { addActivity } from '../thread/add-activity.ts';
import { changeStatus } from './change-status.ts';

/**
 * Sets the status by name (behaviour 3.1). Snoozed needs a duration or time and may be set again; any other status that the
 * conversation has already changes nothing. Resolving needs an assigned agent, unless `without_assignee` says that a rule does it.
 * Throws conversation.status_unknown, conversation.snooze_duration, conversation.resolve_needs_assignee.
 */
export async function setStatus(
  uow: UnitOfWork,
  conversation: ConversationRow,
  input: StatusInput,
  options: { without_assignee?: boolean } = {},
): Promise<ConversationRow> {
  const status = await findSettableStatus(uow, conversation, input.status, options);
  const isSnooze = status.name === defaultStatusNames.snoozed;
  const until = isSnooze ? snoozeUntil(input.snoozed_until_at || input.snoozed_until || '', uow.now) : null;
  if (isSnooze && !until) throw new AppError('conversation.snooze_duration');
  if (status.id === conversation.status_id && !isSnooze) return conversation;
  const changed = await changeStatus(uow, conversation, status, until);
  await addActivity(
    uow,
    changed.conversation,
    until
      ? { activity_type: 'snoozed', params: { status: status.name, snoozed_until: until.toISOString() } }
      : { activity_type: 'status_change', params: { status: status.name } },
  );
  broadcastProps(uow, changed.conversation, changed.props);
  return changed.conversation;
}

/** The status of that name, if the conversation may get it. Throws conversation.status_unknown, conversation.resolve_needs_assignee. */
export async function findSettableStatus(
  uow: UnitOfWork,
  conversation: ConversationRow,
  name: string,
  options: { without_assignee?: boolean } = {},
): Promise<StatusRow> {
  const status = await findStatusByName(uow.db, name);
  if (!status) throw new AppError('conversation.status_unknown');
  // Closed never needed an agent (B3.1.2); every other way to be done with a conversation does.
  const needsAssignee = status.category === 'resolved' && status.name !== defaultStatusNames.closed;
  const isChange = status.id !== conversation.status_id;
  if (isChange && needsAssignee && conversation.assigned_user_id === null && !options.without_assignee) {
    throw new AppError('conversation.resolve_needs_assignee');
  }
  return status;
}
