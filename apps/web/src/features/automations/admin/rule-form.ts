import type { Automation, AutomationType } from '@bellhop/contract';
import { AutomationInput } from '@bellhop/contract/automations/entity';
import { type RuleBody, readRule } from '@bellhop/rules/automations/read-rule';
import { isTolerable, type RuleWorld, ruleProblems } from '@bellhop/rules/automations/rule-problems';
import * as z from 'zod';
import { problemText } from './problem-text.ts';

/** What the form of a rule holds. */
export type RuleFormValues = z.input<ReturnType<typeof ruleSchema>> & {
  rules: RuleBody[];
  enabled: boolean;
  shadow: boolean;
};

/**
 * The contract's schema with what only the whole desk can tell: whether fields, operators and values fit, and whether what they
 * refer to is there. A description is asked for, as other clients do (wire B 12.2).
 */
export function ruleSchema(world: RuleWorld) {
  return AutomationInput.extend({ description: z.string().trim().min(1).max(300) }).superRefine((rule, context) => {
    if (rule.type === 'conversation_update' && !rule.events?.length) {
      context.addIssue({ code: 'custom', path: ['events'], params: { key: 'automation.events_needed' } });
    }
    for (const problem of ruleProblems(rule.type, readRule(rule.rules), world)) {
      if (isTolerable(problem)) continue;
      const path = problem.path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
      context.addIssue({ code: 'custom', path, message: problemText(problem.code) });
    }
  });
}

/** A rule as its form shows it; for a new one an empty condition and an empty action wait to be filled in. */
export function ruleValues(rule: Automation | undefined, type: AutomationType): RuleFormValues {
  if (rule) {
    const { name, description, events, enabled, shadow, rules } = rule;
    return { name, description, type: rule.type, events, enabled, shadow, rules: [readRule(rules)] };
  }
  const body: RuleBody = {
    groups: [
      { logical_op: 'OR', rules: [emptyCondition()] },
      { logical_op: 'OR', rules: [] },
    ],
    group_operator: 'AND',
    actions: [{ type: 'assign_team', value: [] }],
    match_all: false,
  };
  return { name: '', description: '', type, events: [], enabled: true, shadow: false, rules: [body] };
}

/** A condition that nobody has filled in. */
export function emptyCondition() {
  return { field: '', field_type: 'conversation', operator: '', value: '', case_sensitive_match: false };
}
