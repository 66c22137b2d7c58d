import type { DomainEvents } from '../../core/domain-events.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { queueSystemMail } from '../system-mail/index.ts';
import { findAgentsWith, findEnabledActor } from '../users/index.ts';
import { findWebhook } from './notifications.queries.ts';
import { notify } from './notify.ts';

/** A webhook was switched off because nothing of it arrived for a day: everybody who manages webhooks is told, by mail too. */
export async function notifyWebhookOff(
  uow: UnitOfWork,
  { webhook_id }: DomainEvents['webhook.switched_off'],
): Promise<void> {
  const agents = await findAgentsWith(uow.db, 'general_settings:manage');
  const nothing = { conversation_id: null, inbox_id: null, message_id: null, team_id: null } as const;
  await notify(
    uow,
    agents.map((agent_id) => ({ ...nothing, kind: 'webhook_off' as const, webhook_id, agent_id })),
  );
  const { name, last_error } = await findWebhook(uow.db, webhook_id);
  for (const id of agents) {
    const agent = await findEnabledActor(uow.db, id);
    if (!agent) continue;
    const values = { Webhook: name, Reason: last_error ?? '' };
    await queueSystemMail(uow, { to: agent.email, kind: 'webhook-off', values });
  }
}
