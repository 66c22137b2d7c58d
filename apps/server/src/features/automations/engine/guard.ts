import type { UnitOfWork } from '../../../core/unit-of-work.ts';

/** Conversations on which rules act in a unit of work, with how often they have begun to. */
const acting = new WeakMap<UnitOfWork, Map<number, number>>();

/**
 * Does something for rules: what that raises for the conversation in this unit of work is their own doing and makes no rule run
 * (behaviour 4.7 b). What others do at the same moment happens in units of their own.
 */
export async function whileRulesAct<T>(uow: UnitOfWork, conversationId: number, body: () => Promise<T>): Promise<T> {
  const counts = acting.get(uow) ?? new Map<number, number>();
  acting.set(uow, counts);
  const before = counts.get(conversationId) ?? 0;
  counts.set(conversationId, before + 1);
  try {
    return await body();
  } finally {
    counts.set(conversationId, before);
  }
}

/** Whether rules act on a conversation in this unit of work now. */
export function doRulesAct(uow: UnitOfWork, conversationId: number): boolean {
  return (acting.get(uow)?.get(conversationId) ?? 0) > 0;
}
