import { type MailboxAlert, MailProblem } from '@bellhop/contract';
import type { OpenAlert } from './alerts.queries.ts';

/** An alert as the wire shows it. */
export function alertView(alert: OpenAlert): MailboxAlert {
  return {
    inbox_id: alert.inbox_id,
    inbox_name: alert.inbox_name,
    kind: alert.kind,
    since: alert.since.toISOString(),
    problem: problemWord(alert.problem),
    detail: alert.detail,
  };
}

/** A stored problem; one that a newer version has written is `unknown` here. */
export function problemWord(stored: string | null): MailProblem | null {
  return stored === null ? null : (MailProblem.safeParse(stored).data ?? 'unknown');
}
