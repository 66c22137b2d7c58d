import type { CauseAction } from '@bellhop/contract';
import { actAs } from '../../core/act-as.ts';
import { AppError } from '../../core/app-error.ts';
import { because, finishCause, recordCause } from '../../core/cause.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { type Activity, addActivity, type ConversationRow, findConversationForUpdate } from '../conversations/index.ts';
import { systemActor } from '../users/index.ts';
import { deleteUnsentAlerts } from './alerts.queries.ts';
import { type AppliedSla, endEvents, findApplied, insertApplied, patchApplied } from './applied.queries.ts';
import { settle } from './settle.ts';
import { findHoursName, findPolicy, hasRecentActivity, holdPolicy, type SlaPolicyRow } from './sla.queries.ts';
import { deadlineAfter, findSlaHours, type SlaHours } from './sla-hours.ts';
import { termsOf } from './terms.ts';
import { writeConversation } from './write-conversation.ts';

/** The event that makes a policy be applied by itself. */
export type ApplyEvent = 'conversation.team_assigned' | 'conversation.created';

type Refusal = 'sla.no_hours' | 'sla.never_open';

const hourMs = 3_600_000;

/**
 * Applies a policy to a conversation, in place of the one that it has; the same one again changes nothing (behaviour 5.3). What has
 * been achieved already is judged at once. Throws sla.not_found, and sla.no_hours or sla.never_open when nothing can be counted: an
 * entry in the thread says so, unless the caller undoes its unit of work.
 */
export async function applyPolicy(
  uow: UnitOfWork,
  conversation: Pick<ConversationRow, 'id'>,
  policyId: number,
): Promise<ConversationRow> {
  const { conversation: applied, refusal } = await tryToApply(uow, conversation.id, policyId, null);
  if (refusal !== null) throw new AppError(refusal);
  return applied;
}

/** The same because of an event, as System. That nothing can be counted stands in the thread and holds nothing up. */
export async function applyByItself(
  uow: UnitOfWork,
  conversationId: number,
  policyId: number,
  event: ApplyEvent,
): Promise<void> {
  const system = await systemActor(uow.db);
  await actAs(uow, system, () => tryToApply(uow, conversationId, policyId, event));
}

async function tryToApply(
  uow: UnitOfWork,
  conversationId: number,
  policyId: number,
  event: ApplyEvent | null,
): Promise<{ conversation: ConversationRow; refusal: Refusal | null }> {
  const policy = await holdPolicy(uow.db, policyId);
  if (!policy) throw new AppError('sla.not_found');
  const current = (await findConversationForUpdate(uow, conversationId))!;
  const before = await presentOf(uow, current);
  if (before && before.sla_policy_id === policyId) return { conversation: current, refusal: null };
  const hours = await findSlaHours(uow.db, current.assigned_team_id);
  const values = hours && promisedBy(uow, policy, current, hours);
  const refusal = values ? null : hours ? 'sla.never_open' : 'sla.no_hours';
  const cause = await recordCause(uow, {
    kind: 'sla',
    conversation_id: current.id,
    trace: {
      event: event && { kind: event, at: uow.now.toISOString() },
      facts: await factsOf(uow, policy, hours, values),
    },
  });
  await finishCause(uow, cause, { actions: [actionOf(policy, refusal)] });
  return because(uow, cause, async () => {
    if (!values) {
      const activity_type = hours ? 'sla_never_open' : 'sla_no_hours';
      await tellOnce(uow, current, { activity_type, params: { policy: policy.name } });
      return { conversation: current, refusal };
    }
    if (before) await cancelApplied(uow, before);
    const applied = await insertApplied(uow.db, values);
    await addActivity(uow, current, { activity_type: 'sla_set', params: { policy: policy.name } });
    const settled = await settle(
      uow,
      { conversation: current, applied, event: null },
      {
        conversation: { sla_policy_id: policyId, applied_sla_id: applied.id },
        props: { sla_policy_name: policy.name },
      },
    );
    return { conversation: settled, refusal };
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
export async function cancelOrphan(
  uow: UnitOfWork,
  conversation: ConversationRow,
  policyId: number | null,
): Promise<void> {
  const before = await presentOf(uow, conversation);
  if (!before || before.sla_policy_id !== policyId) return;
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

function actionOf(policy: SlaPolicyRow, refusal: Refusal | null): CauseAction {
  const action = { type: 'set_sla', value: [String(policy.id)] };
  if (refusal === null) return { ...action, result: 'done', code: null, error: null };
  const error = {
    'sla.no_hours': 'there are no business hours to count by',
    'sla.never_open': 'the business hours do not suffice within ten years',
  }[refusal];
  return { ...action, result: 'failed', code: refusal, error };
}

/** A rule may try again and again: the thread says it once an hour. */
async function tellOnce(uow: UnitOfWork, conversation: ConversationRow, activity: Activity): Promise<void> {
  const since = new Date(uow.now.getTime() - hourMs);
  const kind = activity.activity_type;
  if (!(await hasRecentActivity(uow.db, { conversation_id: conversation.id, kind, since }))) {
    await addActivity(uow, conversation, activity);
  }
}
