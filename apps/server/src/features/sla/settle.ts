import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { ConversationRow } from '../conversations/index.ts';
import { knownStatuses } from '../statuses/index.ts';
import { deleteAlerts, insertAlerts, listAlerts } from './alerts.queries.ts';
import { type AppliedSla, countEvents, patchApplied, patchEvent, type SlaEvent } from './applied.queries.ts';
import {
  answeredAt,
  columnsAt,
  earliest,
  outstanding,
  promisesAt,
  type SlaFacts,
  statusOf,
  undecided,
} from './judge.ts';
import { planAlerts } from './plan-alerts.ts';
import { findSlaHours } from './sla-hours.ts';
import { changes, writeConversation } from './write-conversation.ts';

/** A conversation under a policy; its row is locked. */
export interface SlaState {
  conversation: ConversationRow;
  applied: AppliedSla;
  /** The latest one. */
  event: SlaEvent | null;
}

/** What is to change besides, before it is judged; `props` are told beside the row's members. */
export interface Change {
  applied?: Partial<AppliedSla>;
  event?: Partial<SlaEvent>;
  conversation?: Partial<Pick<ConversationRow, 'sla_policy_id' | 'applied_sla_id'>>;
  props?: Record<string, unknown>;
}

/**
 * Judges a conversation's promises as they stand now and writes everything that follows: verdicts, the time that clocks stood still, the
 * conversation's deadlines with their frames, and alerts that are to be sent or no longer. Whatever happens to a
 * conversation ends here; what has not changed is not written (behaviour 5.5, 5.7).
 */
export async function settle(uow: UnitOfWork, state: SlaState, also: Change = {}): Promise<ConversationRow> {
  const category = await categoryOf(uow, state.conversation.status_id);
  const facts: SlaFacts = { ...factsOf(state.conversation), is_resolved: category === 'resolved' };
  const before = await pausedUntilNow(uow, {
    conversation: state.conversation,
    applied: { ...state.applied, ...also.applied },
    event: state.event && { ...state.event, ...also.event },
  });
  const promises = promisesAt(before.applied, before.event, facts, uow.now);
  const event = before.event && endedEvent(before.event, promises.next, facts, uow.now);
  const isPaused = before.applied.terms.pause_on_waiting && category === 'waiting';
  const applied: AppliedSla = {
    ...before.applied,
    first_response_met_at: promises.first.met_at,
    first_response_breached_at: promises.first.breached_at,
    resolution_met_at: promises.resolution.met_at,
    resolution_breached_at: promises.resolution.breached_at,
    paused_at: isPaused ? uow.now : null,
    failures: 0,
    put_off_until: null,
  };
  const next = event?.ended_at === null ? promises.next : null;
  const running = isPaused ? [] : undecided([promises.first, promises.resolution, next]);
  applied.due_at = earliest(running.map(({ deadline_at }) => deadline_at));
  await writeEvent(uow, state.event, event);
  applied.status = await statusNow(uow, applied, promises, facts);
  await writeApplied(uow, state.applied, applied);
  const isQuiet = isPaused || facts.is_resolved;
  const isRewritten = !isSameJson(state.applied.terms.notifications, applied.terms.notifications);
  await syncAlerts(uow, { applied, event, promises: isQuiet ? [] : Object.values(promises), isRewritten });
  const columns = columnsAt(applied, event, facts, promises);
  return writeConversation(uow, state.conversation, { ...columns, ...also.conversation }, also.props ?? {});
}

export async function categoryOf(uow: UnitOfWork, statusId: number): Promise<'open' | 'waiting' | 'resolved'> {
  return (await knownStatuses(uow.db)).find(({ id }) => id === statusId)!.category;
}

function factsOf({ first_reply_at, last_reply_at, waiting_since, first_resolved_at, resolved_at }: ConversationRow) {
  return { first_reply_at, last_reply_at, waiting_since, first_resolved_at, resolved_at };
}

/** The open time since the clock was stopped, or last looked at, goes to every deadline that has no verdict (behaviour 5.4). */
async function pausedUntilNow(
  uow: UnitOfWork,
  { conversation, applied, event }: SlaState,
): Promise<Pick<SlaState, 'applied' | 'event'>> {
  if (applied.paused_at === null) return { applied, event };
  const calendar = (await findSlaHours(uow.db, conversation.assigned_team_id))?.calendar;
  const ms = Math.max(calendar?.openTimeBetween(applied.paused_at, uow.now) ?? 0, 0);
  const later = (deadline: Date | null) =>
    deadline && calendar && ms > 0 ? (calendar.addOpenTime(deadline, ms) ?? deadline) : deadline;
  const isOpen = (met: Date | null, breached: Date | null) => met === null && breached === null;
  return {
    applied: {
      ...applied,
      paused_ms: applied.paused_ms + ms,
      ...(isOpen(applied.first_response_met_at, applied.first_response_breached_at) && {
        first_response_deadline_at: later(applied.first_response_deadline_at),
      }),
      ...(isOpen(applied.resolution_met_at, applied.resolution_breached_at) && {
        resolution_deadline_at: later(applied.resolution_deadline_at),
      }),
    },
    event:
      event && event.ended_at === null && isOpen(event.met_at, event.breached_at)
        ? { ...event, deadline_at: later(event.deadline_at)!, paused_ms: event.paused_ms + ms }
        : event,
  };
}

/** An answer ends an event, and so does resolving, then without a verdict unless it was overdue already (behaviour 5.6). */
function endedEvent(
  event: SlaEvent,
  next: ReturnType<typeof promisesAt>['next'],
  facts: SlaFacts,
  now: Date,
): SlaEvent {
  if (event.ended_at !== null || next === null) return event;
  const answered_at = answeredAt(event, facts);
  const { met_at, breached_at } = next;
  const ended_at = answered_at ?? (facts.is_resolved ? now : null);
  const undecidedStatus = ended_at === null ? 'pending' : 'cancelled';
  const status = met_at ? 'met' : breached_at ? 'breached' : undecidedStatus;
  return { ...event, met_at, breached_at, answered_at, ended_at, status };
}

/** A policy that promises answers alone is decided by them, once the conversation is resolved. */
async function statusNow(
  uow: UnitOfWork,
  applied: AppliedSla,
  { first, resolution }: ReturnType<typeof promisesAt>,
  facts: SlaFacts,
): Promise<AppliedSla['status']> {
  const hasDeadline = first.deadline_at !== null || resolution.deadline_at !== null;
  if (hasDeadline || applied.status !== 'pending' || !facts.is_resolved) {
    return hasDeadline ? statusOf(first, resolution) : applied.status;
  }
  const { met, breached } = await countEvents(uow.db, applied.id);
  if (breached === 0) return 'met';
  return met === 0 ? 'breached' : 'partially_met';
}

async function writeEvent(uow: UnitOfWork, before: SlaEvent | null, after: SlaEvent | null): Promise<void> {
  if (!before || !after) return;
  const patch = changes(before, after);
  if (patch) await patchEvent(uow.db, after.id, patch);
}

async function writeApplied(uow: UnitOfWork, before: AppliedSla, after: AppliedSla): Promise<void> {
  const patch = changes({ ...before, terms: null }, { ...after, terms: null });
  if (!patch && before.terms === after.terms) return;
  const { terms } = after;
  const isNew = !isSameJson(before.terms, terms);
  await patchApplied(uow.db, after.id, { ...patch, ...(isNew && { terms }), updated_at: uow.now } as Parameters<
    typeof patchApplied
  >[2]);
}

const isSameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Takes back what nobody is to hear any more, and plans what is missing; all that was not sent where the policy tells otherwise now. */
async function syncAlerts(
  uow: UnitOfWork,
  now: {
    applied: AppliedSla;
    event: SlaEvent | null;
    promises: readonly Parameters<typeof outstanding>[0][number][];
    isRewritten: boolean;
  },
): Promise<void> {
  const { applied, event, isRewritten } = now;
  if (applied.terms.notifications.length === 0 && !isRewritten) return;
  const known = await listAlerts(uow.db, applied.id);
  const eventOf = (metric: string) => (metric === 'next_response' ? (event?.id ?? null) : null);
  const wanted = outstanding(now.promises);
  const stays = (alert: (typeof known)[number]) =>
    !isRewritten &&
    wanted.some(
      ({ metric, deadline_at }) =>
        alert.metric === metric &&
        alert.event_id === eventOf(metric) &&
        alert.deadline_at.getTime() === deadline_at.getTime(),
    );
  const unsent = known.filter(({ sent_at }) => sent_at === null);
  await deleteAlerts(
    uow.db,
    unsent.filter((alert) => !stays(alert)).map(({ id }) => id),
  );
  const missing = wanted.filter(({ metric }) => !unsent.some((alert) => stays(alert) && alert.metric === metric));
  const sentOf = (metric: string) =>
    known.filter((alert) => alert.sent_at !== null && alert.event_id === eventOf(metric));
  await insertAlerts(
    uow.db,
    missing.flatMap((promised) =>
      planAlerts(promised, applied.terms.notifications, uow.now, sentOf(promised.metric)).map((alert) => ({
        ...alert,
        applied_sla_id: applied.id,
        conversation_id: applied.conversation_id,
        event_id: eventOf(promised.metric),
      })),
    ),
  );
}
