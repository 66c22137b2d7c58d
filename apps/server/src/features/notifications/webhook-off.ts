import type { DomainEvents } from '../../core/domain-events.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { findAgentsWith } from '../users/index.ts';
import { aboutNothing, tell } from './tell.ts';

/** A webhook was switched off because nothing of it arrived for a day: everybody who manages webhooks is told. */
export async function notifyWebhookOff(
  uow: UnitOfWork,
  { webhook_id }: DomainEvents['webhook.switched_off'],
): Promise<void> {
  const named = new Map((await findAgentsWith(uow.db, 'general_settings:manage')).map((id) => [id, null]));
  const because = 'webhook.switched_off';
  await tell(uow, { ...aboutNothing, because, kind: 'webhook_off', conversation_id: null, webhook_id, named });
}
