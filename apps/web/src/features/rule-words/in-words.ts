import {
  type AutomationEvent,
  type AutomationType,
  isRuleAction,
  listOperators,
  type RuleOperator,
  ruleOperators,
} from '@bellhop/contract/automations/vocabulary';
import { readNotice } from '@bellhop/rules/automations/notice';
import {
  listEntries,
  type RuleAction,
  type RuleBody,
  type RuleCondition,
  type RuleGroup,
} from '@bellhop/rules/automations/read-rule';
import { findRuleField, type KnownField, type RuleWorld } from '@bellhop/rules/automations/rule-problems';
import { durationInWords } from '../../lib/duration-words.ts';
import { language, type TextKey, t } from '../../lib/i18n.ts';
import { fieldPhrase, quoted, recipientName, rowName } from './rule-names.ts';

interface SaidRule {
  type: AutomationType;
  events: readonly AutomationEvent[];
  body: RuleBody;
}

/**
 * A rule as one sentence, in the reader's language: when it runs, what must be true and what it does. Every piece is a text of the
 * language file with places for the others; lists are joined by the language's own rules.
 */
export function ruleInWords({ type, events, body }: SaidRule, world: RuleWorld): string {
  const actions =
    body.actions.length === 0
      ? t('automation.sentence.nothing')
      : joined(
          body.actions.map((action) => actionInWords(action, world)),
          'AND',
        );
  const said = {
    actions,
    events:
      events.length === 0
        ? t('automation.any_event')
        : joined(
            events.map((event) => t(`automation.event.${event}`)),
            'OR',
          ),
  };
  const conditions = conditionsInWords(body, world);
  if (conditions === null) return t(`automation.sentence.${type}.all`, said);
  return t(`automation.sentence.${type}`, { ...said, conditions });
}

/** What must be true; null when nothing need be. */
function conditionsInWords(body: RuleBody, world: RuleWorld): string | null {
  const [one, two] = body.groups.filter(({ rules }) => rules.length > 0).map((group) => groupInWords(group, world));
  if (one === undefined) return body.match_all ? null : t('automation.condition.incomplete');
  return two === undefined ? one : t(`automation.groups.${body.group_operator}`, { one, two });
}

function groupInWords({ logical_op, rules }: RuleGroup, world: RuleWorld): string {
  return joined(
    rules.map((condition) => conditionInWords(condition, world)),
    logical_op,
  );
}

const templates: Record<RuleOperator, TextKey> = {
  equals: 'automation.condition.equals',
  'not equals': 'automation.condition.not_equals',
  contains: 'automation.condition.contains',
  'not contains': 'automation.condition.not_contains',
  set: 'automation.condition.set',
  'not set': 'automation.condition.not_set',
  'greater than': 'automation.condition.greater_than',
  'less than': 'automation.condition.less_than',
};

/** One comparison. */
export function conditionInWords(condition: RuleCondition, world: RuleWorld): string {
  const known = findRuleField(world, condition.field_type, condition.field);
  const operator = ruleOperators.find((one) => one === condition.operator);
  if (!operator || condition.field === '') return t('automation.condition.incomplete');
  const field = fieldPhrase(world, condition.field_type, condition.field);
  const said = t(templateOf(operator, known), { field, value: valueInWords(condition, operator, known, world) });
  return condition.case_sensitive_match ? t('automation.condition.exact', { condition: said }) : said;
}

/** What was found where a condition looked, as text. */
export function foundInWords(
  condition: Pick<RuleCondition, 'field' | 'field_type'>,
  found: string,
  world: RuleWorld,
): string {
  return valueInWords({ value: found }, 'equals', findRuleField(world, condition.field_type, condition.field), world);
}

function templateOf(operator: RuleOperator, known: KnownField | undefined): TextKey {
  if (known?.kind === 'date' && operator === 'greater than') return 'automation.condition.after';
  if (known?.kind === 'date' && operator === 'less than') return 'automation.condition.before';
  return templates[operator];
}

function valueInWords(
  { value }: Pick<RuleCondition, 'value'>,
  operator: RuleOperator,
  known: KnownField | undefined,
  world: RuleWorld,
): string {
  if (value === '') return '…';
  if (listOperators.includes(operator)) return joined(listEntries(value).map(quoted), 'OR');
  if (known?.reference) return rowName(world, known.reference, value);
  switch (known?.kind) {
    case 'boolean':
      return t(value === 'true' ? 'globals.messages.yes' : 'globals.messages.no');
    case 'date':
      return dayInWords(value);
    case 'number':
      return known.name === undefined ? t('automation.hours', { n: value }, Number(value)) : value;
    default:
      return quoted(value);
  }
}

/** One action. */
export function actionInWords({ type, value }: RuleAction, world: RuleWorld): string {
  if (!isRuleAction(type)) return quoted(type);
  const [first = ''] = value;
  const name = (row: 'team' | 'agent' | 'status' | 'priority' | 'sla') =>
    first === '' ? '…' : rowName(world, row, first);
  const names = value.length === 0 ? '…' : joined(value.map(quoted), 'AND');
  switch (type) {
    case 'assign_team':
      return t('automation.do.assign_team', { name: name('team') });
    case 'assign_user':
      return t('automation.do.assign_user', { name: name('agent') });
    case 'set_status':
      return t('automation.do.set_status', { name: name('status') });
    case 'set_priority':
      return t('automation.do.set_priority', { name: name('priority') });
    case 'set_sla':
      return t('automation.do.set_sla', { name: name('sla') });
    case 'add_tags':
    case 'set_tags':
    case 'remove_tags':
      return t(`automation.do.${type}`, { names }, value.length);
    case 'snooze':
      return t('automation.do.snooze', { time: first === '' ? '…' : durationInWords(first) });
    case 'notify': {
      const { subject, recipients } = readNotice(value);
      const people =
        recipients.length === 0
          ? '…'
          : joined(
              recipients.map((one) => recipientName(one, world)),
              'AND',
            );
      return t('automation.do.notify', { names: people, subject: subject === '' ? '…' : quoted(subject) });
    }
    case 'send_private_note':
    case 'send_reply':
    case 'send_csat':
      return t(`automation.do.${type}`);
  }
}

function joined(parts: readonly string[], operator: 'AND' | 'OR'): string {
  const type = operator === 'AND' ? 'conjunction' : 'disjunction';
  return new Intl.ListFormat(language(), { type }).format(parts);
}

function dayInWords(value: string): string {
  const day = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return quoted(value);
  return new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeZone: 'UTC' }).format(day);
}
