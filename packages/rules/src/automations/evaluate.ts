import type { CauseCondition, CauseTrace, CustomAttribute } from '@bellhop/contract';
import {
  groupsPerRule,
  type RuleFieldName,
  type RuleFieldType,
  ruleFields,
  ruleOperators,
} from '@bellhop/contract/automations/vocabulary';
import { isAfter, isSameNumber, readDecimal } from './decimal.ts';
import { listEntries, type RuleBody, type RuleCondition, type RuleGroup } from './read-rule.ts';

/** How an attribute is compared; what is no such word is text. */
export type AttributeKind = CustomAttribute['data_type'];

/** The attribute values of one person or conversation, and the data types of the definitions that there are, by key. */
export interface AttributeFacts {
  values: Readonly<Record<string, unknown>>;
  types: ReadonlyMap<string, AttributeKind>;
}

/**
 * What a rule is held against. `fields`: each field as text, ids and whole hours too; null is unset. A field that is missing is not
 * known, and no condition on it holds: the previous values, but for the one that an event has changed.
 */
export interface RuleFacts {
  fields: Readonly<Partial<Record<RuleFieldName, string | null>>>;
  attributes: Readonly<Record<Exclude<RuleFieldType, 'conversation'>, AttributeFacts>>;
}

/**
 * Whether a rule is to act, and how each of its conditions came out, as cause records hold it. `skipped` names the reason when the
 * rule cannot be held against anything.
 */
export interface RuleVerdict extends Pick<CauseTrace, 'groups'> {
  matched: boolean;
  group_operator: RuleBody['group_operator'];
  skipped: 'too_many_groups' | null;
}

/** Longest `found` of a trace. */
const longestFound = 200;

/**
 * Holds a rule against facts (behaviour 4.3 to 4.5). Groups without conditions are left out; when none is left, the rule is for
 * everything if it says so (`match_all`) or joins its groups by AND (wire B 12.4). Every condition is compared, also where the
 * outcome stands already, so that the trace is whole. A mail's text never gets into the trace.
 */
export function evaluateRule(body: RuleBody, facts: RuleFacts): RuleVerdict {
  const { group_operator } = body;
  if (body.groups.length > groupsPerRule) {
    return { matched: false, group_operator, groups: [], skipped: 'too_many_groups' };
  }
  const groups = body.groups.filter(({ rules }) => rules.length > 0).map((group) => evaluateGroup(group, facts));
  const matched =
    groups.length === 0
      ? body.match_all || group_operator === 'AND'
      : joined(
          group_operator,
          groups.map((group) => group.matched),
        );
  return { matched, group_operator, groups, skipped: null };
}

function evaluateGroup({ logical_op, rules }: RuleGroup, facts: RuleFacts): RuleVerdict['groups'][number] {
  const conditions = rules.map((condition) => evaluateCondition(condition, facts));
  return {
    logical_op,
    matched: joined(
      logical_op,
      conditions.map((condition) => condition.matched),
    ),
    conditions,
  };
}

function joined(operator: RuleBody['group_operator'], outcomes: readonly boolean[]): boolean {
  return operator === 'AND' ? outcomes.every(Boolean) : outcomes.some(Boolean);
}

function evaluateCondition(condition: RuleCondition, facts: RuleFacts): CauseCondition {
  const { field, field_type, operator, value } = condition;
  const found = findValue(condition, facts);
  return {
    field,
    field_type,
    operator,
    value,
    found: found === null ? '' : shownValue(condition, found.text),
    matched: found !== null && compare(condition, found),
  };
}

/** A value as text, empty when it is unset, and what it is compared as. */
interface Found {
  text: string;
  kind: AttributeKind;
}

/** Null for what is not known: no such field, no such attribute, a previous value that nobody has noted. */
function findValue({ field, field_type }: RuleCondition, facts: RuleFacts): Found | null {
  if (field_type === 'conversation') {
    if (!Object.hasOwn(ruleFields, field)) return null;
    const name = field as RuleFieldName;
    const text = facts.fields[name];
    return text === undefined
      ? null
      : { text: text ?? '', kind: ruleFields[name].kind === 'number' ? 'number' : 'text' };
  }
  if (field_type !== 'contact_custom_attribute' && field_type !== 'conversation_custom_attribute') return null;
  const { values, types } = facts.attributes[field_type];
  const kind = types.get(field);
  return kind === undefined ? null : { text: Object.hasOwn(values, field) ? textOf(values[field]) : '', kind };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Of a message's text only the entries of the rule that stand in it. */
function shownValue(condition: RuleCondition, text: string): string {
  const shown =
    condition.field_type === 'conversation' && condition.field === 'content'
      ? entriesIn(condition, text).join(', ')
      : text;
  return shown.slice(0, longestFound);
}

function compare(condition: RuleCondition, { text, kind }: Found): boolean {
  const operator = ruleOperators.find((one) => one === condition.operator);
  switch (operator) {
    case undefined:
      return false;
    case 'set':
      return text !== '';
    case 'not set':
      return text === '';
    case 'equals':
      return isEqual(condition, text, kind);
    case 'not equals':
      return !isEqual(condition, text, kind);
    case 'contains':
      return entriesIn(condition, text).length > 0;
    case 'not contains':
      return entriesIn(condition, text).length === 0;
    case 'greater than':
      return isGreater(text, condition.value, kind);
    case 'less than':
      return isGreater(condition.value, text, kind);
  }
}

/** Numbers and dates of attributes are equal however they are written; everything else is, letter by letter. */
function isEqual(condition: RuleCondition, text: string, kind: AttributeKind): boolean {
  const { value } = condition;
  if (kind === 'number' && isSameNumber(text, value)) return true;
  if (kind === 'date') {
    const [a, b] = [instantOf(text), instantOf(value)];
    if (a !== null && b !== null) return a === b;
  }
  return inCase(condition, text) === inCase(condition, value);
}

/** False where one side is nothing, or not of the kind: "hours since the last reply less than 24" needs a reply. */
function isGreater(a: string, b: string, kind: AttributeKind): boolean {
  if (kind === 'date') {
    const [left, right] = [instantOf(a), instantOf(b)];
    return left !== null && right !== null && left > right;
  }
  const [left, right] = [readDecimal(a), readDecimal(b)];
  return left !== null && right !== null && isAfter(left, right);
}

/** A day is its beginning in UTC. */
function instantOf(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text)) return null;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? null : instant;
}

function entriesIn(condition: RuleCondition, text: string): string[] {
  const whole = inCase(condition, text.replace(/\s+/g, ' '));
  return listEntries(condition.value).filter((entry) => whole.includes(inCase(condition, entry)));
}

function inCase({ case_sensitive_match }: RuleCondition, text: string): string {
  return case_sensitive_match ? text : text.toLowerCase();
}
