import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { fromDigits, rowId, time, uuidParams } from './primitives.ts';

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

/** A cause as it is told. `rule_id` is null when no rule acted or the rule is gone; its name and version as they were stand in the trace. */
const ToldCause = Cause.extend({ rule_id: z.number().nullable() });

/** A cause with what led to it, nearest first: at most 20, and none of those older than the records that are kept. */
export const ExplainedCause = ToldCause.extend({ parents: z.array(ToldCause) });
export type ExplainedCause = z.output<typeof ExplainedCause>;

/** A record of a rule's log; `conversation` is null when it is gone or the caller may not see it, and the trace then tells of no comparison. */
export const RuleLogEntry = ToldCause.extend({
  conversation: z.object({ uuid: z.string(), reference_number: z.string(), subject: z.string() }).nullable(),
});
export type RuleLogEntry = z.output<typeof RuleLogEntry>;

/** `cursor` is the `next_cursor` of the page before. */
export const CausesQuery = z.object({
  cursor: z.preprocess(
    (value) => (value === '' ? undefined : fromDigits(value)),
    z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  ),
  limit: z.preprocess(fromDigits, z.number().int().min(1).max(100)).default(50),
});
export type CausesQuery = z.output<typeof CausesQuery>;

/** Newest first; `next_cursor` is null on the last page. */
export const CausePage = z.object({ results: z.array(ExplainedCause), next_cursor: z.number().nullable() });
export type CausePage = z.output<typeof CausePage>;

export const causeRoutes = defineRoutes({
  'causes.list': {
    method: 'GET',
    path: '/api/v1/conversations/:uuid/causes',
    access: 'session',
    encoding: 'none',
    params: uuidParams,
    query: CausesQuery,
    output: CausePage,
    summary: 'Why things happened in a conversation that nobody did by hand; kept for 90 days',
  },
  'causes.get': {
    method: 'GET',
    path: '/api/v1/conversations/:uuid/causes/:id',
    access: 'session',
    encoding: 'none',
    params: z.object({ uuid: z.string(), id: rowId }),
    output: ExplainedCause,
    summary: 'Why something happened; `meta.cause_id` of an activity entry names the record',
  },
});
