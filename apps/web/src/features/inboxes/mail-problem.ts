import type { MailProblem } from '@bellhop/contract';
import { type TextKey, t } from '../../lib/i18n.ts';

/** What helps, where several problems have the same cure. */
const cures: Record<MailProblem, Extract<TextKey, `mailCure.${string}`>> = {
  login_refused: 'mailCure.password',
  login_missing: 'mailCure.password',
  host_unknown: 'mailCure.host',
  connection_refused: 'mailCure.reach',
  unreachable: 'mailCure.reach',
  timeout: 'mailCure.reach',
  connection_lost: 'mailCure.wait',
  tls_mismatch: 'mailCure.encryption',
  starttls_refused: 'mailCure.encryption',
  certificate_self_signed: 'mailCure.certificate',
  certificate_untrusted: 'mailCure.certificate',
  certificate_expired: 'mailCure.certificate',
  certificate_early: 'mailCure.certificate',
  certificate_other_host: 'mailCure.certificate_host',
  mailbox_missing: 'mailCure.folder',
  mailbox_full: 'mailCure.full',
  sender_refused: 'mailCure.sender',
  recipient_refused: 'mailCure.recipient',
  rules_refused: 'mailCure.sender',
  try_later: 'mailCure.wait',
  too_large: 'mailCure.size',
  secrets_unreadable: 'mailCure.key',
  storage_failed: 'mailCure.storage',
  no_receiver: 'mailCure.process',
  no_sender: 'mailCure.process',
  no_outgoing_server: 'mailCure.outgoing',
  no_local_listener: 'mailCure.listener',
  not_arrived: 'mailCure.arrival',
  unknown: 'mailCure.log',
};

/** What happened, in a sentence. */
export function problemText(problem: MailProblem): string {
  return t(`mailProblem.${problem}`);
}

/** What to do about it. */
export function cureText(problem: MailProblem): string {
  return t(cures[problem]);
}
