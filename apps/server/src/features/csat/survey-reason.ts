import type { ErrorCode } from '@bellhop/contract';
import type { SurveyFacts } from './csat.queries.ts';

/** Nobody reads what is sent there. */
const unread = /^(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|mailer-daemon|postmaster|bounces?)$/;

/**
 * Why the customer is not asked, as an error code; null when they are. Asked is who has an address, is no machine and not blocked, and whom
 * somebody has answered (behaviour 7).
 */
export function reasonAgainst(facts: SurveyFacts): ErrorCode | null {
  if (!facts.inbox_on) return 'inbox.disabled';
  if (facts.is_blocked) return 'csat.blocked';
  if (!facts.email) return 'csat.no_address';
  if (facts.is_machine || unread.test(facts.email.slice(0, facts.email.lastIndexOf('@')).toLowerCase())) {
    return 'csat.machine';
  }
  return facts.has_reply ? null : 'csat.no_reply';
}
