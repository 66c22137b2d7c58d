import type { CauseAction } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import { because, finishCause, recordCause } from '../../core/cause.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { type Activity, addActivity, type ConversationRow, findConversationForUpdate } from '../conversations/index.ts';
import { deleteUnsentAlerts } from './alerts.queries.ts';
import { type AppliedSla, endEvents, findApplied, insertApplied, patchApplied } from './applied.queries.ts';
import { settle } from './settle.ts';
import { findHoursName, findPolicy, hasRecentActivity, type SlaPolicyRow } from './sla.queries.ts';
import { deadlineAfter, findSlaHours, type SlaHours } from './sla-hours.ts';
import { termsOf } from './terms.ts';
import { writeConversation } from './write-conversation.ts';

/** The event that made a policy be applied; null stands for a person's own act, or that of the rule whose cause is at work. */
export type ApplyEvent = 'conversation.team_assigned' | 'conversation.created' | null;

const hourMs = 3_600_000;

/**
 * Applies a policy to a conversation, in place of the one that it has; the same one again changes nothing (behaviour 5.3). What has
 * been achieved already is judged at once. Without business hours, or with hours that do not suffice, nothing is
 * applied, and an entry in the thread says so. Throws sla.not_found.
 */
export async function applyPolicy(
  uow: UnitOfWork,
  conversation: Pick<ConversationRow, 'id'>,
  policyId: number,
  event: ApplyEvent = null,
): Promise<ConversationRow> {
  const policy = await findPolicy(uow.db, policyId);
  if (!policy) throw new AppError('sla.not_found');
  const current = (await findConversationForUpdate(uow, conversation.id))!;
  const before = await presentOf(uow, current);
  if (before && before.sla_policy_id === policyId) return current;
  const hours = await findSlaHours(uow.db, current.assigned_team_id);
  const values = hours && promisedBy(uow, policy, current, hours);
  const cause = await recordCause(uow, {
    kind: 'sla',
    conversation_id: current.id,
    trace: {
      event: event && { kind: event, at: uow.now.toISOString() },
      facts: await factsOf(uow, policy, hours, values),
    },
  });
  await finishCause(uow, cause, { actions: [actionOf(policy, hours, values)] });
  return because(uow, cause, async () => {
    if (!hours || !values) {
      await tellOnce(uow, current, {
        activity_type: hours ? 'sla_never_open' : 'sla_no_hours',
        params: { policy: policy.name },
      });
      return current;
    }
    if (before) await cancelApplied(uow, before);
    const applied = await insertApplied(uow.db, values);
    await addActivity(uow, current, { activity_type: 'sla_set', params: { policy: policy.name } });
    const state = { conversation: current, applied, event: null };
    return settle(uow, state, {
      conversation: { sla_policy_id: policyId, applied_sla_id: applied.id },
      props: { sla_policy_name: policy.name },
    });
  });
}

/** Takes the policy from a conversation; nothing happens without one. What was decided under it stays on record. */
export async function removePolicyFrom(uow: UnitOfWork, conversation: ConversationRow): Promise<ConversationRow> {
  const current = (await findConversationForUpdate(uow, conversation.id))!;
  const before = await presentOf(uow, current);
  if (!before && current.sla_policy_id === null) return current;
  if (before) await cancelApplied(uow, before);
  const policy = current.sla_policy_id === null ? undefined : await findPolicy(uow.db, current.sla_policy_id);
  if (policy) await addActivity(uow, current, { activity_type: 'sla_removed', params: { policy: policy.name } });
  return clearPromises(uow, current);
}

/** A conversation whose policy was deleted loses what ran; the change log names who deleted it, the thread is left alone. */
export async function cancelOrphan(uow: UnitOfWork, conversation: ConversationRow): Promise<void> {
  const before = await presentOf(uow, conversation);
  if (!before || before.sla_policy_id !== null) return;
  await cancelApplied(uow, before);
  await clearPromises(uow, conversation);
}

/** The present promise of a conversation, decided or not; undefined when there is none. */
async function presentOf(uow: UnitOfWork, { applied_sla_id }: ConversationRow): Promise<AppliedSla | undefined> {
  const applied = applied_sla_id === null ? undefined : await findApplied(uow.db, applied_sla_id);
  return applied?.status === 'cancelled' ? undefined : applied;
}

/** Ends a promise: what is undecided gets no verdict, and nobody is told of it any more. */
async function cancelApplied(uow: UnitOfWork, { id, status }: AppliedSla): Promise<void> {
  await deleteUnsentAlerts(uow.db, id);
  await endEvents(uow.db, id, uow.now);
  await patchApplied(uow.db, id, {
    status: status === 'pending' ? 'cancelled' : status,
    due_at: null,
    paused_at: null,
    updated_at: uow.now,
  });
}

function clearPromises(uow: UnitOfWork, conversation: ConversationRow): Promise<ConversationRow> {
  const nothing = {
    sla_policy_id: null,
    applied_sla_id: null,
    next_sla_deadline_at: null,
    first_response_deadline_at: null,
    resolution_deadline_at: null,
    next_response_deadline_at: null,
    next_response_met_at: null,
  };
  return writeConversation(uow, conversation, nothing, { sla_policy_name: null });
}

/** The row to be; null when no promise of the policy has an end within ten years. */
function promisedBy(uow: UnitOfWork, policy: SlaPolicyRow, conversation: ConversationRow, hours: SlaHours) {
  const terms = termsOf(policy);
  const starts_at = policy.starts_at === 'created_at' ? conversation.created_at : uow.now;
  const first = deadlineAfter(hours.calendar, starts_at, terms.first_response_time);
  const resolution = deadlineAfter(hours.calendar, starts_at, terms.resolution_time);
  const next = deadlineAfter(hours.calendar, uow.now, terms.next_response_time);
  if (!first && !resolution && !next) return null;
  return {
    created_at: uow.now,
    updated_at: uow.now,
    conversation_id: conversation.id,
    sla_policy_id: policy.id,
    terms,
    starts_at,
    business_hours_id: hours.id,
    time_zone: hours.zone,
    first_response_deadline_at: first,
    resolution_deadline_at: resolution,
  };
}

async function factsOf(
  uow: UnitOfWork,
  policy: SlaPolicyRow,
  hours: SlaHours | null,
  values: ReturnType<typeof promisedBy>,
): Promise<{ name: string; value: string }[]> {
  const facts: [string, string | null | undefined][] = [
    ['sla_policy', policy.name],
    ['business_hours', hours && (await findHoursName(uow.db, hours.id))],
    ['time_zone', hours?.zone],
    ['sla_starts_at', values?.starts_at.toISOString()],
    ['first_response_deadline', values?.first_response_deadline_at?.toISOString()],
    ['resolution_deadline', values?.resolution_deadline_at?.toISOString()],
  ];
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

function actionOf(policy: SlaPolicyRow, hours: SlaHours | null, values: unknown): CauseAction {
  const action = { type: 'set_sla', value: [String(policy.id)] };
  if (hours && values) return { ...action, result: 'done', code: null, error: null };
  const error = hours
    ? 'the business hours do not suffice within ten years'
    : 'there are no business hours to count by';
  return { ...action, result: 'failed', code: hours ? 'sla.never_open' : 'sla.no_hours', error };
}

/** A rule may try again and again: the thread says it once an hour. */
async function tellOnce(uow: UnitOfWork, conversation: ConversationRow, activity: Activity): Promise<void> {
  const since = new Date(uow.now.getTime() - hourMs);
  const kind = activity.activity_type;
  if (!(await hasRecentActivity(uow.db, { conversation_id: conversation.id, kind, since }))) {
    await addActivity(uow, conversation, activity);
  }
}
