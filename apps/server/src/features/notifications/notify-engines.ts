import type { DomainEvents } from '../../core/domain-events.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { aboutNothing, tell } from './tell.ts';

/** A deadline comes near or has passed: the policy has decided who is told. */
export async function notifySlaAlert(
  uow: UnitOfWork,
  { conversation_id, alert, metric, deadline_at, user_ids }: DomainEvents['sla.alerted'],
): Promise<void> {
  await tell(uow, {
    ...aboutNothing,
    because: 'sla.alerted',
    kind: alert === 'warning' ? 'sla_warning' : 'sla_breach',
    conversation_id,
    named: new Map(user_ids.map((id) => [id, null])),
    detail: { metric, deadline_at: new Date(deadline_at).toISOString() },
    by: 'system',
  });
}

/** A rule has something to say. */
export async function notifyByRule(
  uow: UnitOfWork,
  { conversation_id, user_ids, subject, message }: DomainEvents['automation.notified'],
): Promise<void> {
  await tell(uow, {
    ...aboutNothing,
    because: 'automation.notified',
    kind: 'rule',
    conversation_id,
    named: new Map(user_ids.map((id) => [id, null])),
    detail: { subject, message },
    by: 'system',
  });
}
