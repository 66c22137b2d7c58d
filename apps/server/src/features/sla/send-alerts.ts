import { assignedRecipient, assignedTeamRecipient } from '@bellhop/contract';
import { canSeeConversation } from '@bellhop/rules';
import type { Actor } from '../../core/actor.ts';
import { because, recordCause } from '../../core/cause.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { ConversationRow } from '../conversations/index.ts';
import { membersOf } from '../teams/index.ts';
import { findEnabledActor } from '../users/index.ts';
import { type AlertRow, settleAlerts } from './alerts.queries.ts';

/** Agents who were looked up in one unit of work. */
export type KnownAgents = Map<number, Actor | undefined>;

/**
 * Tells whoever is to be told of the alerts of a conversation that are due. Who is assigned, and who may see the conversation, is asked
 * now. Alerts of one promise that come late together, after the product stood still for instance, are one message, and a
 * warning whose deadline is over tells of the breach (behaviour 5.8).
 */
export async function sendAlerts(
  uow: UnitOfWork,
  conversation: ConversationRow,
  due: readonly AlertRow[],
  known: KnownAgents,
): Promise<void> {
  const outcomes: { id: number; outcome: string }[] = [];
  const typeOf = ({ type, deadline_at }: AlertRow) => (deadline_at < uow.now ? 'breach' : type);
  const messages = Map.groupBy(due, (alert) => `${typeOf(alert)} ${alert.metric} ${alert.event_id}`);
  for (const alerts of messages.values()) {
    const [alert] = alerts as [AlertRow];
    const recipients = alerts.flatMap((one) => one.recipients);
    const user_ids = await recipientsOf(uow, conversation, recipients, known);
    const outcome = user_ids.length > 0 ? 'sent' : 'nobody';
    outcomes.push(...alerts.map(({ id }) => ({ id, outcome })));
    if (user_ids.length > 0) await tell(uow, { ...alert, type: typeOf(alert) }, user_ids);
  }
  await settleAlerts(uow.db, outcomes, uow.now);
}

async function tell(
  uow: UnitOfWork,
  { conversation_id, type, metric, deadline_at }: AlertRow,
  user_ids: number[],
): Promise<void> {
  const deadline = deadline_at.toISOString();
  const cause = await recordCause(uow, {
    kind: 'sla',
    conversation_id,
    trace: {
      event: { kind: `sla.${type}`, at: uow.now.toISOString() },
      facts: [
        { name: 'sla_metric', value: metric },
        { name: 'sla_deadline', value: deadline },
      ],
    },
  });
  await because(uow, cause, () =>
    uow.publish({ kind: 'sla.alerted', conversation_id, alert: type, metric, deadline_at: deadline, user_ids }),
  );
}

async function recipientsOf(
  uow: UnitOfWork,
  conversation: ConversationRow,
  recipients: readonly string[],
  known: KnownAgents,
): Promise<number[]> {
  const ids = new Set<number>();
  for (const recipient of recipients) {
    if (recipient === assignedRecipient) ids.add(conversation.assigned_user_id ?? 0);
    else if (recipient === assignedTeamRecipient) {
      const team = conversation.assigned_team_id;
      for (const id of team === null ? [] : await membersOf(uow.db, team)) ids.add(id);
    } else ids.add(Number(recipient));
  }
  ids.delete(0);
  const told: number[] = [];
  for (const id of ids) {
    if (!known.has(id)) known.set(id, await findEnabledActor(uow.db, id));
    const agent = known.get(id);
    if (agent && canSeeConversation(agent, conversation)) told.push(id);
  }
  return told;
}
