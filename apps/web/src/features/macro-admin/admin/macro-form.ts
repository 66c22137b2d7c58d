import type { Macro } from '@bellhop/contract';
import { MacroInput } from '@bellhop/contract/macros';
import { isWritten } from '@bellhop/rules/composed-html';
import type * as z from 'zod';
import { t } from '../../../lib/i18n.ts';

/** The contract's schema, with what the server looks at beyond it: an owner where one is asked for, and something to do. */
export const MacroForm = MacroInput.superRefine((macro, context) => {
  const owner = macro.visibility === 'team' ? 'team_id' : 'user_id';
  if (macro.visibility !== 'all' && !macro[owner]) {
    context.addIssue({ code: 'custom', path: [owner], message: t('form.error.required') });
  }
  if (!isWritten(macro.message_content) && macro.actions.length === 0) {
    context.addIssue({ code: 'custom', path: ['message_content'], message: t('admin.macro.messageOrActionRequired') });
  }
});

/** A macro as its form shows it; a new one is for everybody. */
export function macroValues(macro: Macro | undefined): z.input<typeof MacroInput> {
  if (!macro) {
    return {
      name: '',
      message_content: '',
      visibility: 'all',
      visible_when: ['replying', 'starting_conversation', 'adding_private_note'],
      team_id: null,
      user_id: null,
      actions: [],
    };
  }
  const { name, message_content, visibility, visible_when, team_id, user_id } = macro;
  const actions = macro.actions.map(({ type, value }) => ({ type, value }));
  return { name, message_content, visibility, visible_when, team_id, user_id, actions };
}
