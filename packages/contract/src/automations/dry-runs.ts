import * as z from 'zod';
import { CauseTrace } from '../causes.ts';
import { defineRoutes } from '../define-route.ts';
import { idParams, ok, rowId, time } from '../primitives.ts';
import { AutomationInput } from './entity.ts';

const access = { permission: 'automations:manage' } as const;

/** A rule to try: what a POST of it holds, of which its name is of no account. `rule_id` names the rule that it is a version of. */
export const DryRunInput = AutomationInput.pick({ type: true, events: true, rules: true }).extend({
  rule_id: rowId.nullish(),
});
export type DryRunInput = z.output<typeof DryRunInput>;

export const dryRunStates = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const;

/**
 * What the conditions were held against. `creation`: each conversation as it began. `events`: what happened, with what the change log holds of
 * the moment; everything else as it is now. `now`: each conversation as it is now. A contact's attributes are always those of now.
 */
export const dryRunBases = ['creation', 'events', 'now'] as const;
export type DryRunBasis = (typeof dryRunBases)[number];

/** What two rules may want differently. */
export const conflictFields = ['status', 'priority', 'assigned_team', 'assigned_user', 'sla', 'tags'] as const;
export type ConflictField = (typeof conflictFields)[number];

/** A conversation that matched, with the outcome of each condition. */
export const DryRunSample = z.object({
  uuid: z.string(),
  reference_number: z.string(),
  subject: z.string(),
  group_operator: z.enum(['AND', 'OR']),
  groups: CauseTrace.shape.groups,
});
export type DryRunSample = z.output<typeof DryRunSample>;

/** An action of the rule: how often it would have happened, and how often anything would have been different for it. */
export const DryRunAction = z.object({
  type: z.string(),
  /** Empty for texts. */
  value: z.array(z.string()),
  times: z.number(),
  changes: z.number(),
});
export type DryRunAction = z.output<typeof DryRunAction>;

/** Another rule that matches some of the same conversations and wants a field otherwise; `wins` tells whose value would have stayed. */
export const DryRunConflict = z.object({
  rule_id: z.number(),
  rule_name: z.string(),
  field: z.enum(conflictFields),
  value: z.array(z.string()),
  other_value: z.array(z.string()),
  wins: z.enum(['this', 'other']),
  count: z.number(),
});
export type DryRunConflict = z.output<typeof DryRunConflict>;

/** Up to 20 `samples`, only of conversations that the caller may see. `is_capped`: there were more conversations than a dry run looks at. */
export const DryRunResult = z.object({
  basis: z.enum(dryRunBases),
  since: time,
  is_capped: z.boolean(),
  samples: z.array(DryRunSample),
  actions: z.array(DryRunAction),
  conflicts: z.array(DryRunConflict),
});
export type DryRunResult = z.output<typeof DryRunResult>;

/** A rule tried against the conversations of the last 30 days. `result` is there once it is done. */
export const DryRun = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  rule_id: z.number().nullable(),
  state: z.enum(dryRunStates),
  total: z.number(),
  looked_at: z.number(),
  matched: z.number(),
  result: DryRunResult.nullable(),
});
export type DryRun = z.output<typeof DryRun>;

export const dryRunRoutes = defineRoutes({
  'automations.dry_run': {
    method: 'POST',
    path: '/api/v1/automations/dry-runs',
    access,
    encoding: 'json',
    body: DryRunInput,
    output: DryRun,
    summary:
      'Tries a rule, saved or not, against the conversations of the last 30 days, 10,000 at most, in the background; nothing is changed or sent',
  },
  'automations.dry_run_state': {
    method: 'GET',
    path: '/api/v1/automations/dry-runs/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: DryRun,
    summary: 'How far an own dry run is, and what came of it; kept for 7 days',
  },
  'automations.cancel_dry_run': {
    method: 'DELETE',
    path: '/api/v1/automations/dry-runs/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Ends an own dry run; one that is over stays as it is',
  },
});
