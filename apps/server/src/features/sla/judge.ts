import type { ConversationRow } from '../conversations/index.ts';
import type { AppliedSla, SlaEvent } from './applied.queries.ts';

/** What of a conversation decides about its promises. */
export type SlaFacts = Pick<
  ConversationRow,
  'first_reply_at' | 'last_reply_at' | 'waiting_since' | 'first_resolved_at' | 'resolved_at'
> & { is_resolved: boolean };

/** Both are null until it is decided. `met_at` is when it happened, `breached_at` the deadline (behaviour 5.5). */
interface Verdict {
  met_at: Date | null;
  breached_at: Date | null;
}

/** One promise: what it is about, until when, whether it has happened, and the verdict. */
export interface Promised extends Verdict {
  metric: 'first_response' | 'next_response' | 'resolution';
  deadline_at: Date | null;
  done_at: Date | null;
}

/** Answered in time, or too late, or not and the time is over; a deadline that falls on this very instant is kept. */
function verdictOf(promised: Promised, now: Date): Verdict {
  const { deadline_at, done_at, met_at, breached_at } = promised;
  if (met_at !== null || breached_at !== null || deadline_at === null) return { met_at, breached_at };
  if (done_at !== null && done_at <= deadline_at) return { met_at: done_at, breached_at: null };
  const isOver = done_at !== null || now > deadline_at;
  return { met_at: null, breached_at: isOver ? deadline_at : null };
}

/** When the resolution happened that counts: the first one, or after a fresh start the present one (settled question 27). */
export function resolvedAt(applied: AppliedSla, facts: SlaFacts): Date | null {
  return applied.restarted_at === null ? facts.first_resolved_at : facts.resolved_at;
}

/**
 * When the customer's message of an event was answered: by a reply since, unless a further message crossed with it from before the
 * event; the wait that goes on then began before or with it.
 */
export function answeredAt(event: SlaEvent, facts: SlaFacts): Date | null {
  if (event.ended_at !== null) return event.answered_at;
  const { last_reply_at, waiting_since } = facts;
  if (last_reply_at === null || last_reply_at < event.started_at) return null;
  return waiting_since === null || waiting_since > event.started_at ? last_reply_at : null;
}

/** The promises of an applied policy as they stand at an instant: first response, resolution, and that of the open event. */
export function promisesAt(
  applied: AppliedSla,
  event: SlaEvent | null,
  facts: SlaFacts,
  now: Date,
): { first: Promised; resolution: Promised; next: Promised | null } {
  const judged = <P extends Promised>(promised: P): P => ({ ...promised, ...verdictOf(promised, now) });
  return {
    first: judged({
      metric: 'first_response',
      deadline_at: applied.first_response_deadline_at,
      done_at: facts.first_reply_at,
      met_at: applied.first_response_met_at,
      breached_at: applied.first_response_breached_at,
    }),
    resolution: judged({
      metric: 'resolution',
      deadline_at: applied.resolution_deadline_at,
      done_at: resolvedAt(applied, facts),
      met_at: applied.resolution_met_at,
      breached_at: applied.resolution_breached_at,
    }),
    next:
      event === null || event.ended_at !== null
        ? null
        : judged({
            metric: 'next_response',
            deadline_at: event.deadline_at,
            done_at: answeredAt(event, facts),
            met_at: event.met_at,
            breached_at: event.breached_at,
          }),
  };
}

const isDecided = ({ met_at, breached_at }: Verdict) => met_at !== null || breached_at !== null;

/** What it has come to: decided as soon as every promise with a deadline is (behaviour 5.5). */
export function statusOf(first: Promised, resolution: Promised): AppliedSla['status'] {
  const promises = [first, resolution].filter(({ deadline_at }) => deadline_at !== null);
  if (promises.length === 0 || !promises.every(isDecided)) return 'pending';
  if (promises.every(({ met_at }) => met_at !== null)) return 'met';
  return promises.every(({ breached_at }) => breached_at !== null) ? 'breached' : 'partially_met';
}

/** Promises whose clock runs: no verdict yet. */
export function undecided(promises: readonly (Promised | null)[]): (Promised & { deadline_at: Date })[] {
  return promises.filter((one): one is Promised & { deadline_at: Date } => hasDeadline(one) && !isDecided(one));
}

/** Promises that somebody still has to keep, overdue ones among them. */
export function outstanding(promises: readonly (Promised | null)[]): (Promised & { deadline_at: Date })[] {
  return promises.filter(
    (one): one is Promised & { deadline_at: Date } => hasDeadline(one) && one.done_at === null && one.met_at === null,
  );
}

function hasDeadline(one: Promised | null): one is Promised & { deadline_at: Date } {
  return one !== null && one.deadline_at !== null;
}

export function earliest(times: readonly Date[]): Date | null {
  return times.length === 0 ? null : new Date(Math.min(...times.map(Number)));
}

/** The conversation's own deadlines (wire B 1.1), which lists sort by and badges show. */
export type SlaColumns = Pick<
  ConversationRow,
  | 'next_sla_deadline_at'
  | 'first_response_deadline_at'
  | 'resolution_deadline_at'
  | 'next_response_deadline_at'
  | 'next_response_met_at'
>;

/**
 * The deadlines that the conversation shows. `next_sla_deadline_at` is the earliest that is outstanding, overdue ones included, and null
 * while it is resolved (behaviour 5.7). A clock that stands still shows no deadline: when it is due is not known. A resolution
 * that was decided before a reopening is not shown either, for the conversation's resolved_at tells of another one.
 */
export function columnsAt(
  applied: AppliedSla,
  event: SlaEvent | null,
  facts: SlaFacts,
  promises: ReturnType<typeof promisesAt>,
): SlaColumns {
  const { first, resolution, next } = promises;
  const stands = applied.paused_at !== null;
  const shown = (promised: Promised) => (stands && !isDecided(promised) ? null : promised.deadline_at);
  const due = outstanding([first, resolution, next]).filter((one) => shown(one) !== null);
  const isOfAnother = resolution.done_at !== null && resolution.done_at.getTime() !== facts.resolved_at?.getTime();
  const answered = event !== null && event.answered_at !== null;
  return {
    next_sla_deadline_at: facts.is_resolved ? null : earliest(due.map(({ deadline_at }) => deadline_at)),
    first_response_deadline_at: shown(first),
    resolution_deadline_at: isOfAnother ? null : shown(resolution),
    next_response_deadline_at: next ? shown(next) : answered ? event.deadline_at : null,
    next_response_met_at: answered ? event.answered_at : null,
  };
}
