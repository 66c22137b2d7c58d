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
 * Tells whoever is to be told of the alerts of a conversation that are due, each agent once for each alert. Who is assigned, and who
 * may see the conversation, is asked now (behaviour 5.8).
 */
export async function sendAlerts(
  uow: UnitOfWork,
  conversation: ConversationRow,
  alerts: readonly AlertRow[],
  known: KnownAgents,
): Promise<void> {
  const outcomes: { id: number; outcome: string }[] = [];
  for (const alert of alerts) {
    const user_ids = await recipientsOf(uow, conversation, alert, known);
    outcomes.push({ id: alert.id, outcome: user_ids.length > 0 ? 'sent' : 'nobody' });
    if (user_ids.length === 0) continue;
    const { metric, deadline_at, type } = alert;
    const deadline = deadline_at.toISOString();
    const cause = await recordCause(uow, {
      kind: 'sla',
      conversation_id: conversation.id,
      trace: {
        event: { kind: `sla.${type}`, at: uow.now.toISOString() },
        facts: [
          { name: 'sla_metric', value: metric },
          { name: 'sla_deadline', value: deadline },
        ],
      },
    });
    await because(uow, cause, () =>
      uow.publish({
        kind: 'sla.alerted',
        conversation_id: conversation.id,
        alert: type,
        metric,
        deadline_at: deadline,
        user_ids,
      }),
    );
  }
  await settleAlerts(uow.db, outcomes, uow.now);
}

async function recipientsOf(
  uow: UnitOfWork,
  conversation: ConversationRow,
  { recipients }: AlertRow,
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
