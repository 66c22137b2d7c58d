import type { DomainEvents } from '../../core/domain-events.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { loadSettings } from '../settings/index.ts';
import { findTeam } from '../teams/index.ts';
import { insertEvent } from './applied.queries.ts';
import { applyByItself } from './apply-policy.ts';
import { countAnew } from './count-anew.ts';
import { type Change, type SlaState, settle } from './settle.ts';
import { findPolicy } from './sla.queries.ts';
import { deadlineAfter, findSlaHours } from './sla-hours.ts';
import { findState } from './sla-state.ts';

/** An agent starts a conversation: the desk's default policy, when there is one. */
export async function applyDefaultAtStart(
  uow: UnitOfWork,
  { conversation_id, initiator }: DomainEvents['conversation.created'],
): Promise<void> {
  // A customer's is given its policy with its first message, which then stands first in the thread.
  if (initiator === 'agent') await applyDefault(uow, conversation_id);
}

/**
 * A customer wrote: a new conversation gets the default policy; in a present one the wait for the next response begins, unless one is
 * open already or the first response is still owed (behaviour 5.6). Machine mail begins none.
 */
export async function followMessage(uow: UnitOfWork, event: DomainEvents['message.received']): Promise<void> {
  if (event.opened) return applyDefault(uow, event.conversation_id);
  if (event.is_auto_reply || event.is_promised === false) return;
  const state = await findState(uow, event.conversation_id);
  if (state) await settle(uow, await awaitResponse(uow, state, uow.now));
}

/** A reply has left: it answers the first response and the open event; a question that crossed with it is the next one's start. */
export async function followReply(uow: UnitOfWork, event: DomainEvents['message.delivered']): Promise<void> {
  const state = await findState(uow, event.conversation_id);
  if (!state) return;
  const { waiting_since, last_reply_at } = await settle(uow, state);
  // Surveys and what rules send leave the reply times alone: no question has crossed with them.
  if (waiting_since === null || last_reply_at?.getTime() !== uow.now.getTime()) return;
  const now = await findState(uow, event.conversation_id);
  if (now) await settle(uow, await awaitResponse(uow, now, waiting_since));
}

/** Verdicts, pauses, the end of an event and a fresh start all follow from the new status (behaviour 5.4, 5.6). */
export async function followStatus(
  uow: UnitOfWork,
  { conversation_id, from_category, to_category }: DomainEvents['conversation.status_changed'],
): Promise<void> {
  const state = await findState(uow, conversation_id);
  if (!state) return;
  const reopened = from_category === 'resolved' && to_category !== 'resolved';
  await settle(uow, state, reopened ? await freshCheck(uow, state) : {});
}

/** Another team brings its policy; one without leaves the present one, counted by the new hours where the policy says so. */
export async function followTeam(uow: UnitOfWork, event: DomainEvents['conversation.team_assigned']): Promise<void> {
  const team = event.to === null ? undefined : await findTeam(uow.db, event.to);
  const policy = team?.sla_policy_id ?? null;
  const state = await findState(uow, event.conversation_id);
  const isPresent = state !== undefined && state.applied.sla_policy_id === policy;
  if (policy !== null && !isPresent) {
    await applyByItself(uow, event.conversation_id, policy, 'conversation.team_assigned');
  } else if (state?.applied.terms.follow_team_hours) {
    await countAnew(uow, state);
  }
}

async function applyDefault(uow: UnitOfWork, conversationId: number): Promise<void> {
  const policy = Number((await loadSettings(uow.db))['app.sla_policy_id'] || 0);
  if (policy === 0) return;
  if ((await findState(uow, conversationId)) || !(await findPolicy(uow.db, policy))) return;
  await applyByItself(uow, conversationId, policy, 'conversation.created');
}

async function awaitResponse(uow: UnitOfWork, state: SlaState, since: Date): Promise<SlaState> {
  const { conversation, applied, event } = state;
  const isOpen = event !== null && event.ended_at === null;
  if (applied.terms.next_response_time === null || isOpen || conversation.first_reply_at === null) return state;
  const hours = await findSlaHours(uow.db, conversation.assigned_team_id);
  const deadline_at = hours && deadlineAfter(hours.calendar, since, applied.terms.next_response_time);
  if (!deadline_at) return state;
  const { id, conversation_id } = applied;
  const begun = await insertEvent(uow.db, { applied_sla_id: id, conversation_id, started_at: since, deadline_at });
  return { ...state, event: begun };
}

/** A fresh check of the resolution, where the policy wants one; the old verdict gives way to it. */
async function freshCheck(uow: UnitOfWork, { conversation, applied }: SlaState): Promise<Change> {
  const { restart_on_reopen, resolution_time } = applied.terms;
  if (!restart_on_reopen || resolution_time === null) return {};
  const hours = await findSlaHours(uow.db, conversation.assigned_team_id);
  const deadline = hours && deadlineAfter(hours.calendar, uow.now, resolution_time);
  if (!deadline) return {};
  return {
    applied: {
      resolution_deadline_at: deadline,
      resolution_met_at: null,
      resolution_breached_at: null,
      restarted_at: uow.now,
      paused_before_restart_ms: applied.paused_ms,
    },
  };
}
