/** THE list of what a process counts of its own doing, for `GET /metrics`: name (without the product's prefix) to meaning and labels. */
export const counters = {
  mails_fetched_total: { help: 'Mails that were fetched from a mailbox or accepted by SMTP', labels: ['source'] },
  mails_sent_total: { help: 'Replies that were handed over', labels: ['outcome'] },
  mails_failed_total: {
    help: 'Attempts to hand a reply over that failed, for good or until later',
    labels: ['outcome'],
  },
  system_mails_total: { help: 'Attempts to send a mail of the desk itself', labels: ['outcome'] },
  inbox_polls_total: { help: 'Looks at a mailbox of an inbox, by its id', labels: ['inbox', 'outcome'] },
  webhook_attempts_total: { help: 'Attempts to deliver to a webhook', labels: ['outcome'] },
  push_attempts_total: { help: 'Attempts to hand a push notification over', labels: ['outcome'] },
  automation_failures_total: { help: 'Times that rules could not be run on an event', labels: [] },
} as const satisfies Record<string, { help: string; labels: readonly string[] }>;

export type CounterName = keyof typeof counters;
type LabelsOf<N extends CounterName> = Record<(typeof counters)[N]['labels'][number], string>;

/** Counts what this process does. Labels are ids and words of ours, never addresses, names of people or anything secret. */
export interface Meter {
  count<N extends CounterName>(name: N, labels: LabelsOf<N>, by?: number): void;
  /** A job ended, after so many seconds. */
  jobEnded(job: string, outcome: 'done' | 'failed', seconds: number): void;
}
