import type { LogicalOperator } from '@bellhop/contract';
import { groupsPerRule } from '@bellhop/contract/automations/vocabulary';

/** A condition as rules are worked with: every member is there. Its words may still be unknown ones. (Types, not interfaces: they fit the wire's open objects.) */
export type RuleCondition = {
  field: string;
  field_type: string;
  operator: string;
  /** Entries of a list stand between commas. */
  value: string;
  case_sensitive_match: boolean;
};

export type RuleGroup = {
  logical_op: LogicalOperator;
  rules: RuleCondition[];
};

export type RuleAction = {
  type: string;
  value: string[];
};

/** What a rule looks for and does, whole. Two groups at least. */
export type RuleBody = {
  groups: RuleGroup[];
  group_operator: LogicalOperator;
  actions: RuleAction[];
  match_all: boolean;
};

type Members = Record<string, unknown>;

/**
 * Reads `rules` as it is stored, whatever its shape: a missing field type means the conversation, a value that is a list stands for
 * its entries, a missing choice of case means none (wire B 12.2). Nothing is left out, so that paths into it stay true; what cannot
 * be read becomes empty, and is told by `ruleProblems`.
 */
export function readRule(rules: unknown): RuleBody {
  const body = members(Array.isArray(rules) ? rules[0] : undefined);
  const groups = list(body.groups).map(readGroup);
  while (groups.length < groupsPerRule) groups.push({ logical_op: 'OR', rules: [] });
  return {
    groups,
    group_operator: logical(body.group_operator),
    actions: list(body.actions).map(readAction),
    match_all: body.match_all === true,
  };
}

/** `rules` as it is answered: what is stored, with `groups[0]`, `groups[1]` and `actions` in its first element always (wire B 12.1). */
export function paddedRules(rules: unknown): unknown[] {
  const [first, ...others] = list(rules);
  const body = members(first);
  const groups = [...list(body.groups)];
  while (groups.length < groupsPerRule) groups.push({ logical_op: 'OR', rules: [] });
  return [{ group_operator: 'OR', ...body, groups, actions: list(body.actions) }, ...others];
}

/** The entries of the value of a `contains` condition: trimmed, inner blanks as one, empty ones dropped (behaviour 4.4). */
export function listEntries(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim().replace(/\s+/g, ' '))
    .filter((entry) => entry !== '');
}

function readGroup(given: unknown): RuleGroup {
  const group = members(given);
  return { logical_op: logical(group.logical_op), rules: list(group.rules).map(readCondition) };
}

function readCondition(given: unknown): RuleCondition {
  const condition = members(given);
  return {
    field: text(condition.field),
    field_type: text(condition.field_type) || 'conversation',
    operator: text(condition.operator),
    value: Array.isArray(condition.value) ? condition.value.map(text).join(',') : text(condition.value),
    case_sensitive_match: condition.case_sensitive_match === true,
  };
}

function readAction(given: unknown): RuleAction {
  const action = members(given);
  return { type: text(action.type), value: list(action.value).map(text) };
}

function members(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? `${value}` : '';
}

function logical(value: unknown): LogicalOperator {
  return value === 'AND' ? 'AND' : 'OR';
}
