import { InboxConfig, type InboxHealth } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { alertView, problemWord } from './alert-view.ts';
import { listOpenAlerts, type OpenAlert } from './alerts.queries.ts';
import type { MailboxFacts } from './find-troubles.ts';
import { listArrivalHours, listTraffic, type TrafficRow, watchedSince } from './health.queries.ts';
import type { InboxRecord } from './inboxes.queries.ts';
import { paceDays, usualPace } from './usual-pace.ts';

const dayMs = 86_400_000;
/** Mail that waits longer to be processed, or to leave, is trouble. */
const patienceMs = 5 * 60_000;

/** How inboxes are doing, by id. */
export async function healthOf(
  db: Reader,
  inboxes: readonly InboxRecord[],
  now: Date,
): Promise<Map<number, InboxHealth>> {
  const [facts, alerts] = await Promise.all([mailboxFacts(db, inboxes, now), listOpenAlerts(db)]);
  const byInbox = Map.groupBy(alerts, (alert) => alert.inbox_id);
  return new Map(
    inboxes.map((inbox) => [inbox.id, healthView(inbox, facts.get(inbox.id)!, byInbox.get(inbox.id) ?? [], now)]),
  );
}

/** What inboxes are looked at by, by id. */
export async function mailboxFacts(
  db: Reader,
  inboxes: readonly InboxRecord[],
  now: Date,
): Promise<Map<number, MailboxFacts>> {
  const ids = inboxes.map((inbox) => inbox.id);
  const [traffic, arrivals, watched_since] = await Promise.all([
    listTraffic(db, ids, new Date(now.getTime() - dayMs)),
    listArrivalHours(db, ids, new Date(now.getTime() - paceDays * dayMs)),
    watchedSince(db),
  ]);
  const byInbox = new Map(traffic.map((row) => [row.inbox_id, row]));
  const hours = Map.groupBy(arrivals, (row) => row.inbox_id);
  return new Map(
    inboxes.map((inbox) => [
      inbox.id,
      {
        inbox: { ...inbox, has_imap: InboxConfig.parse(inbox.config).imap.length > 0 },
        traffic: byInbox.get(inbox.id)!,
        pace: usualPace(hours.get(inbox.id) ?? [], now),
        watched_since,
      },
    ]),
  );
}

function healthView(
  inbox: InboxRecord,
  { traffic, pace, inbox: { has_imap } }: MailboxFacts,
  alerts: readonly OpenAlert[],
  now: Date,
): InboxHealth {
  return {
    verdict: verdictOf({ ...inbox, has_imap }, traffic, alerts, now),
    state: inbox.receive_state,
    last_success_at: wire(inbox.last_success_at),
    last_error: inbox.last_error,
    last_error_at: wire(inbox.last_error_at),
    problem: inbox.last_error === null ? null : (problemWord(inbox.last_problem) ?? 'unknown'),
    last_mail_in_at: wire(traffic.last_in),
    last_mail_out_at: wire(traffic.last_out),
    waiting_in: traffic.waiting_in,
    oldest_waiting_in_at: wire(traffic.oldest_in),
    waiting_out: traffic.waiting_out,
    oldest_waiting_out_at: wire(traffic.oldest_out),
    quarantined: traffic.quarantined,
    send_failures: traffic.failures,
    last_send_error: traffic.waiting_error ?? traffic.last_failure,
    last_send_problem: problemWord(
      traffic.waiting_error === null ? traffic.last_failure_problem : traffic.waiting_problem,
    ),
    last_send_error_at: wire(traffic.waiting_error === null ? traffic.last_failed_at : traffic.oldest_out),
    usual_gap: pace?.usual_gap ?? null,
    alerts: alerts.map(alertView),
  };
}

function verdictOf(
  inbox: InboxRecord & { has_imap: boolean },
  traffic: TrafficRow,
  alerts: readonly OpenAlert[],
  now: Date,
): InboxHealth['verdict'] {
  if (!inbox.enabled) return 'disabled';
  if (alerts.some(({ kind }) => kind !== 'silent')) return 'stopped';
  const isLate = [traffic.oldest_in, traffic.oldest_out].some(
    (time) => time !== null && now.getTime() - time.getTime() > patienceMs,
  );
  if (inbox.failing_since !== null || isLate) return 'trouble';
  if (alerts.length > 0) return 'silent';
  return inbox.has_imap && inbox.last_success_at === null ? 'connecting' : 'ok';
}

function wire(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
