/** What a rule tells agents: the value of the action `notify`. */
export interface Notice {
  subject: string;
  message: string;
  recipients: string[];
}

/** Whom a notice goes to: whoever has the conversation, or named rows. */
export type NoticeRecipient =
  | { kind: 'assignee' }
  | { kind: 'assigned_team' }
  | { kind: 'team'; id: number }
  | { kind: 'user'; id: number };

/** The notice in an action's value, whatever is missing of it. */
export function readNotice([subject = '', message = '', ...recipients]: readonly string[]): Notice {
  return { subject, message, recipients };
}

/** A notice as an action's value. */
export function noticeValue({ subject, message, recipients }: Notice): string[] {
  return [subject, message, ...recipients];
}

/** A recipient as it is written: `assignee`, `assigned_team`, `team:<id>`, `user:<id>`; null for anything else. */
export function readRecipient(text: string): NoticeRecipient | null {
  if (text === 'assignee' || text === 'assigned_team') return { kind: text };
  const named = /^(team|user):([1-9]\d{0,8})$/.exec(text);
  return named && { kind: named[1] as 'team' | 'user', id: Number(named[2]) };
}
