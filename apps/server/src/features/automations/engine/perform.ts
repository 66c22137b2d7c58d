import { defaultStatusNames, isRuleAction, type RuleActionType } from '@bellhop/contract';
import type { RuleAction } from '@bellhop/rules';
import { AppError } from '../../../core/app-error.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { sanitizeComposedHtml } from '../../../lib/html-composed.ts';
import { addNote, type ConversationRow, setStatus } from '../../conversations/index.ts';
import { sendSurvey } from '../../csat/index.ts';
import { runAction } from '../../macros/index.ts';
import type { AutomationRow } from '../automations.queries.ts';
import { sendNotice } from './send-notice.ts';
import { sendReply } from './send-reply.ts';

/** How a conversation stands after an action; `skipped` tells why the action was held back. */
export interface Performed {
  conversation: ConversationRow;
  skipped?: AppError;
}

/** Performs one action of a rule as the unit's actor (behaviour 4.9). Throws AppError for what cannot be done, with nothing written. */
export async function perform(
  uow: UnitOfWork,
  conversation: ConversationRow,
  rule: Pick<AutomationRow, 'id' | 'events'>,
  { type, value }: RuleAction,
): Promise<Performed> {
  if (!isRuleAction(type)) throw invalid(type, 'there is no such action');
  switch (type) {
    case 'send_private_note': {
      const noted = await addNote(uow, conversation, {
        html: sanitizeComposedHtml(htmlOf(type, value)),
        attachments: [],
      });
      return { conversation: noted.conversation };
    }
    case 'send_reply':
      return sendReply(uow, conversation, rule, htmlOf(type, value));
    case 'snooze': {
      const snoozed = { status: defaultStatusNames.snoozed, snoozed_until: value[0] ?? '' };
      return { conversation: await setStatus(uow, conversation, snoozed) };
    }
    case 'notify': {
      const skipped = await sendNotice(uow, conversation, value);
      return { conversation, ...(skipped && { skipped }) };
    }
    case 'send_csat':
      await sendSurvey(uow, conversation);
      return { conversation };
    default:
      if (value.length === 0) throw invalid(type, 'its value is empty');
      return { conversation: await runAction(uow, conversation, type, value, { without_assignee: true }) };
  }
}

function htmlOf(type: RuleActionType, [html = '']: readonly string[]): string {
  if (html.trim() === '') throw invalid(type, 'its text is empty');
  return html;
}

function invalid(type: string, reason: string): AppError {
  return new AppError('automation.action_invalid', { params: { type, reason } });
}

/** In the rule's order, but for a team, which goes before the agent that it could take away (settled question 24). */
export function inOrder(actions: readonly RuleAction[]): RuleAction[] {
  const agent = actions.findIndex(({ type }) => type === 'assign_user');
  const isLate = ({ type }: RuleAction, at: number) => type === 'assign_team' && at > agent;
  if (agent < 0) return [...actions];
  return [
    ...actions.slice(0, agent),
    ...actions.filter(isLate),
    ...actions.slice(agent).filter((action) => action.type !== 'assign_team'),
  ];
}
