import {
  type AppliedMacro,
  type ApplyMacroInput,
  type MacroActionType,
  macroActionPermissions,
  messageActionTypes,
} from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { demandPermission } from '../../core/demand-permission.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { type ConversationRow, lockVisible } from '../conversations/index.ts';
import { currentLanguagePack, describeError } from '../settings/index.ts';
import { countUse } from './macros.queries.ts';
import { loadUsable } from './read-macros.ts';
import { type ApplicableType, runAction } from './run-action.ts';

interface Action {
  type: ApplicableType;
  value: readonly string[];
}

/**
 * Applies actions of a macro to a conversation as the actor's own changes (wire B 4.6, behaviour 13.2). The actions come from the
 * request, because agents leave some out; none at all counts as a use of the macro's text. Seen once at the start, the conversation
 * may leave the actor's sight on the way. Throws permission.missing, macro.action_not_applicable, macro.action_twice,
 * conversation.not_found, macro.not_found, and macro.all_failed when nothing could be done.
 */
export async function applyMacro(
  deps: Deps,
  actor: Actor,
  input: { uuid: string; macro_id: number; actions: ApplyMacroInput },
): Promise<AppliedMacro> {
  const actions = inOrder(checkedActions(actor, input.actions));
  const failed = await deps.work(actor, async (uow) => {
    const conversation = await lockVisible(uow, input.uuid);
    const macro = await loadUsable(uow.db, actor, input.macro_id);
    const failures = await runAll(deps, uow, conversation, actions);
    if (actions.length > 0 && failures.length === actions.length) {
      throw new AppError('macro.all_failed', { params: { reason: failures[0]!.message } });
    }
    await countUse(uow.db, macro.id, uow.now);
    return failures;
  });
  const pack = currentLanguagePack(deps.db);
  const key = failed.length > 0 ? 'macro.partly_failed' : 'macro.applied';
  return { message: pack[key] ?? key, failed };
}

/** Every verb refuses before it writes anything, so what fails leaves no trace in the common unit of work. */
async function runAll(
  deps: Deps,
  uow: UnitOfWork,
  conversation: ConversationRow,
  actions: readonly Action[],
): Promise<AppliedMacro['failed']> {
  const failures: AppliedMacro['failed'] = [];
  let current = conversation;
  for (const { type, value } of actions) {
    try {
      current = await runAction(uow, current, type, value);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failures.push({ type, ...describeError(deps.db, error) });
    }
  }
  return failures;
}

function checkedActions(actor: Actor, given: ApplyMacroInput): Action[] {
  const actions = given.map(({ type, value }): Action => {
    if (!isApplicable(type)) throw new AppError('macro.action_not_applicable', { params: { type } });
    demandPermission(actor, macroActionPermissions[type]);
    return { type, value };
  });
  for (const { type } of actions) {
    if (actions.filter((one) => one.type === type).length > 1) {
      throw new AppError('macro.action_twice', { params: { type } });
    }
  }
  return actions;
}

function isApplicable(type: string): type is ApplicableType {
  return Object.hasOwn(macroActionPermissions, type) && !(messageActionTypes as readonly string[]).includes(type);
}

const first: readonly MacroActionType[] = ['assign_team', 'assign_user'];

/** Team before agent (settled question 24), and both before a status, because resolving needs an agent. */
function inOrder(actions: readonly Action[]): Action[] {
  const place = ({ type }: Action) => (first.includes(type) ? first.indexOf(type) : first.length);
  return [...actions].sort((a, b) => place(a) - place(b));
}
