import * as z from 'zod';
import { basedOn, nameText } from '../configuration.ts';
import { formBoolean, nullableTime, time } from '../primitives.ts';
import {
  automationEvents,
  automationTypes,
  executionModes,
  groupsPerRule,
  logicalOperators,
  ruleLimits,
  ruleProblemCodes,
} from './vocabulary.ts';

/** One comparison as it is saved. A value is text always; what needs none may leave it out. */
const RuleConditionInput = z.looseObject({
  field: z.string().max(140),
  field_type: z.string().max(50).optional(),
  operator: z.string().max(30),
  value: z.string().max(ruleLimits.value).nullish(),
  case_sensitive_match: z.boolean().optional(),
});

const RuleGroupInput = z.looseObject({
  logical_op: z.enum(logicalOperators),
  rules: z.array(RuleConditionInput).max(ruleLimits.conditions),
});

const RuleActionInput = z.looseObject({
  type: z.string().max(50),
  value: z.array(z.string().max(ruleLimits.html)).max(ruleLimits.tags),
});

/**
 * What a rule looks for and what it does (wire B 12.1): the one element of `rules`. Further members are kept. `match_all` says that
 * a rule without any condition is meant to run on everything. Whether fields, operators and values fit each other is judged by
 * `ruleProblems` of the rules package.
 */
export const RuleBodyInput = z.looseObject({
  groups: z.array(RuleGroupInput).max(groupsPerRule),
  group_operator: z.enum(logicalOperators),
  actions: z.array(RuleActionInput).max(ruleLimits.actions),
  match_all: z.boolean().optional(),
});
export type RuleBodyInput = z.output<typeof RuleBodyInput>;

/**
 * Body of POST and PUT. `enabled` counts on PUT alone: new rules are enabled. `shadow` puts a rule on trial: it is evaluated as always, and what it
 * would do is only recorded; without the member it stays as it is. Members that only answers have are ignored.
 */
export const AutomationInput = z.object({
  name: nameText(140),
  description: z.string().trim().max(300).default(''),
  type: z.enum(automationTypes),
  events: z.array(z.enum(automationEvents)).nullish(),
  rules: z.array(RuleBodyInput).length(1),
  enabled: formBoolean.optional(),
  shadow: formBoolean.optional(),
  ...basedOn,
});
export type AutomationInput = z.output<typeof AutomationInput>;

/** Something in a rule that cannot work, and where: `rules.0.groups.1.rules.0.value`. */
export const RuleProblem = z.object({ path: z.string(), reason: z.string(), code: z.enum(ruleProblemCodes) });
export type RuleProblem = z.output<typeof RuleProblem>;

/**
 * A rule (wire B 12.1). `rules` is answered as it was saved, but for `groups[0]`, `groups[1]` and `actions`, which are always there;
 * read it with `readRule` of the rules package, because old values may have strange shapes. `version` counts the changes.
 * `problems` tells what refers to rows that are gone. What it did is counted by the records that are kept, which is 90 days.
 */
export const Automation = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  name: z.string(),
  description: z.string(),
  type: z.enum(automationTypes),
  events: z.array(z.enum(automationEvents)),
  enabled: z.boolean(),
  /** On trial: what it would do is recorded and not done. */
  shadow: z.boolean(),
  weight: z.number(),
  execution_mode: z.enum(executionModes),
  version: z.number(),
  rules: z.array(z.unknown()),
  problems: z.array(RuleProblem),
  /** When it last acted. */
  last_fired_at: nullableTime,
  /** How often it acted within 7 days; counted to 10,000. */
  fired_7d: z.number(),
  /** How often an action failed then; counted to 10,000. */
  failed_7d: z.number(),
});
export type Automation = z.output<typeof Automation>;

/** Rule ids as text to their places. */
export const AutomationWeights = z
  .record(z.string().regex(/^[1-9]\d{0,8}$/), z.number().int().min(0).max(1_000_000))
  .refine((weights) => Object.keys(weights).length > 0, { error: 'it is empty' });
export type AutomationWeights = z.output<typeof AutomationWeights>;
