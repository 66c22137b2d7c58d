import { type BulkAction, type BulkInput, type BulkResult, bulkActionPermissions } from '@bellhop/contract';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { demandPermission } from '../../../core/demand-permission.ts';
import type { Deps } from '../../../core/deps.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { describeError } from '../../settings/index.ts';
import { lockVisible } from '../access.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { isDatabaseTrouble } from '../thread/intake-failure.ts';
import { assignTeam } from './assign-team.ts';
import { assignUser } from './assign-user.ts';
import { markUnread } from './mark-unread.ts';
import { removeTeam } from './remove-team.ts';
import { removeUser } from './remove-user.ts';
import { setPriority } from './set-priority.ts';
import { setStatus } from './set-status.ts';
import { setTags } from './set-tags.ts';

/**
 * One change for many conversations, one after the other in the order given and each in a unit of work of its own, with all that
 * the single call does. What cannot be done is named and holds up nothing, unless the database is away: then the rest is
 * not tried. One that the actor doesn't see fails as not found. Throws
 * permission.missing when the actor may not make the change at all.
 */
export async function changeMany(deps: Deps, actor: Actor, input: BulkInput): Promise<BulkResult> {
  demandPermission(actor, bulkActionPermissions[input.action.type]);
  const result: BulkResult = { done: [], failed: [] };
  const uuids = [...new Set(input.uuids)];
  for (const [index, uuid] of uuids.entries()) {
    try {
      await deps.work(actor, async (uow) => changeOne(uow, await lockVisible(uow, uuid), input.action));
      result.done.push(uuid);
    } catch (error) {
      if (!(error instanceof AppError)) deps.log.error({ err: error, conversation_uuid: uuid }, 'a bulk change failed');
      if (isDatabaseTrouble(error)) {
        // The next one would wait as long for nothing.
        const code = 'general.unavailable';
        const told = describeError(deps.db, new AppError(code));
        result.failed.push(...uuids.slice(index).map((each) => ({ uuid: each, code, ...told })));
        break;
      }
      const known = error instanceof AppError ? error : new AppError('conversation.change_failed');
      result.failed.push({ uuid, code: known.code, ...describeError(deps.db, known) });
    }
  }
  return result;
}

function changeOne(uow: UnitOfWork, conversation: ConversationRow, action: BulkAction): Promise<unknown> {
  switch (action.type) {
    case 'set_status':
      return setStatus(uow, conversation, action);
    case 'assign_user':
      return action.assignee_id === null
        ? removeUser(uow, conversation)
        : assignUser(uow, conversation, action.assignee_id);
    case 'assign_team':
      return action.assignee_id === null
        ? removeTeam(uow, conversation)
        : assignTeam(uow, conversation, action.assignee_id);
    case 'set_priority':
      return setPriority(uow, conversation, action.priority);
    case 'add_tags':
      return setTags(uow, conversation, action.tags, 'add');
    case 'remove_tags':
      return setTags(uow, conversation, action.tags, 'remove');
    case 'mark_unread':
      return markUnread(uow, conversation);
  }
}
