import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { ConversationRow } from '../conversations/index.ts';
import type { SlaTerms } from './applied.queries.ts';
import { type SlaState, settle } from './settle.ts';
import { deadlineAfter, findSlaHours } from './sla-hours.ts';

/**
 * Counts the deadlines that have no verdict anew: by the present hours of the conversation's team, and under other terms when they
 * are given. Verdicts stay. A deadline that could not be found stays as it was.
 */
export async function countAnew(
  uow: UnitOfWork,
  state: SlaState,
  terms: SlaTerms = state.applied.terms,
): Promise<ConversationRow> {
  const { applied, event, conversation } = state;
  const hours = await findSlaHours(uow.db, conversation.assigned_team_id);
  if (!hours) return settle(uow, state, { applied: { terms } });
  const count = (start: Date, time: string | null, pausedMs: number, present: Date | null) =>
    time === null ? null : (deadlineAfter(hours.calendar, start, time, pausedMs) ?? present);
  const { starts_at, restarted_at, paused_ms, paused_before_restart_ms } = applied;
  const hasFirst = applied.first_response_met_at !== null || applied.first_response_breached_at !== null;
  const hasResolution = applied.resolution_met_at !== null || applied.resolution_breached_at !== null;
  const isOpen = event?.status === 'pending' && terms.next_response_time !== null;
  return settle(uow, state, {
    applied: {
      terms,
      business_hours_id: hours.id,
      time_zone: hours.zone,
      ...(!hasFirst && {
        first_response_deadline_at: count(
          starts_at,
          terms.first_response_time,
          paused_ms,
          applied.first_response_deadline_at,
        ),
      }),
      ...(!hasResolution && {
        resolution_deadline_at: count(
          restarted_at ?? starts_at,
          terms.resolution_time,
          paused_ms - paused_before_restart_ms,
          applied.resolution_deadline_at,
        ),
      }),
    },
    ...(isOpen && {
      event: {
        deadline_at: count(event.started_at, terms.next_response_time, event.paused_ms, event.deadline_at)!,
      },
    }),
  });
}
