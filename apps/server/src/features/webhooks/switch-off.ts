import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordChange } from '../activity-log/index.ts';
import { cancelWaiting } from './deliveries.queries.ts';
import { patchWebhook, type WebhookRow } from './webhooks.queries.ts';

/** Switches a webhook off whose deliveries have failed for a day, and has everybody told who manages webhooks. */
export async function switchOff(uow: UnitOfWork, { id, name }: WebhookRow, error: string): Promise<void> {
  const disabled_reason = `no delivery succeeded for 24 hours; the last one failed: ${error}`;
  await patchWebhook(uow.db, id, { enabled: false, disabled_reason, disabled_at: uow.now, updated_at: uow.now });
  await cancelWaiting(uow.db, id, uow.now);
  await recordChange(uow, {
    entity: 'webhook',
    id,
    name,
    before: { enabled: true },
    after: { enabled: false, disabled_reason },
  });
  await uow.publish({ kind: 'webhook.switched_off', webhook_id: id });
}
