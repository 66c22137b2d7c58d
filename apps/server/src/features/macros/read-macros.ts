import type { Macro } from '@bellhop/contract';
import { isMacroFor } from '@bellhop/rules';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { macroViews } from './macro-view.ts';
import { findMacro, listMacroRows, listMacroRowsFor, type MacroRow } from './macros.queries.ts';

/** The macros that the actor may use; all of them for who manages macros, whose table this call feeds too (wire B 4.2). */
export async function listMacros(db: Reader, actor: Actor): Promise<Macro[]> {
  return macroViews(db, await (managesMacros(actor) ? listMacroRows(db) : listMacroRowsFor(db, actor)));
}

/** One macro. Throws macro.not_found. */
export async function getMacro(db: Reader, id: number): Promise<Macro> {
  const row = await findMacro(db, id);
  if (!row) throw new AppError('macro.not_found');
  return (await macroViews(db, [row]))[0]!;
}

/** A macro that the actor may use. Throws macro.not_found for others too. */
export async function loadUsable(db: Reader, actor: Actor, id: number): Promise<MacroRow> {
  const row = await findMacro(db, id);
  if (!row || !(managesMacros(actor) || isMacroFor(actor, row))) throw new AppError('macro.not_found');
  return row;
}

function managesMacros(actor: Actor): boolean {
  return actor.permissions.has('macros:manage');
}
