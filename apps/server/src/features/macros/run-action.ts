import type { MacroActionType, messageActionTypes } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import {
  assignTeam,
  assignUser,
  type ConversationRow,
  setPriority,
  setStatus,
  setTags,
} from '../conversations/index.ts';
import { loadPriorities } from '../priorities/index.ts';
import { applyPolicy } from '../sla/index.ts';
import { knownStatuses } from '../statuses/index.ts';

/** Actions that change the conversation. */
export type ApplicableType = Exclude<MacroActionType, (typeof messageActionTypes)[number]>;

/**
 * Performs one action by the verb of its manual change. Statuses and priorities come by id (wire B 4.1); Snoozed fails, for want of a
 * duration. `without_assignee` resolves without an agent, as rules may. Throws what the verbs throw, and macro.action_invalid for a value that is no id.
 */
export async function runAction(
  uow: UnitOfWork,
  conversation: ConversationRow,
  type: ApplicableType,
  value: readonly string[],
  options: { without_assignee?: boolean } = {},
): Promise<ConversationRow> {
  switch (type) {
    case 'assign_team':
      return assignTeam(uow, conversation, idOf(type, value));
    case 'assign_user':
      return assignUser(uow, conversation, idOf(type, value));
    case 'set_status': {
      const id = idOf(type, value);
      const status = (await knownStatuses(uow.db)).find((one) => one.id === id);
      if (!status) throw new AppError('conversation.status_unknown');
      return setStatus(uow, conversation, { status: status.name }, options);
    }
    case 'set_priority': {
      const id = idOf(type, value);
      const priority = (await loadPriorities(uow.db)).find((one) => one.id === id);
      if (!priority) throw new AppError('conversation.priority_unknown');
      return setPriority(uow, conversation, priority.name);
    }
    case 'set_sla':
      return applyPolicy(uow, conversation, idOf(type, value));
    case 'add_tags':
      return setTags(uow, conversation, value, 'add');
    case 'set_tags':
      return setTags(uow, conversation, value, 'set');
    case 'remove_tags':
      return setTags(uow, conversation, value, 'remove');
  }
}

function idOf(type: string, value: readonly string[]): number {
  const [id = ''] = value;
  if (value.length !== 1 || !/^[1-9]\d{0,8}$/.test(id.trim())) {
    throw new AppError('macro.action_invalid', { params: { type, reason: 'its value must be one id' } });
  }
  return Number(id);
}
