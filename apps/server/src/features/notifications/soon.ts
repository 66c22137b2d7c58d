import type { NotificationKind } from '@bellhop/contract';
import type { UnitOfWork } from '../../core/unit-of-work.ts';

/** So long what happens in a conversation is collected, and may be read elsewhere, before it is told outside the desk. */
const collectMs = { mail: 60_000, push: 5_000 };
/** Jobs look at such moments, so that a storm asks for few of them. */
const paceMs = 5_000;

/** When a delivery is due. A deadline waits for nothing: what is told of it counts in minutes. */
export function dueOf(now: Date, kind: NotificationKind, channel: 'mail' | 'push'): Date {
  const isUrgent = kind === 'sla_warning' || kind === 'sla_breach';
  return isUrgent ? now : new Date(now.getTime() + collectMs[channel]);
}

const asked = new WeakMap<UnitOfWork, Set<number>>();

/** Has what is due at a time delivered soon after; asked for once in a unit of work. The clock's job finds whatever this misses. */
export async function deliverSoon(uow: UnitOfWork, dueAt: Date): Promise<void> {
  const waitMs = Math.max(0, dueAt.getTime() - uow.now.getTime());
  // A job's time is the database's: only the distance carries over.
  const at = waitMs === 0 ? 0 : Math.ceil((Date.now() + waitMs) / paceMs) * paceMs;
  const known = asked.get(uow) ?? new Set();
  if (known.has(at)) return;
  asked.set(uow, known.add(at));
  await uow.enqueue(
    'notifications.deliver',
    {},
    { key: `notifications.deliver:${at}`, ...(at > 0 && { run_at: new Date(at) }) },
  );
}
