import { AppError } from '../../core/app-error.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { isNotificationMailOn } from '../settings/index.ts';
import { dropUnsent, insertSystemMail } from './system-mail.queries.ts';

/** Mails whose words are Bellhop's own, and without which somebody could not go on (behaviour 6.3). */
export const essentialMails = ['welcome', 'reset-password'] as const;
/** What an agent should know of their account, in Bellhop's own words too. */
export const accountMails = ['password-changed'] as const;
/** What those should know who set the desk up. */
export const deskMails = ['webhook-off'] as const;
/** What happened, as paragraphs and links (`NewsMail`). */
export const newsMails = ['conversation-news', 'notification-digest'] as const;
/** Mails whose words are a built-in template, known by its name (wire A 18.6). */
export const templateMails = ['Conversation assigned', 'SLA breach warning', 'SLA breached'] as const;

/** What happened to how somebody signs in, called as the activity log calls it. */
export const securityMails = [
  'agent_second_factor_added',
  'agent_second_factor_removed',
  'agent_second_factor_reset',
  'agent_recovery_codes_made',
  'agent_recovery_code_used',
] as const;

/** What the desk writes to somebody; `values` are what its template asks for, by path (`Conversation.Subject`, `ResetToken`). */
export interface SystemMail {
  to: string;
  kind:
    | (typeof essentialMails)[number]
    | (typeof accountMails)[number]
    | (typeof deskMails)[number]
    | (typeof newsMails)[number]
    | (typeof securityMails)[number]
    | (typeof templateMails)[number];
  values: Record<string, string>;
}

/**
 * Queues a mail of the desk itself, in the transaction of its reason; a job sends it through the server of the notification
 * settings, with retries; answers its number. While these mails are switched off nothing is queued and the answer is null, and an essential
 * one throws system_mail.off. `welcome` needs `ResetToken` (sealed) and `Email`, `reset-password` needs `ResetToken`,
 * `password-changed` needs `Email`, `webhook-off` needs `Webhook` and `Reason`; those of a second factor may have `Name`, what its
 * owner calls it; news are `newsValues`. Any may have `Why`, why it was sent, which stands at its foot.
 */
export async function queueSystemMail(uow: UnitOfWork, mail: SystemMail): Promise<number | null> {
  if (!(await isNotificationMailOn(uow.db))) {
    if (isEssential(mail.kind)) throw new AppError('system_mail.off');
    return null;
  }
  const { kind, to: recipient, values } = mail;
  const id = await insertSystemMail(uow.db, { kind, recipient, values, now: uow.now });
  await enqueueSystemMail(uow, id, uow.now);
  return id;
}

/** One after the other: a server that does not answer holds up nothing else. */
export function enqueueSystemMail(uow: UnitOfWork, id: number, run_at: Date): Promise<void> {
  return uow.enqueue('system_mail.send', { id }, { key: `system_mail:${id}`, queue: 'system_mail', run_at });
}

export function isEssential(kind: string): boolean {
  return essentialMails.some((one) => one === kind);
}

export function isSecurity(kind: string): boolean {
  return securityMails.some((one) => one === kind);
}

export function isNews(kind: string): boolean {
  return newsMails.some((one) => one === kind);
}

/** Mails that nobody needs any more: those of them that were not handed over yet never are. */
export async function dropSystemMails(uow: UnitOfWork, ids: readonly number[]): Promise<void> {
  await dropUnsent(uow.db, ids, uow.now);
}
