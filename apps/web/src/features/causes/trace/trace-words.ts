import type { CauseAction, CauseTrace } from '@bellhop/contract';
import { isRuleAction, type RuleReference, ruleActions } from '@bellhop/contract/automations/vocabulary';
import { findRuleField, type RuleWorld } from '@bellhop/rules/automations/rule-problems';
import { fullDate } from '../../../lib/format.ts';
import { language, type TextKey, t } from '../../../lib/i18n.ts';
import { actionInWords, quoted } from '../../rule-words/index.ts';

/** What domain events are called in the words of rules. */
const events: Record<string, TextKey> = {
  'conversation.created': 'automation.starts',
  'conversation.user_assigned': 'automation.event.conversation.user.assigned',
  'conversation.team_assigned': 'automation.event.conversation.team.assigned',
  'conversation.status_changed': 'automation.event.conversation.status.change',
  'conversation.priority_changed': 'automation.event.conversation.priority.change',
  'message.received': 'automation.event.conversation.message.incoming',
  'message.delivered': 'automation.event.conversation.message.outgoing',
};

/** What began it: "a customer writes". An event that has no words here is named as it is. */
export function eventText(kind: string): string {
  const key = events[kind];
  return key ? t(key) : (textOf(`causes.event.${kind}`) ?? kind);
}

/** What was weighed, by name. */
export function factName(name: string): string {
  return textOf(`causes.fact.${name}`) ?? name;
}

/** Times as the reader writes them, the rest as it stands. */
export function factValue(value: string): string {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? fullDate(value) : value;
}

/** An action, also one that rules do not have. */
export function actionText(action: CauseAction, world: RuleWorld): string {
  if (isRuleAction(action.type)) return actionInWords(action, world);
  const said = textOf(`causes.action.${action.type}`) ?? quoted(action.type);
  return action.value.length > 0 ? `${said}: ${action.value.join(', ')}` : said;
}

/** Why an action was not done, in the reader's language; with its particulars in English alone. */
export function reasonText({ code, error }: CauseAction): { text: string; particulars: string | null } | null {
  const said = code === null ? undefined : textOf(`errors.${code}`);
  if (language().startsWith('en') || said === undefined) return error ? { text: error, particulars: null } : null;
  return { text: said, particulars: error };
}

/** The text of a key that may not exist: others than those here name what they record. */
function textOf(key: string): string | undefined {
  const text = t(key as TextKey);
  return text === key ? undefined : text;
}

/** The world with the rows that a trace names and that are gone: they are called by their numbers. */
export function withGoneRows(world: RuleWorld, { groups, actions }: Pick<CauseTrace, 'groups' | 'actions'>): RuleWorld {
  const rows = { ...world.rows };
  const add = (reference: RuleReference, id: string) => {
    if (!/^\d+$/.test(id) || rows[reference].has(id)) return;
    rows[reference] = new Map([...rows[reference], [id, `#${id}`]]);
  };
  for (const { field, field_type, value, found } of groups.flatMap(({ conditions }) => conditions)) {
    const reference = findRuleField(world, field_type, field)?.reference;
    if (reference) for (const id of [value, found]) add(reference, id);
  }
  for (const { type, value } of actions) {
    const kind = isRuleAction(type) ? ruleActions[type] : 'none';
    if (kind in rows) for (const id of value) add(kind as RuleReference, id);
  }
  return { ...world, rows };
}
