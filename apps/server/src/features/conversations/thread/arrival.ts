import type { InboundMessage, MachineMail, Mailbox, SkippedAttachment } from '../../../channels/channel.ts';
import type { RawMail } from '../../inboxes/index.ts';
import type { StoredFile } from '../../media/index.ts';
import type { ContactRow } from '../../users/index.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import type { Identity } from './incoming-identity.ts';
import type { Continued, Evidence } from './threading.ts';

/** A mail that was parsed, and whose files lie in storage without rows. */
export interface ParsedMail {
  raw: Pick<RawMail, 'id' | 'inbox_id' | 'size' | 'envelope_from' | 'envelope_to' | 'decision'>;
  mail: InboundMessage;
  /** The mail held what opens a survey; nobody may read its source. */
  hides_link: boolean;
  files: readonly StoredFile[];
}

/** A mail with a writer who is not ourselves. */
export interface Letter extends ParsedMail {
  sender: Mailbox;
  machine: MachineMail;
  identity: Identity;
  /** The reference number at the end of the subject, as our marker writes it. */
  reference: string | undefined;
}

/** A letter that is taken in, with all that was found out about it. */
export interface Arrival extends Letter {
  contact: ContactRow | null;
  /** Conversations that the contact opened within the last hour, counted to `conversationsPerHour`. */
  recent: number;
  evidence: Evidence | null;
  /** The conversation it belongs to, locked; null opens one. */
  thread: ConversationRow | null;
  /** What a newly opened conversation goes on from. */
  continues: Continued | null;
  /** Files that were left on the server. */
  left_behind: readonly SkippedAttachment[];
}

/** More new conversations of one sender within an hour stop automation for that sender (behaviour 1.4, rate guard). */
export const conversationsPerHour = 20;
