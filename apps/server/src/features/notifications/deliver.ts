import { notificationEventPermissions } from '@bellhop/contract';
import { canSeeConversation } from '@bellhop/rules';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import type { DomainEvents } from '../../core/domain-events.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { queuePush } from '../push/index.ts';
import { currentLanguagePack, loadSettings } from '../settings/index.ts';
import { queueSystemMail } from '../system-mail/index.ts';
import { actorOf } from '../users/index.ts';
import {
  type DeliveryChannel,
  deleteDeliveries,
  deleteWaitingOf,
  findReceiver,
  listDueAgents,
  listWaiting,
  lockDeliveriesOf,
  markSent,
  postpone,
  readPace,
  releaseHeld,
  type WaitingDelivery,
} from './deliveries.queries.ts';
import { digestMail, type Group, groupMail, manyPushOf, pushOf } from './mail-news.ts';
import { deletePreferences, type NotificationTimes, timesOf } from './preferences.queries.ts';
import { waitOf } from './receiver.ts';
import { deliverSoon } from './soon.ts';
import type { Wording } from './words.ts';

const batch = 100;
/** So many of one agent are looked at together; a longer storm has the rest in its next digest. */
const mostWaiting = 2000;
/** More pushes than this at once become one. */
const mostPushes = 3;
const dayMs = 86_400_000;

/**
 * Job `notifications.deliver`: hands what is due over to mail and push, each agent in a unit of work of its own, so that one who cannot be told holds up
 * no other. Several processes may do it at once.
 */
export async function deliverNotifications(deps: Deps): Promise<void> {
  let after = 0;
  let failed = 0;
  for (;;) {
    const agents = await listDueAgents(deps.db, { now: deps.clock.now(), after, limit: batch });
    for (const id of agents) {
      try {
        await deps.work(deps.system, (uow) => deliverTo(deps, uow, id));
      } catch (error) {
        failed++;
        deps.log.error({ err: error, agent_id: id }, 'what waits for an agent could not be handed over');
      }
    }
    if (agents.length < batch) break;
    after = agents.at(-1)!;
  }
  if (failed > 0) throw new Error(`what waits for ${failed} agents could not be handed over`);
}

/** An agent is back: mails that waited for that go now. */
export async function releaseOnReturn(
  uow: UnitOfWork,
  { user_id, to }: DomainEvents['agent.availability_changed'],
): Promise<void> {
  if (to === 'online' && (await releaseHeld(uow.db, user_id, uow.now))) await deliverSoon(uow, uow.now);
}

/** An agent left: nothing is sent any more; a deleted one wants nothing either. */
export async function forgetReceiver(uow: UnitOfWork, { user_id, reason }: DomainEvents['agent.left']): Promise<void> {
  await deleteWaitingOf(uow.db, user_id);
  if (reason === 'deleted') await deletePreferences(uow.db, user_id);
}

/** Whom something is delivered to, and in what words. */
interface Delivering {
  deps: Deps;
  uow: UnitOfWork;
  agent: Actor;
  times: NotificationTimes;
  wording: Wording;
}

async function deliverTo(deps: Deps, uow: UnitOfWork, agentId: number): Promise<void> {
  if (!(await lockDeliveriesOf(uow.db, agentId))) return;
  const row = await findReceiver(uow.db, agentId);
  if (!row?.enabled || row.deleted_at) return deleteWaitingOf(uow.db, agentId);
  const settings = await loadSettings(deps.db);
  const wording = {
    pack: currentLanguagePack(deps.db),
    language: settings['app.lang'],
    root: settings['app.root_url'],
    site: settings['app.site_name'],
    now: uow.now,
  };
  const to = { deps, uow, agent: actorOf(row), times: timesOf(row as never), wording };
  for (const channel of ['mail', 'push'] as const) {
    const groups = await waitingGroups(to, channel);
    const due = groups.filter((group) => group.some(({ due_at }) => due_at <= uow.now));
    if (due.length === 0) continue;
    const wait = waitOf(to.times, { channel, availability: row.availability_status, now: uow.now });
    if (wait?.kind === 'drop') await deleteDeliveries(uow.db, idsOf(due));
    else if (wait) await postpone(uow.db, idsOf(due), wait);
    else if (channel === 'push') await push(to, due);
    else await mail(to, due, groups);
  }
}

/** What waits on a channel, by what it is about; what need not be told any more is forgotten. */
async function waitingGroups({ uow, agent }: Delivering, channel: DeliveryChannel): Promise<Group[]> {
  const rows = await listWaiting(uow.db, { agent_id: agent.id, channel, limit: mostWaiting });
  const isOver = (row: WaitingDelivery) => row.read_at !== null || !mayStillHear(agent, row);
  const over = rows.filter(isOver);
  if (over.length > 0)
    await deleteDeliveries(
      uow.db,
      over.map(({ id }) => id),
    );
  const left = rows.filter((row) => !isOver(row));
  return [
    ...Map.groupBy(left, (row) => row.conversation_id ?? `${row.kind} ${row.inbox_id ?? row.webhook_id}`).values(),
  ];
}

/** Access counts as it is now, and a deadline only while the conversation waits for it (behaviour 5.8). */
function mayStillHear(agent: Actor, row: WaitingDelivery): boolean {
  if (row.conversation_id === null) {
    const { mailbox_trouble, webhook_off } = notificationEventPermissions;
    return agent.permissions.has(row.kind === 'webhook_off' ? webhook_off : mailbox_trouble);
  }
  if (row.message_uuid !== null && !agent.permissions.has('messages:read')) return false;
  const { assigned_user_id, assigned_team_id } = row;
  if (!canSeeConversation(agent, { assigned_user_id, assigned_team_id })) return false;
  if (row.kind === 'assignment') return assigned_user_id === agent.id;
  const isOfDeadline = row.kind === 'sla_warning' || row.kind === 'sla_breach';
  return !isOfDeadline || row.category !== 'resolved';
}

/**
 * One mail for each conversation; one for all of them where more would go than the agent bears in a while, or while the server refuses earlier ones. After
 * such a digest the next waits its time.
 */
async function mail(to: Delivering, due: Group[], waiting: Group[]): Promise<void> {
  const { uow, agent, times, wording, deps } = to;
  const { mails: most, minutes } = times.digest;
  const pauseMs = minutes * 60_000;
  const ago = (ms: number) => new Date(uow.now.getTime() - ms);
  const pace = await readPace(uow.db, agent.id, { since: ago(pauseMs), far: ago(dayMs) });
  const isStorm = pace.is_stuck || pace.mails + due.length > most;
  if (isStorm && pace.digest_at) {
    const due_at = new Date(pace.digest_at.getTime() + pauseMs);
    return postpone(uow.db, idsOf(due), { due_at, is_held: false });
  }
  if (isStorm && waiting.length > 1) {
    return send(to, digestMail(wording, agent, waiting), { ids: idsOf(waiting), is_digest: true });
  }
  for (const group of due) {
    const letter = await groupMail(deps.db, wording, agent, group);
    await send(to, letter, { ids: idsOf([group]), is_digest: isStorm });
  }
}

async function send(
  { uow }: Delivering,
  letter: Parameters<typeof queueSystemMail>[1],
  { ids, is_digest }: { ids: number[]; is_digest: boolean },
): Promise<void> {
  const system_mail_id = await queueSystemMail(uow, letter);
  // Mails to agents are switched off: what is old when they are switched on again is no news.
  if (system_mail_id === null) await deleteDeliveries(uow.db, ids);
  else await markSent(uow.db, ids, { sent_at: uow.now, system_mail_id, is_digest });
}

async function push({ uow, agent, deps, wording }: Delivering, due: Group[]): Promise<void> {
  await deleteDeliveries(uow.db, idsOf(due));
  const payloads =
    due.length > mostPushes
      ? [manyPushOf(wording, due)]
      : await Promise.all(due.map((group) => pushOf(deps.db, wording, group)));
  for (const payload of payloads) await queuePush(uow, [agent.id], payload);
}

function idsOf(groups: readonly Group[]): number[] {
  return groups.flat().map(({ id }) => id);
}
