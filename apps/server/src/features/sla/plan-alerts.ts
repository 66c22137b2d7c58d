import { parseGoDuration, type SlaAlert } from '@bellhop/contract';
import type { Promised } from './judge.ts';

/** Who is to be told of a deadline, and when. */
export interface PlannedAlert {
  type: SlaAlert['type'];
  metric: Promised['metric'];
  recipients: string[];
  deadline_at: Date;
  due_at: Date;
}

/** An alert that was sent for the same promise. */
export type SentAlert = Pick<PlannedAlert, 'type' | 'metric'>;

/**
 * The alerts of a promise. A warning is due before its deadline, a breach at it or after it. What should have been sent by now, because
 * the policy was applied late, becomes one immediate message, of the breach when the deadline is over, and is left out when
 * such a message was sent before. Alerts that fall together are one, so that nobody hears of it twice (behaviour 5.8).
 */
export function planAlerts(
  promised: Pick<Promised, 'metric'> & { deadline_at: Date },
  alerts: readonly SlaAlert[],
  now: Date,
  sent: readonly SentAlert[] = [],
): PlannedAlert[] {
  const { metric, deadline_at } = promised;
  const planned = new Map<string, PlannedAlert>();
  for (const alert of alerts) {
    if (alert.metric !== 'all' && alert.metric !== metric) continue;
    const nominal = dueAt(alert, deadline_at);
    const isLate = nominal < now;
    const type = isLate && deadline_at < now ? 'breach' : alert.type;
    // A warning that came too late was sent as the breach, and is one from then on.
    const wasSent = (one: SentAlert) => one.metric === metric && (one.type === alert.type || one.type === type);
    if (isLate && sent.some(wasSent)) continue;
    const due_at = isLate ? now : nominal;
    const key = `${type} ${due_at.getTime()}`;
    const known = planned.get(key);
    const recipients = [...new Set([...(known?.recipients ?? []), ...alert.recipients])];
    planned.set(key, { type, metric, recipients, deadline_at, due_at });
  }
  return [...planned.values()];
}

function dueAt({ time_delay, time_delay_type }: SlaAlert, deadline: Date): Date {
  const delay = time_delay_type === 'immediately' ? 0 : (parseGoDuration(time_delay) ?? 0);
  return new Date(deadline.getTime() + (time_delay_type === 'before' ? -delay : delay));
}
