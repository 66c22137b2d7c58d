import type { Macro, MacroAction } from '@bellhop/contract';
import { toApiError } from '../../../../lib/api.ts';
import { toast } from '../../../../ui/toast.ts';
import { applyMacro } from '../../../macros/index.ts';
import type { ComposeMode, DraftMacro } from '../../drafts/draft.ts';
import { drafts } from '../../drafts.ts';
import { openComposer } from './composer-state.ts';
import { insertHtml } from './editors.ts';

/**
 * Makes a macro that of a reply or note (specification 4): its message goes to the caret, its actions wait above the text
 * and run when that is sent. What is written stays; an earlier macro's actions do not.
 */
export function insertMacro(uuid: string, mode: ComposeMode, { id, name, actions, message_content }: Macro): void {
  drafts().change(uuid, mode, { macro: { id, name, actions } });
  const isOnScreen = insertHtml(uuid, mode, message_content);
  if (!isOnScreen) openComposer(uuid, mode);
}

/** Takes one action out, or with none named the macro itself; its text stays. */
export function dropMacro(uuid: string, mode: ComposeMode, action?: MacroAction): void {
  const { macro } = drafts().read(uuid, mode);
  if (!macro) return;
  const actions = action ? macro.actions.filter((one) => one !== action) : [];
  drafts().change(uuid, mode, { macro: action ? { ...macro, actions } : null });
}

/** Runs the actions of a macro now; a failure is told in a toast. Answers whether at least one of them worked. */
export async function runMacro(uuid: string, { id, actions }: Pick<DraftMacro, 'id' | 'actions'>): Promise<boolean> {
  try {
    await applyMacro(uuid, id, actions);
    return true;
  } catch (error) {
    toast.error(toApiError(error).message);
    return false;
  }
}
