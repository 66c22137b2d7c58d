import { type MailboxAlertKind, type MailProblem, serverProblems } from '@bellhop/contract';
import { problemWord } from './alert-view.ts';
import type { TrafficRow } from './health.queries.ts';
import type { InboxRecord } from './inboxes.queries.ts';
import { isUnusuallySilent, type Pace } from './usual-pace.ts';

/** What an inbox is looked at by. */
export interface MailboxFacts {
  inbox: Pick<
    InboxRecord,
    'enabled' | 'updated_at' | 'last_error' | 'last_problem' | 'failing_since' | 'last_success_at'
  > & { has_imap: boolean };
  traffic: TrafficRow;
  pace: Pace | null;
  /** Since when some process has been there to receive anything; null when none is. */
  watched_since: Date | null;
}

/** Why people with the permission are told of a mailbox. */
export interface Trouble {
  kind: MailboxAlertKind;
  since: Date;
  problem: MailProblem | null;
  detail: string | null;
}

const minuteMs = 60_000;
/** Errors of receiving that may pass by themselves are waited for. */
const errorsForMs = 10 * minuteMs;
/** A queue older than this is not moving (field: mailbox health). */
const queueForMs = 5 * minuteMs;
/** Leases are taken over within seconds. */
const leaseForMs = 5 * minuteMs;
/** Of mails that single recipients hold up, this many together are no coincidence. */
const manyMails = 3;
const failuresForMs = 24 * 60 * minuteMs;

/** Nothing of these passes without somebody's doing. */
const hopeless: readonly (MailProblem | null)[] = [
  'login_refused',
  'login_missing',
  'mailbox_missing',
  'secrets_unreadable',
];

/** What is wrong with a mailbox at a moment, so that somebody must hear of it; a disabled one is never in trouble. */
export function findTroubles(facts: MailboxFacts, now: Date): Trouble[] {
  if (!facts.inbox.enabled) return [];
  const receiving = receivingTrouble(facts, now);
  return [receiving, sendingTrouble(facts.traffic, now), receiving ? null : silence(facts, now)].filter(
    (trouble) => trouble !== null,
  );
}

function receivingTrouble({ inbox, traffic, watched_since }: MailboxFacts, now: Date): Trouble | null {
  if (!inbox.has_imap) return null;
  const since = inbox.failing_since;
  if (since) {
    const problem = problemWord(inbox.last_problem) ?? 'unknown';
    if (!hopeless.includes(problem) && now.getTime() - since.getTime() < errorsForMs) return null;
    return { kind: 'receiving', since, problem, detail: inbox.last_error };
  }
  // Who was just started, or just changed, has had no time to begin.
  const begun = [traffic.leased_until, inbox.updated_at, watched_since].map((time) => time?.getTime() ?? 0);
  const left = new Date(Math.max(...begun));
  if (!watched_since || now.getTime() - left.getTime() < leaseForMs) return null;
  return { kind: 'receiving', since: left, problem: 'no_receiver', detail: null };
}

function sendingTrouble(traffic: TrafficRow, now: Date): Trouble | null {
  const { oldest_out, last_failed_at } = traffic;
  if (oldest_out && !hasSentSince(traffic, oldest_out)) {
    const problem = problemWord(traffic.waiting_problem) ?? (traffic.waiting_error === null ? 'no_sender' : 'unknown');
    const isOwn = serverProblems.includes(problem) || problem === 'no_sender' || traffic.waiting_out >= manyMails;
    const isOld = hopeless.includes(problem) || now.getTime() - oldest_out.getTime() > queueForMs;
    if (isOwn && isOld) return { kind: 'sending', since: oldest_out, problem, detail: traffic.waiting_error };
  }
  if (last_failed_at && !hasSentSince(traffic, last_failed_at)) {
    const problem = problemWord(traffic.last_failure_problem);
    const isRecent = now.getTime() - last_failed_at.getTime() < failuresForMs;
    if (isRecent && problem !== null && serverProblems.includes(problem)) {
      return { kind: 'sending', since: last_failed_at, problem, detail: traffic.last_failure };
    }
  }
  return null;
}

function hasSentSince({ last_out }: TrafficRow, time: Date): boolean {
  return last_out !== null && last_out.getTime() >= time.getTime();
}

/** Time in which nothing ran counts for nothing. */
function silence({ traffic, pace, watched_since }: MailboxFacts, now: Date): Trouble | null {
  const { last_in } = traffic;
  if (!pace || !last_in || !watched_since) return null;
  const from = new Date(Math.max(last_in.getTime(), watched_since.getTime()));
  return isUnusuallySilent(pace, from, now) ? { kind: 'silent', since: last_in, problem: null, detail: null } : null;
}
