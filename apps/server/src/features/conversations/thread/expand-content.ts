import { expandVariables } from '@bellhop/rules';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { variableValues } from './variable-values.ts';

/** Expands the variables of what an agent, macro or rule wrote, once, as it is saved (behaviour 6.1, settled question 23). */
export async function expandContent(uow: UnitOfWork, conversation: ConversationRow, html: string): Promise<string> {
  if (!html.includes('{{')) return html;
  return expandVariables(
    html,
    await variableValues(uow.db, conversation, uow.actor.kind === 'agent' ? uow.actor : null),
  );
}
