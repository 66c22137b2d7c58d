/** THE list of jobs: name to payload. Names are orders; handlers stand in `app/jobs.ts`. Jobs may run twice and must bear it. */
export interface Jobs {
  /** Takes the waiting raw mails of one inbox in, oldest first. */
  'mail.process': { inbox_id: number };
  /** Mails a link to set a password to the agent who asked; null stands for an address of nobody. */
  'agents.send_password_link': { user_id: number | null; ip: string };
  /** Holds what happened in a conversation against the rules. */
  'automation.run': { conversation_id: number };
  /** Hands the mails and pushes of notifications over that are due. */
  'notifications.deliver': Record<string, never>;
  /** Sends one mail that the desk itself writes. */
  'system_mail.send': { id: number };
  /** Opens conversations whose snooze is over. */
  'conversation.unsnooze': Record<string, never>;
  /** Sends the satisfaction surveys that are due. */
  'csat.send_due': Record<string, never>;
  /** Assigns what waits in teams that assign by themselves, and no event told of. */
  'assignment.sweep': Record<string, never>;
  /** Removes uploads that no message took, and blobs whose row is gone. */
  'media.collect': Record<string, never>;
  /** Removes files that crashes left in the storage. */
  'storage.sweep': Record<string, never>;
  /** Deletes the sources of mails that the desk keeps no longer. */
  'raw_mails.expire': Record<string, never>;
  /** Looks for mailboxes that stopped or fell silent. */
  'inboxes.watch': Record<string, never>;
  /** Sends the mails of a round trip. */
  'inboxes.round_trip': { uuid: string };
  /** Ends a round trip whose mails have not come in time. */
  'inboxes.end_round_trip': { uuid: string };
  /** Folds the list totals, prepares event partitions, drops old sessions, login attempts and events. */
  'maintenance.tidy': Record<string, never>;
  'counts.fold': Record<string, never>;
  /** Counts for the reports what the change log tells of; after an upgrade also what was there before. */
  'reports.follow': Record<string, never>;
  /** Takes a deleted tag or team out of what reports have counted of conversations below a number; of all, without one. */
  'reports.forget': ({ tag_id: number } | { team_id: number }) & { below?: number };
  /** Holds what reports have counted against the desk's rows, and puts right what differs. */
  'reports.check': Record<string, never>;
  /** Gives words to messages that are older than search. */
  'search.index_backlog': Record<string, never>;
  /** Frees what an agent who has left still has. */
  'agents.release': { user_id: number };
  /** Frees the conversations of a deleted team and deletes its row. */
  'teams.purge': { team_id: number };
  /** Counts open deadlines anew: of a policy, of business hours, or (null) ends those whose policy was deleted. */
  'sla.recompute': { policy_id: number | null } | { business_hours_id: number };
  /** Tries an edited SLA policy on what has happened. */
  'sla.simulate': { id: number };
  /** Evaluates the rules of the clock. */
  'automations.sweep': Record<string, never>;
  /** Tries a rule against past conversations. */
  'automations.dry_run': { id: number };
  /** Has the release feed asked once a day. */
  'releases.check': Record<string, never>;
  /** Asks the release feed for the newest release. */
  'releases.ask': Record<string, never>;
  /** Sets silent agents offline. */
  'agents.sweep_availability': Record<string, never>;
}

export type JobName = keyof Jobs;

/** `key` replaces an earlier waiting job of the same key; `queue` runs its jobs one after the other. */
export interface JobOptions {
  run_at?: Date;
  key?: string;
  queue?: string;
  max_attempts?: number;
}
