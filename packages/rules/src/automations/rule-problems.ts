import type {
  AutomationType,
  CustomAttribute,
  RuleField,
  RuleProblem,
  RuleProblemCode,
  RuleReference,
  RuleValueKind,
} from '@bellhop/contract';
import { defaultStatusNames } from '@bellhop/contract';
import {
  groupsPerRule,
  isRuleAction,
  listOperators,
  operatorsOfKind,
  ruleActions,
  ruleFields,
  ruleFieldTypes,
  ruleLimits,
  ruleOperators,
  valuelessOperators,
} from '@bellhop/contract/automations/vocabulary';
import { parseGoDuration } from '@bellhop/contract/go-duration';
import { isWritten } from '../composed-html.ts';
import { snoozeUntil } from '../snooze.ts';
import { readNotice, readRecipient } from './notice.ts';
import { listEntries, type RuleAction, type RuleBody, type RuleCondition } from './read-rule.ts';

/** What rules may refer to: names by id (as text) of each kind of row, tag names, and the definitions of attributes. */
export interface RuleWorld {
  rows: Readonly<Record<RuleReference, ReadonlyMap<string, string>>>;
  tags: readonly string[];
  attributes: readonly Pick<CustomAttribute, 'applies_to' | 'key' | 'name' | 'data_type' | 'values'>[];
}

/** A field that a condition may compare, as a form needs it. `values`: what an attribute may hold; `name`: an attribute's. */
export interface KnownField extends RuleField {
  values?: readonly string[];
  name?: string;
}

const kindOfAttribute: Record<CustomAttribute['data_type'], RuleValueKind> = {
  text: 'text',
  link: 'text',
  number: 'number',
  checkbox: 'boolean',
  date: 'date',
  list: 'select',
};

/** The field of a condition, or undefined when there is none of that name; attributes serve rules of every type. */
export function findRuleField(world: RuleWorld, fieldType: string, field: string): KnownField | undefined {
  if (fieldType === 'conversation') {
    return Object.hasOwn(ruleFields, field) ? ruleFields[field as keyof typeof ruleFields] : undefined;
  }
  const attribute = world.attributes.find(
    (one) => `${one.applies_to}_custom_attribute` === fieldType && one.key === field,
  );
  if (!attribute) return undefined;
  const { name, data_type, values } = attribute;
  const kind = kindOfAttribute[data_type];
  return {
    kind,
    name,
    types: ['new_conversation', 'conversation_update', 'time_trigger'],
    ...(kind === 'select' && { values }),
  };
}

/** Why a caller is refused, in English; clients say it by `code`. */
const reasons: Record<RuleProblemCode, string> = {
  no_conditions: 'it has no condition; send match_all: true to run it on everything',
  no_actions: 'it has no action',
  too_many_groups: `it has more than ${groupsPerRule} groups`,
  type_unknown: 'there is no such field type',
  field_missing: 'it names no field',
  field_unknown: 'there is no such field',
  field_not_for_type: 'rules of this type do not know the field',
  attribute_gone: 'there is no such attribute',
  operator_missing: 'it names no operator',
  operator_not_for_field: 'the operator does not fit the field',
  value_missing: 'it must not be empty',
  value_no_number: 'it must be a number',
  value_no_date: 'it must be a date such as 2025-07-31',
  value_no_boolean: 'it must be true or false',
  value_not_listed: 'the attribute has no such value',
  action_unknown: 'there is no such action',
  action_value_missing: 'it must not be empty',
  action_one_value: 'it must hold one value',
  status_needs_time: 'snoozing needs a time, which a rule cannot give',
  team_gone: 'there is no such team',
  agent_gone: 'there is no such agent',
  status_gone: 'there is no such status',
  priority_gone: 'there is no such priority',
  inbox_gone: 'there is no such inbox',
  sla_gone: 'there is no such SLA policy',
  tag_gone: 'there is no such tag',
  value_no_duration: 'it must be a time such as 6h, a year at most',
  notice_incomplete: 'it must hold a subject, a message and at least one recipient',
  notice_too_long: `its subject may have ${ruleLimits.subject} characters, its message ${ruleLimits.notice}`,
  recipient_unknown: 'it must be assignee, assigned_team, team:<id> or user:<id>',
};

type Found = { at: string; code: RuleProblemCode } | null;

/**
 * Everything in a rule that cannot work, in its order (behaviour 4.1): fields, operators and values that do not fit, and what refers
 * to rows that are gone. Both sides ask it: the form before it saves, the server when it saves and, because rows are deleted later,
 * when it answers.
 */
export function ruleProblems(type: AutomationType, body: RuleBody, world: RuleWorld): RuleProblem[] {
  const problems: RuleProblem[] = [];
  const add = (path: string, code: RuleProblemCode) => problems.push({ path, code, reason: reasons[code] });
  if (body.groups.length > groupsPerRule) add('rules.0.groups', 'too_many_groups');
  const conditions = body.groups.flatMap((group) => group.rules);
  if (conditions.length === 0 && !body.match_all) add('rules.0.groups', 'no_conditions');
  body.groups.forEach((group, groupAt) => {
    group.rules.forEach((condition, at) => {
      const found = conditionProblem(type, condition, world);
      if (found) add(`rules.0.groups.${groupAt}.rules.${at}.${found.at}`, found.code);
    });
  });
  if (body.actions.length === 0) add('rules.0.actions', 'no_actions');
  body.actions.forEach((action, at) => {
    for (const found of actionProblems(action, world)) add(`rules.0.actions.${at}.${found.at}`, found.code);
  });
  return problems;
}

/** Whether a rule with this problem may be saved all the same. */
export function isTolerable({ code }: Pick<RuleProblem, 'code'>): boolean {
  return code === 'tag_gone';
}

function conditionProblem(type: AutomationType, condition: RuleCondition, world: RuleWorld): Found {
  if (!ruleFieldTypes.some((one) => one === condition.field_type)) return { at: 'field_type', code: 'type_unknown' };
  if (condition.field === '') return { at: 'field', code: 'field_missing' };
  const field = findRuleField(world, condition.field_type, condition.field);
  if (!field) {
    return { at: 'field', code: condition.field_type === 'conversation' ? 'field_unknown' : 'attribute_gone' };
  }
  if (!field.types.includes(type)) return { at: 'field', code: 'field_not_for_type' };
  if (condition.operator === '') return { at: 'operator', code: 'operator_missing' };
  const operator = ruleOperators.find((one) => one === condition.operator);
  if (!operator || !operatorsOfKind[field.kind].includes(operator)) {
    return { at: 'operator', code: 'operator_not_for_field' };
  }
  if (valuelessOperators.includes(operator)) return null;
  const code = listOperators.includes(operator)
    ? listEntries(condition.value).length === 0 && 'value_missing'
    : valueProblem(field, condition.value, world);
  return code ? { at: 'value', code } : null;
}

function valueProblem(field: KnownField, value: string, world: RuleWorld): RuleProblemCode | null {
  if (value.trim() === '') return 'value_missing';
  switch (field.kind) {
    case 'text':
      return null;
    case 'boolean':
      return value === 'true' || value === 'false' ? null : 'value_no_boolean';
    case 'date':
      return isDay(value) ? null : 'value_no_date';
    case 'number':
      // An attribute may be less than nothing or in parts; hours are counted.
      return (field.name === undefined ? /^\d{1,6}$/ : /^-?\d{1,15}(\.\d{1,9})?$/).test(value)
        ? null
        : 'value_no_number';
    case 'select':
      if (field.reference) return world.rows[field.reference].has(value) ? null : `${field.reference}_gone`;
      return field.values?.includes(value) ? null : 'value_not_listed';
  }
}

function actionProblems(action: RuleAction, world: RuleWorld): NonNullable<Found>[] {
  if (!isRuleAction(action.type)) return [{ at: 'type', code: 'action_unknown' }];
  const kind = ruleActions[action.type];
  const first = action.value[0] ?? '';
  switch (kind) {
    case 'none':
      return [];
    case 'tags':
      return tagProblems(action.value, world);
    case 'duration':
      if (action.value.length > 1) return [{ at: 'value', code: 'action_one_value' }];
      if (first.trim() === '') return [{ at: 'value.0', code: 'action_value_missing' }];
      return isSnooze(first) ? [] : [{ at: 'value.0', code: 'value_no_duration' }];
    case 'notice':
      return noticeProblems(action.value, world);
    case 'html':
      if (action.value.length > 1) return [{ at: 'value', code: 'action_one_value' }];
      return isWritten(first) ? [] : [{ at: 'value.0', code: 'action_value_missing' }];
    default:
      if (action.value.length > 1) return [{ at: 'value', code: 'action_one_value' }];
      if (first === '') return [{ at: 'value.0', code: 'action_value_missing' }];
      if (!world.rows[kind].has(first)) return [{ at: 'value.0', code: `${kind}_gone` }];
      return kind === 'status' && world.rows.status.get(first) === defaultStatusNames.snoozed
        ? [{ at: 'value.0', code: 'status_needs_time' }]
        : [];
  }
}

/** A length of time only: a day that is named would lie in the past some day. */
function isSnooze(text: string): boolean {
  return parseGoDuration(text.trim()) !== null && snoozeUntil(text, new Date()) !== null;
}

function noticeProblems(value: readonly string[], world: RuleWorld): NonNullable<Found>[] {
  const { subject, message, recipients } = readNotice(value);
  if (subject.trim() === '' || message.trim() === '' || recipients.length === 0) {
    return [{ at: 'value', code: 'notice_incomplete' }];
  }
  if (subject.length > ruleLimits.subject || message.length > ruleLimits.notice) {
    return [{ at: 'value', code: 'notice_too_long' }];
  }
  return recipients.flatMap((text, index): NonNullable<Found>[] => {
    const at = `value.${index + 2}`;
    const recipient = readRecipient(text);
    if (!recipient) return [{ at, code: 'recipient_unknown' }];
    if (!('id' in recipient)) return [];
    const reference = recipient.kind === 'team' ? 'team' : 'agent';
    return world.rows[reference].has(String(recipient.id)) ? [] : [{ at, code: `${reference}_gone` }];
  });
}

function tagProblems(names: readonly string[], world: RuleWorld): NonNullable<Found>[] {
  if (names.length === 0) return [{ at: 'value', code: 'action_value_missing' }];
  const known = new Set(world.tags.map((name) => name.toLowerCase()));
  return names.flatMap((name, at): NonNullable<Found>[] => {
    if (name.trim() === '') return [{ at: `value.${at}`, code: 'action_value_missing' }];
    return known.has(name.trim().toLowerCase()) ? [] : [{ at: `value.${at}`, code: 'tag_gone' }];
  });
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const parsed = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
}
