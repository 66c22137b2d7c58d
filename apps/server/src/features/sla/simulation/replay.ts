import { parseGoDuration, type SimulatedMetric, type SlaPolicyInput, type StatusCategory } from '@bellhop/contract';
import type { Calendar } from '../../business-hours/index.ts';

/** What happened in a conversation, as far as promises are concerned; each list in order of time. */
export interface History {
  created_at: Date;
  /** The first reply of a person that was delivered. */
  first_reply_at: Date | null;
  first_resolved_at: Date | null;
  /** Messages of the customer, written by no machine. */
  asked: readonly Date[];
  /** Delivered replies of people. */
  answered: readonly Date[];
  statuses: readonly { at: Date; category: StatusCategory }[];
}

export interface Terms {
  first_response: number | null;
  next_response: number | null;
  resolution: number | null;
  pause_on_waiting: boolean;
  restart_on_reopen: boolean;
}

/** What a policy, stored or not, promises. */
export function simulatedTerms(policy: SimulatedPolicy): Terms {
  const ms = (duration: string | null) => (duration === null ? null : parseGoDuration(duration));
  return {
    first_response: ms(policy.first_response_time),
    next_response: ms(policy.next_response_time),
    resolution: ms(policy.resolution_time),
    pause_on_waiting: policy.pause_on_waiting ?? false,
    restart_on_reopen: policy.restart_on_reopen ?? false,
  };
}
type SimulatedPolicy = Pick<
  SlaPolicyInput,
  'first_response_time' | 'next_response_time' | 'resolution_time' | 'pause_on_waiting' | 'restart_on_reopen'
>;

/** One promise and what became of it; `open` while it runs. */
export interface Verdict {
  metric: SimulatedMetric;
  start: Date;
  deadline: Date;
  /** Null while nothing has been done; a next response that resolving ended too late ends with it. */
  done: Date | null;
  outcome: 'met' | 'breached' | 'open';
  /** Open time from what was done, or from now, to the deadline: negative when it is overdue. */
  left: number;
}

/**
 * What a conversation's promises would have been, and what would have become of them (behaviour 5.2 to 5.6): first response and resolution
 * from its creation, a next response from each question after the first reply until a person answers; resolving ends that one
 * without a verdict while it is in time. A policy that begins anew on reopening is judged by the last time. Null when a deadline is beyond the hours.
 */
export function replay(history: History, terms: Terms, calendar: Calendar, now: Date): Verdict[] | null {
  const pauses = terms.pause_on_waiting ? waitingSpans(history.statuses) : [];
  const verdicts: Verdict[] = [];
  let isReachable = true;
  const promise = (metric: SimulatedMetric, start: Date, done: Date | null, ended: Date | null = null) => {
    const ms = terms[metric];
    if (ms === null) return;
    const until = done ?? ended ?? now;
    const deadline = deadlineOf(calendar, { start, ms, pauses, until });
    if (deadline === null) isReachable = false;
    else if (ended === null || ended > deadline)
      verdicts.push(verdictOf({ metric, start, deadline, done: done ?? ended }, calendar, now));
  };
  promise('first_response', history.created_at, history.first_reply_at);
  const again = terms.restart_on_reopen ? lastReopening(history.statuses) : null;
  if (again) promise('resolution', again.at, again.resolved);
  else promise('resolution', history.created_at, history.first_resolved_at);
  for (const { asked, answered, resolved } of questions(history)) promise('next_response', asked, answered, resolved);
  return isReachable ? verdicts : null;
}

function verdictOf(
  promised: Pick<Verdict, 'metric' | 'start' | 'deadline' | 'done'>,
  calendar: Calendar,
  now: Date,
): Verdict {
  const { deadline, done } = promised;
  const isLate = (done ?? now) > deadline;
  return {
    ...promised,
    outcome: isLate ? 'breached' : done ? 'met' : 'open',
    left: calendar.openTimeBetween(done ?? now, deadline),
  };
}

/** Each wait that begins in time moves the deadline by its open time. */
function deadlineOf(
  calendar: Calendar,
  promise: { start: Date; ms: number; pauses: readonly Span[]; until: Date },
): Date | null {
  const { start, until } = promise;
  let deadline = calendar.addOpenTime(start, promise.ms);
  for (const { from, to } of promise.pauses) {
    if (deadline === null || from >= deadline) break;
    const begin = new Date(Math.max(from.getTime(), start.getTime()));
    const end = new Date(Math.min((to ?? until).getTime(), until.getTime()));
    if (end > begin) deadline = calendar.addOpenTime(deadline, calendar.openTimeBetween(begin, end));
  }
  return deadline;
}

interface Span {
  from: Date;
  to: Date | null;
}

function waitingSpans(statuses: History['statuses']): Span[] {
  return statuses.flatMap(({ at, category }, index) =>
    category === 'waiting' ? [{ from: at, to: statuses[index + 1]?.at ?? null }] : [],
  );
}

/** When it was reopened last, and resolved again since; null for a conversation that never was. */
function lastReopening(statuses: History['statuses']): { at: Date; resolved: Date | null } | null {
  const index = statuses.findLastIndex(
    ({ category }, at) => category !== 'resolved' && statuses[at - 1]?.category === 'resolved',
  );
  if (index === -1) return null;
  const resolved = statuses.slice(index).find(({ category }) => category === 'resolved');
  return { at: statuses[index]!.at, resolved: resolved?.at ?? null };
}

/** The customer's questions after the first reply, each with what ended it; further messages meanwhile belong to it. */
function questions({ first_reply_at, asked, answered, statuses }: History) {
  const resolved = statuses.filter(({ category }) => category === 'resolved').map(({ at }) => at);
  const found: { asked: Date; answered: Date | null; resolved: Date | null }[] = [];
  let over: Date | null = first_reply_at;
  for (const at of asked) {
    if (over === null || at <= over) continue;
    const reply = answered.find((one) => one >= at) ?? null;
    const end = resolved.find((one) => one >= at) ?? null;
    const isResolvedFirst = end !== null && (reply === null || end < reply);
    found.push({ asked: at, answered: isResolvedFirst ? null : reply, resolved: isResolvedFirst ? end : null });
    over = isResolvedFirst ? end : reply;
    if (over === null) break;
  }
  return found;
}
