import type { InboundMessage } from '../../../channels/channel.ts';
import { sha256 } from '../../../lib/crypto.ts';

/** One of the two is set. */
export interface Identity {
  source_id: string | null;
  synthetic_id: string | null;
}

/**
 * What a mail is recognised by: its Message-ID, or without one a stand-in (behaviour 1.3). The stand-in takes the text in, too:
 * machines write several short mails of one size within one second, and none of them may be lost.
 */
export function identify(mail: InboundMessage, arrival: { inbox_id: number; size: number }): Identity {
  if (mail.external_id !== null) return { source_id: mail.external_id, synthetic_id: null };
  const facts = [arrival.inbox_id, mail.from?.address, mail.sent_at, mail.subject, arrival.size, mail.text_content];
  return { source_id: null, synthetic_id: sha256(JSON.stringify(facts)).toString('hex') };
}
