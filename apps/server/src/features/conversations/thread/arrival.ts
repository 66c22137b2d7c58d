import type { InboundMessage, MachineMail, Mailbox, SkippedAttachment } from '../../../channels/channel.ts';
import type { RawMail } from '../../inboxes/index.ts';
import type { StoredFile } from '../../media/index.ts';
import type { ArrivalFacts } from './incoming.queries.ts';
import type { Identity } from './incoming-identity.ts';

/** A mail that was parsed, and whose files lie in storage without rows. */
export interface ParsedMail {
  raw: Pick<RawMail, 'id' | 'inbox_id' | 'size' | 'envelope_from' | 'envelope_to' | 'decision'>;
  mail: InboundMessage;
  files: readonly StoredFile[];
}

/** A mail that is taken in, with all that was found out about it. */
export interface Arrival extends ParsedMail {
  sender: Mailbox;
  machine: MachineMail;
  identity: Identity;
  facts: ArrivalFacts;
  /** Files that were left on the server. */
  left_behind: readonly SkippedAttachment[];
}

/** More new conversations of one sender within an hour stop automation for that sender (behaviour 1.4, rate guard). */
export const conversationsPerHour = 20;
