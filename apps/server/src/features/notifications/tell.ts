import { type NotificationChannel, type NotificationEvent, notificationDefaults } from '@bellhop/contract';
import { canSeeConversation, eventOfKind, toldOf } from '@bellhop/rules';
import { fullName } from '../../core/actor.ts';
import { recordCause } from '../../core/cause.ts';
import type { DomainEventKind } from '../../core/domain-events.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { actorOf } from '../users/index.ts';
import { type QueuedDelivery, queueDeliveries } from './deliveries.queries.ts';
import { type InterestedRow, isAskedFor, listInterested, scopesOf } from './fan-out.queries.ts';
import { type Addressee, type News, storeNotifications } from './notifications.queries.ts';
import { deliverSoon, dueOf } from './soon.ts';

/** What happened, and whom the event itself names: agent to the team under whose name, or null. */
export interface Telling extends Omit<News, 'actor_id' | 'by_contact'> {
  because: DomainEventKind;
  named?: ReadonlyMap<number, number | null>;
  /** Agents who hear of it in another way. */
  except?: ReadonlySet<number>;
  /** Who did it; by default who acts, or System when nobody does it by hand. */
  by?: 'contact' | 'system';
}

/** What is about no message, mailbox or webhook. */
export const aboutNothing = { inbox_id: null, webhook_id: null, message_id: null, detail: null } as const;

/** Whoever writes within this time joins the entry that is there. */
const mergeMs = 5 * 60_000;

/**
 * Tells agents of an event, each in the ways the agent chose: under the bell at once, by mail and push by rows that fall due. Only who may see the
 * conversation is told, and nobody of an own act; what a rule does is nobody's. Why each was told is recorded as a cause.
 */
export async function tell(uow: UnitOfWork, telling: Telling): Promise<void> {
  const { kind, conversation_id, named = new Map(), except = new Set() } = telling;
  const doer = uow.cause === null ? uow.actor.id : null;
  const event = eventOfKind(kind);
  const tells_assignee = notificationDefaults[`${event}.mine`] !== undefined;
  if (named.size === 0 && !tells_assignee && !(await isAsked(uow, event))) return;
  const rows = await listInterested(uow.db, {
    event,
    conversation_id,
    named: [...named.keys()],
    not: doer,
    tells_assignee,
  });
  const told = rows.flatMap((row) => {
    if (except.has(row.id) || !mayHear(row, telling)) return [];
    const heard = toldOf(event, concernOf(row, telling), row.choices);
    return heard ? [{ row, ...heard }] : [];
  });
  if (told.length === 0) return;
  const cause_id = await recordTold(uow, telling, told);
  const { by, because: _event, named: _named, except: _except, ...news } = telling;
  const stored = await storeNotifications(
    uow.db,
    { ...news, cause_id, by_contact: by === 'contact', actor_id: by === undefined ? doer : null },
    told.map(({ row, scope, channels }) => ({
      agent_id: row.id,
      in_app: channels.has('in_app'),
      scope,
      team_id: teamOf(row, scope, telling),
    })),
    { now: uow.now, since: new Date(uow.now.getTime() - mergeMs) },
  );
  for (const { id, agent_id, in_app } of stored) {
    if (in_app) uow.broadcast('notification', { change: 'added', ids: [id] }, { to: 'agent', agent_id });
  }
  const ways = new Map(told.map(({ row, channels }) => [row.id, { channels, has_browser: row.has_browser }]));
  await queueFor(uow, kind, stored, ways);
}

const asked = new WeakMap<UnitOfWork, Map<NotificationEvent, Promise<boolean>>>();

/** Looked up once for each unit of work: what came with fifty mails interests nobody on most desks. */
function isAsked(uow: UnitOfWork, event: NotificationEvent): Promise<boolean> {
  const known = asked.get(uow) ?? new Map<NotificationEvent, Promise<boolean>>();
  asked.set(uow, known);
  const answer = known.get(event) ?? isAskedFor(uow.db, event);
  known.set(event, answer);
  return answer;
}

async function queueFor(
  uow: UnitOfWork,
  kind: News['kind'],
  stored: readonly { id: number; agent_id: number }[],
  ways: ReadonlyMap<number, { channels: ReadonlySet<NotificationChannel>; has_browser: boolean }>,
): Promise<void> {
  const deliveries = stored.flatMap(({ id, agent_id }): QueuedDelivery[] => {
    const { channels, has_browser } = ways.get(agent_id)!;
    return (['mail', 'push'] as const)
      .filter((channel) => channels.has(channel) && (channel === 'mail' || has_browser))
      .map((channel) => ({ notification_id: id, agent_id, channel, due_at: dueOf(uow.now, kind, channel) }));
  });
  if (deliveries.length === 0) return;
  await queueDeliveries(uow.db, deliveries);
  for (const { due_at } of deliveries) await deliverSoon(uow, due_at);
}

function mayHear(row: InterestedRow, { kind, conversation_id }: Telling): boolean {
  if (conversation_id === null) return true;
  const { assigned_user_id, assigned_team_id } = row;
  const actor = actorOf(row);
  if (!canSeeConversation(actor, { assigned_user_id, assigned_team_id })) return false;
  const isMessage = kind === 'mention' || kind === 'note' || kind === 'customer_reply';
  return !isMessage || actor.permissions.has('messages:read');
}

function concernOf(row: InterestedRow, { kind, conversation_id, named }: Telling) {
  if (conversation_id === null) return new Set(['named'] as const);
  const scopes = scopesOf(row);
  if (named?.has(row.id)) scopes.add(kind === 'assignment' ? 'mine' : 'named');
  return scopes;
}

function teamOf(row: InterestedRow, scope: Addressee['scope'], { named }: Telling): number | null {
  if (scope === 'my_teams') return row.assigned_team_id;
  return scope === 'named' ? (named?.get(row.id) ?? null) : null;
}

const mostNames = 20;

/** The record of why they were told: the event, and the names of the agents by scope. */
function recordTold(
  uow: UnitOfWork,
  { because: kind, conversation_id }: Telling,
  told: readonly { row: InterestedRow; scope: Addressee['scope'] }[],
): Promise<number> {
  const facts = [...Map.groupBy(told, ({ scope }) => scope)].map(([scope, group]) => {
    const names = group.slice(0, mostNames).map(({ row }) => fullName(row));
    const rest = group.length - names.length;
    return { name: `told_${scope}`, value: [...names, ...(rest > 0 ? [`+${rest}`] : [])].join(', ') };
  });
  const event = { kind, at: uow.now.toISOString() };
  return recordCause(uow, { kind: 'notification', conversation_id, trace: { event, facts } });
}
