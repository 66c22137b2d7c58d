import type { CauseKind, CauseTrace } from '@bellhop/contract';
import { inLogContext } from '../lib/log-context.ts';
import { insertCause, patchCause } from './cause.queries.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Members of a trace that are left out are empty. */
export interface NewCause {
  kind: CauseKind;
  conversation_id: number | null;
  rule_id?: number;
  trace: Partial<CauseTrace>;
}

const nothing: CauseTrace = { event: null, rule: null, group_operator: null, groups: [], actions: [], facts: [] };

/**
 * Writes down why something is about to happen that nobody does by hand, and answers the record's number, for `because`. It is part
 * of the unit of work: what did not happen has no cause.
 */
export function recordCause(uow: UnitOfWork, cause: NewCause): Promise<number> {
  return insertCause(uow.db, {
    ...cause,
    rule_id: cause.rule_id ?? null,
    parent_id: uow.cause,
    trace: { ...nothing, ...cause.trace },
    now: uow.now,
  });
}

/** Adds to a record what came of it; it counts as failed when an action has. */
export function finishCause(uow: UnitOfWork, id: number, trace: Partial<CauseTrace>): Promise<void> {
  const failed = trace.actions?.some(({ result }) => result === 'failed') ?? false;
  return patchCause(uow.db, { id, trace, failed });
}

/** Does something for a recorded reason: its activities and log entries name it, and causes recorded meanwhile descend from it. */
export async function because<T>(uow: UnitOfWork, cause: number, body: () => Promise<T>): Promise<T> {
  const before = uow.cause;
  uow.cause = cause;
  try {
    return await inLogContext({ cause }, body);
  } finally {
    uow.cause = before;
  }
}
