import * as z from 'zod';

/**
 * What can be wrong with a mailbox or its servers. `mail_problem.<name>` of the language packs says what happened; the client knows
 * the cure of each, among those under `mail_cure.` (field: mailbox health).
 */
export const mailProblems = [
  'login_refused',
  'login_missing',
  'host_unknown',
  'connection_refused',
  'unreachable',
  'timeout',
  'connection_lost',
  'tls_mismatch',
  'starttls_refused',
  'certificate_self_signed',
  'certificate_untrusted',
  'certificate_expired',
  'certificate_early',
  'certificate_other_host',
  'mailbox_missing',
  'mailbox_full',
  'sender_refused',
  'recipient_refused',
  'rules_refused',
  'try_later',
  'too_large',
  'secrets_unreadable',
  'storage_failed',
  'no_receiver',
  'no_sender',
  'no_outgoing_server',
  'no_local_listener',
  'not_arrived',
  'unknown',
] as const;
export const MailProblem = z.enum(mailProblems);
export type MailProblem = z.output<typeof MailProblem>;

/** Problems of the mailbox's own server or sign-in: no mail can pass until somebody sees to it. Others concern single mails. */
export const serverProblems: readonly MailProblem[] = [
  'login_refused',
  'login_missing',
  'host_unknown',
  'connection_refused',
  'unreachable',
  'timeout',
  'connection_lost',
  'tls_mismatch',
  'starttls_refused',
  'certificate_self_signed',
  'certificate_untrusted',
  'certificate_expired',
  'certificate_early',
  'certificate_other_host',
  'sender_refused',
  'secrets_unreadable',
];
