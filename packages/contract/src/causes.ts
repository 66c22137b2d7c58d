import * as z from 'zod';
import { time } from './primitives.ts';

/** What acts without being told to each time. */
export const causeKinds = ['automation', 'assignment', 'sla', 'csat', 'snooze', 'notification', 'threading'] as const;
export const CauseKind = z.enum(causeKinds);
export type CauseKind = z.output<typeof CauseKind>;

/** One comparison of a rule as it came out. `found` is what the conversation had, as text; empty for nothing. */
export const CauseCondition = z.object({
  field: z.string(),
  field_type: z.string(),
  operator: z.string(),
  value: z.string(),
  found: z.string(),
  matched: z.boolean(),
});
export type CauseCondition = z.output<typeof CauseCondition>;

/** `done` changed something or found it so already; `failed` carries an error; `skipped` was held back, and why stands in `error`. */
export const causeResults = ['done', 'failed', 'skipped'] as const;
export const CauseAction = z.object({
  type: z.string(),
  value: z.array(z.string()),
  result: z.enum(causeResults),
  /** An error code, which the client says by `errors.<code>`; null when it is done. */
  code: z.string().nullable(),
  /** The same in English, with its particulars. */
  error: z.string().nullable(),
});
export type CauseAction = z.output<typeof CauseAction>;

/**
 * What stands in a cause record. `event` is the domain event or clock that began it. `facts` are what else was weighed, under names that the client
 * says by `causes.fact.<name>` (the rotation's agents and their loads, the policy, the hours it counted by); never a mail's text.
 */
export const CauseTrace = z.object({
  event: z.object({ kind: z.string(), at: time }).nullable(),
  rule: z.object({ id: z.number(), name: z.string(), version: z.number(), type: z.string() }).nullable(),
  group_operator: z.enum(['AND', 'OR']).nullable(),
  groups: z.array(
    z.object({ logical_op: z.enum(['AND', 'OR']), matched: z.boolean(), conditions: z.array(CauseCondition) }),
  ),
  actions: z.array(CauseAction),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type CauseTrace = z.output<typeof CauseTrace>;

/** Why something happened that nobody did by hand. `parent_id` is the cause of what made it happen. */
export const Cause = z.object({
  id: z.number(),
  created_at: time,
  kind: CauseKind,
  parent_id: z.number().nullable(),
  failed: z.boolean(),
  trace: CauseTrace,
});
export type Cause = z.output<typeof Cause>;
