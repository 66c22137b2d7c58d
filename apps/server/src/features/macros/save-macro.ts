import type { Macro, MacroActionType, MacroInput, Usage } from '@bellhop/contract';
import { isWritten } from '@bellhop/rules';
import { AppError } from '../../core/app-error.ts';
import { refused } from '../../core/refused.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import { sanitizeComposedHtml } from '../../lib/html-composed.ts';
import { recordChange } from '../activity-log/index.ts';
import { macroViews } from './macro-view.ts';
import {
  countDraftsWith,
  deleteMacro,
  deleteMacrosOfTeam,
  findActionNames,
  findMacro,
  insertMacro,
  lockMacro,
  type MacroRow,
  type MacroValues,
  ownerExists,
  patchMacro,
} from './macros.queries.ts';

/** Creates a macro. Throws input.invalid, macro.empty, macro.action_invalid, macro.action_twice. */
export async function createMacro(uow: UnitOfWork, input: MacroInput): Promise<Macro> {
  const values = await checkedValues(uow, input);
  const row = await insertMacro(uow.db, { ...values, now: uow.now });
  await recordChange(uow, { entity: 'macro', id: row.id, name: row.name, before: null, after: { ...values } });
  return changed(uow, row);
}

/** Changes a macro as a whole; its uses stay counted. Throws as `createMacro`, macro.not_found, config.changed_meanwhile. */
export async function updateMacro(uow: UnitOfWork, id: number, input: MacroInput): Promise<Macro> {
  const values = await checkedValues(uow, input);
  const stored = await lockMacro(uow.db, id);
  if (!stored) throw new AppError('macro.not_found');
  assertUnchanged(stored, input);
  const row = await patchMacro(uow.db, id, { ...values, now: uow.now });
  const before = valuesOf(stored);
  await recordChange(uow, { entity: 'macro', id, name: row.name, before, after: { ...values } });
  return changed(uow, row);
}

/** Deletes a macro. Throws macro.not_found. */
export async function removeMacro(uow: UnitOfWork, id: number): Promise<true> {
  const row = await lockMacro(uow.db, id);
  if (!row) throw new AppError('macro.not_found');
  await deleteMacro(uow.db, id);
  await recordChange(uow, { entity: 'macro', id, name: row.name, before: valuesOf(row), after: null });
  uow.broadcast('macros_changed', {}, { to: 'everybody' });
  return true;
}

/** What would miss a macro: conversations with a draft that applies it when it is sent. Throws macro.not_found. */
export async function macroUsage(db: Reader, id: number): Promise<Usage> {
  if (!(await findMacro(db, id))) throw new AppError('macro.not_found');
  return { used_by: [], total: 0, conversations: await countDraftsWith(db, id) };
}

/** A team is gone: the macros that only it had go with it (wire A 8.6). */
export async function removeMacrosOfTeam(uow: UnitOfWork, teamId: number): Promise<void> {
  const rows = await deleteMacrosOfTeam(uow.db, teamId);
  for (const row of rows) {
    await recordChange(uow, { entity: 'macro', id: row.id, name: row.name, before: valuesOf(row), after: null });
  }
  if (rows.length > 0) uow.broadcast('macros_changed', {}, { to: 'everybody' });
}

async function changed(uow: UnitOfWork, row: MacroRow): Promise<Macro> {
  uow.broadcast('macros_changed', {}, { to: 'everybody' });
  return (await macroViews(uow.db, [row]))[0]!;
}

function valuesOf(row: MacroRow) {
  const { name, message_content, visible_when, visibility, team_id, user_id, actions } = row;
  return { name, message_content, visible_when, visibility, team_id, user_id, actions };
}

const byId: readonly MacroActionType[] = ['assign_team', 'assign_user', 'set_status', 'set_priority', 'set_sla'];
const byHtml: readonly MacroActionType[] = ['send_private_note', 'send_reply'];

/**
 * What is stored of a macro: cleaned HTML, and of team and agent only the one that the visibility asks for, because clients send
 * stale ids of the other kind, which would show the macro to more people (wire B 4.4).
 */
async function checkedValues(uow: UnitOfWork, input: MacroInput): Promise<MacroValues> {
  const values: MacroValues = {
    name: input.name,
    message_content: isWritten(input.message_content) ? sanitizeComposedHtml(input.message_content) : '',
    visible_when: [...new Set(input.visible_when)],
    visibility: input.visibility,
    team_id: input.visibility === 'team' ? (input.team_id ?? null) : null,
    user_id: input.visibility === 'user' ? (input.user_id ?? null) : null,
    actions: input.actions.map(({ type, value }) => checkedAction(type, value)),
  };
  if (values.message_content === '' && values.actions.length === 0) throw new AppError('macro.empty');
  for (const { type } of values.actions) {
    if (values.actions.filter((one) => one.type === type).length > 1) {
      throw new AppError('macro.action_twice', { params: { type } });
    }
  }
  const owner = input.visibility === 'team' ? 'team_id' : 'user_id';
  if (values.visibility !== 'all' && values[owner] === null) throw refused(owner, 'it is missing');
  if (!(await ownerExists(uow.db, values))) throw refused(owner, 'there is no such row');
  const names = await findActionNames(uow.db, [values]);
  for (const { type, value } of values.actions) {
    if (byId.includes(type) && !names.has(`${type} ${value[0]}`)) {
      throw new AppError('macro.action_invalid', { params: { type, reason: 'there is no such row' } });
    }
  }
  return values;
}

function checkedAction(type: MacroActionType, value: readonly string[]): MacroValues['actions'][number] {
  if (byId.includes(type)) {
    const [id = ''] = value;
    if (value.length !== 1 || !/^[1-9]\d{0,8}$/.test(id.trim())) {
      throw new AppError('macro.action_invalid', { params: { type, reason: 'its value must be one id' } });
    }
    return { type, value: [id.trim()] };
  }
  if (byHtml.includes(type)) return { type, value: value.map((html) => sanitizeComposedHtml(html)) };
  const names = value.map((name) => name.trim()).filter((name) => name !== '');
  if (names.length === 0) {
    throw new AppError('macro.action_invalid', { params: { type, reason: 'it names no tag' } });
  }
  return { type, value: names };
}
