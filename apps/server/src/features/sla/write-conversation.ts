import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { broadcastProps, type ConversationRow, patchConversation } from '../conversations/index.ts';

/** Changes members of a locked conversation that differ, and tells the viewers; `props` are told besides. */
export async function writeConversation(
  uow: UnitOfWork,
  before: ConversationRow,
  wanted: Partial<ConversationRow>,
  props: Record<string, unknown>,
): Promise<ConversationRow> {
  const patch = changes(before, { ...before, ...wanted });
  const after = patch ? await patchConversation(uow, before, patch) : before;
  broadcastProps(uow, after, { ...patch, ...props });
  return after;
}

/** The members that differ, times by their instant; null when none does. */
export function changes<T extends object>(before: T, after: T): Partial<T> | null {
  const same = (one: unknown, other: unknown) =>
    one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
  const changed = Object.entries(after).filter(([name, value]) => !same(before[name as keyof T], value));
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<T>) : null;
}
