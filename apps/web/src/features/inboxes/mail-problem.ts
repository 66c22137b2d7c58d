import type { MailProblem } from '@bellhop/contract';
import { type TextKey, t } from '../../lib/i18n.ts';

/** What helps, where several problems have the same cure. */
const cures: Record<MailProblem, Extract<TextKey, `mail_cure.${string}`>> = {
  login_refused: 'mail_cure.password',
  login_missing: 'mail_cure.password',
  host_unknown: 'mail_cure.host',
  connection_refused: 'mail_cure.reach',
  unreachable: 'mail_cure.reach',
  timeout: 'mail_cure.reach',
  connection_lost: 'mail_cure.wait',
  tls_mismatch: 'mail_cure.encryption',
  starttls_refused: 'mail_cure.encryption',
  certificate_self_signed: 'mail_cure.certificate',
  certificate_untrusted: 'mail_cure.certificate',
  certificate_expired: 'mail_cure.certificate',
  certificate_early: 'mail_cure.certificate',
  certificate_other_host: 'mail_cure.certificate_host',
  mailbox_missing: 'mail_cure.folder',
  mailbox_full: 'mail_cure.full',
  sender_refused: 'mail_cure.sender',
  recipient_refused: 'mail_cure.recipient',
  rules_refused: 'mail_cure.sender',
  try_later: 'mail_cure.wait',
  too_large: 'mail_cure.size',
  secrets_unreadable: 'mail_cure.key',
  storage_failed: 'mail_cure.storage',
  no_receiver: 'mail_cure.process',
  no_sender: 'mail_cure.process',
  no_outgoing_server: 'mail_cure.outgoing',
  no_local_listener: 'mail_cure.listener',
  not_arrived: 'mail_cure.arrival',
  unknown: 'mail_cure.log',
};

/** What happened, in a sentence. */
export function problemText(problem: MailProblem): string {
  return t(`mail_problem.${problem}`);
}

/** What to do about it. */
export function cureText(problem: MailProblem): string {
  return t(cures[problem]);
}
