import { type Macro, type MacroAction, type MacroOccasion, macroActionPermissions } from '@bellhop/contract';

/** Whoever wants to use a macro. */
export interface MacroViewer {
  id: number;
  team_ids: readonly number[];
  permissions: ReadonlySet<string>;
}

/** Whether a macro is for this agent: for all, for one of their teams, or their own (behaviour 13.2). Ids may be text, as on the wire. */
export function isMacroFor(
  viewer: Pick<MacroViewer, 'id' | 'team_ids'>,
  macro: { visibility: string; team_id: number | string | null; user_id: number | string | null },
): boolean {
  switch (macro.visibility) {
    case 'all':
      return true;
    case 'team':
      return macro.team_id !== null && viewer.team_ids.includes(Number(macro.team_id));
    default:
      return macro.user_id !== null && Number(macro.user_id) === viewer.id;
  }
}

/** The actions that this agent may perform (specification 5). */
export function allowedActions(
  viewer: Pick<MacroViewer, 'permissions'>,
  actions: readonly MacroAction[],
): MacroAction[] {
  return actions.filter(({ type }) => viewer.permissions.has(macroActionPermissions[type]));
}

/**
 * The macros to offer at an occasion, with the actions that the agent may perform; those left with neither action nor message are
 * not offered (wire B 4.2, specification 5).
 */
export function offeredMacros(viewer: MacroViewer, macros: readonly Macro[], occasion: MacroOccasion): Macro[] {
  return macros
    .filter((macro) => isMacroFor(viewer, macro))
    .filter(({ visible_when }) => visible_when.length === 0 || visible_when.includes(occasion))
    .map((macro) => ({ ...macro, actions: allowedActions(viewer, macro.actions) }))
    .filter((macro) => macro.actions.length > 0 || macro.message_content !== '');
}
