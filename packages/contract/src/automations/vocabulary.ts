import type { MacroActionType } from '../macros.ts';

/** When a rule runs (wire B 12.1). */
export const automationTypes = ['new_conversation', 'conversation_update', 'time_trigger'] as const;
export type AutomationType = (typeof automationTypes)[number];

/** What may have happened to a conversation for a rule of type `conversation_update` to look at it. */
export const automationEvents = [
  'conversation.user.assigned',
  'conversation.team.assigned',
  'conversation.status.change',
  'conversation.priority.change',
  'conversation.message.outgoing',
  'conversation.message.incoming',
] as const;
export type AutomationEvent = (typeof automationEvents)[number];

/** `first_match` stops after the first rule whose conditions hold; only rules for new conversations have the choice. */
export const executionModes = ['all', 'first_match'] as const;
export type ExecutionMode = (typeof executionModes)[number];

export const logicalOperators = ['AND', 'OR'] as const;
export type LogicalOperator = (typeof logicalOperators)[number];

/** Most groups of conditions that a rule may have; answers always carry exactly as many. */
export const groupsPerRule = 2;

export const ruleOperators = [
  'equals',
  'not equals',
  'contains',
  'not contains',
  'set',
  'not set',
  'greater than',
  'less than',
] as const;
export type RuleOperator = (typeof ruleOperators)[number];

/** What a field's value is compared as. */
export type RuleValueKind = 'text' | 'select' | 'boolean' | 'number' | 'date';

/** The operators of each kind (specification 5). */
export const operatorsOfKind: Readonly<Record<RuleValueKind, readonly RuleOperator[]>> = {
  text: ['equals', 'not equals', 'set', 'not set', 'contains', 'not contains'],
  select: ['equals', 'not equals', 'set', 'not set'],
  boolean: ['equals', 'not equals'],
  number: ['equals', 'not equals', 'greater than', 'less than'],
  date: ['equals', 'not equals', 'set', 'not set', 'greater than', 'less than'],
};

/** Operators that compare with nothing: their condition needs no value. */
export const valuelessOperators: readonly RuleOperator[] = ['set', 'not set'];
/** Operators whose value is a list with commas between its entries (wire B 12.3). */
export const listOperators: readonly RuleOperator[] = ['contains', 'not contains'];

/** Whose member a condition looks at; rules that were saved long ago lack it and mean `conversation`. */
export const ruleFieldTypes = ['conversation', 'contact_custom_attribute', 'conversation_custom_attribute'] as const;
export type RuleFieldType = (typeof ruleFieldTypes)[number];

/** Rows that conditions and actions name by their ids. */
export type RuleReference = 'team' | 'agent' | 'status' | 'priority' | 'inbox' | 'sla';

/** A field of a conversation that conditions compare. `reference`: its value is the id of such a row, as text. */
export interface RuleField {
  kind: RuleValueKind;
  reference?: RuleReference;
  /** The rules that may ask for it. */
  types: readonly AutomationType[];
}

const always = automationTypes;
const later = ['conversation_update', 'time_trigger'] as const;
const onChange = ['conversation_update'] as const;
const select = (reference: RuleReference, types: readonly AutomationType[] = always) =>
  ({ kind: 'select', reference, types }) as const;

/**
 * Fields of field type `conversation`, in the order in which they are offered (wire B 12.3, behaviour 4.3). `content` is the text of
 * the message that the rule looks at. The `previous_` fields hold what was there before the change that raised the event.
 */
export const ruleFields = {
  subject: { kind: 'text', types: always },
  content: { kind: 'text', types: ['new_conversation', 'conversation_update'] },
  contact_email: { kind: 'text', types: always },
  status: select('status'),
  priority: select('priority'),
  assigned_team: select('team'),
  assigned_user: select('agent'),
  inbox: select('inbox'),
  previous_status: select('status', onChange),
  previous_priority: select('priority', onChange),
  previous_assigned_team: select('team', onChange),
  previous_assigned_user: select('agent', onChange),
  hours_since_created: { kind: 'number', types: later },
  hours_since_first_reply: { kind: 'number', types: later },
  hours_since_last_reply: { kind: 'number', types: later },
  hours_since_resolved: { kind: 'number', types: later },
} as const satisfies Record<string, RuleField>;
export type RuleFieldName = keyof typeof ruleFields;

/**
 * What an action's `value` holds: one row's id, tag names, one HTML text, nothing that counts, a Go duration, or a notice (subject,
 * message, then recipients: `assignee`, `assigned_team`, `team:<id>`, `user:<id>`).
 */
export type RuleActionKind = RuleReference | 'tags' | 'html' | 'none' | 'duration' | 'notice';

/** The actions of rules (wire B 12.1, behaviour 4.9): those of macros, two that only rules have, and two that only Bellhop's client offers. */
export const ruleActions = {
  assign_team: 'team',
  assign_user: 'agent',
  set_status: 'status',
  set_priority: 'priority',
  add_tags: 'tags',
  set_tags: 'tags',
  remove_tags: 'tags',
  send_private_note: 'html',
  send_reply: 'html',
  set_sla: 'sla',
  send_csat: 'none',
  snooze: 'duration',
  notify: 'notice',
} as const satisfies Record<MacroActionType | 'send_csat' | 'snooze' | 'notify', RuleActionKind>;
export type RuleActionType = keyof typeof ruleActions;
export const ruleActionTypes = Object.keys(ruleActions) as RuleActionType[];

/** Whether a word is an action of rules. */
export function isRuleAction(type: string): type is RuleActionType {
  return Object.hasOwn(ruleActions, type);
}

/** Limits of one rule. */
export const ruleLimits = {
  conditions: 50,
  actions: 20,
  value: 2000,
  html: 20_000,
  tags: 100,
  subject: 200,
  notice: 2000,
} as const;

/**
 * What can be wrong with a condition or an action; the client says it by `automation.problem.<code>`. `tag_gone` alone does not keep
 * a rule from being saved: tags are named, not referred to.
 */
export const ruleProblemCodes = [
  'no_conditions',
  'no_actions',
  'too_many_groups',
  'type_unknown',
  'field_missing',
  'field_unknown',
  'field_not_for_type',
  'attribute_gone',
  'operator_missing',
  'operator_not_for_field',
  'value_missing',
  'value_no_number',
  'value_no_date',
  'value_no_boolean',
  'value_not_listed',
  'action_unknown',
  'action_value_missing',
  'action_one_value',
  'status_needs_time',
  'value_no_duration',
  'notice_incomplete',
  'notice_too_long',
  'recipient_unknown',
  'team_gone',
  'agent_gone',
  'status_gone',
  'priority_gone',
  'inbox_gone',
  'sla_gone',
  'tag_gone',
] as const;
export type RuleProblemCode = (typeof ruleProblemCodes)[number];
