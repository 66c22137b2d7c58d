import type { InboundMessage } from '../../../channels/channel.ts';
import { parsePlusAddress } from '../../../channels/email/transport/plus-address.ts';
import type { Reader } from '../../../db/types.ts';
import type { OwnAddresses } from '../../inboxes/index.ts';
import { findConversationIdByReference, findConversationIdByUuid, type NamedMessage } from './threading.queries.ts';

/** Why a mail belongs to a conversation; goes into the decision log. */
export interface Evidence {
  conversation_id: number;
  kind: 'plus_address' | 'in_reply_to' | 'references' | 'conversation_header' | 'subject_number';
  value: string;
}

/** What of a mail tells where it belongs. */
export type ThreadHints = Pick<
  InboundMessage,
  'delivered_to' | 'to' | 'cc' | 'in_reply_to' | 'references' | 'conversation_uuid' | 'subject'
> & {
  inbox_id: number;
  /** Recipients of the SMTP envelope, which a Bcc'd mail names nowhere else. */
  envelope_to: readonly string[];
  sender: string;
  /** Messages that the ids of the mail name. */
  named: readonly NamedMessage[];
};

/** Finds the conversation of a mail by the evidence of behaviour 1.8, the strongest first; null opens a new one. */
export async function findThread(db: Reader, own: OwnAddresses, hints: ThreadHints): Promise<Evidence | null> {
  return (
    (await byPlusAddress(db, own, hints)) ??
    byMessageIds(hints) ??
    (await byConversationHeader(db, hints)) ??
    (await bySubjectNumber(db, hints))
  );
}

/** `local+conv-<uuid>@domain` counts only where local@domain is ours. */
async function byPlusAddress(db: Reader, own: OwnAddresses, hints: ThreadHints): Promise<Evidence | null> {
  const addresses = [
    ...hints.envelope_to,
    ...hints.delivered_to,
    ...hints.to.map((mailbox) => mailbox.address),
    ...hints.cc.map((mailbox) => mailbox.address),
  ];
  for (const address of new Set(addresses)) {
    const uuid = parsePlusAddress(address);
    if (uuid === null || !own.has(address)) continue;
    const conversation_id = await findConversationIdByUuid(db, [uuid]);
    if (conversation_id !== undefined) return { conversation_id, kind: 'plus_address', value: uuid };
  }
  return null;
}

/** In-Reply-To, then References from last to first; messages of the same inbox before those of others. */
function byMessageIds({ named, ...hints }: ThreadHints): Evidence | null {
  const references = hints.references.toReversed().filter((id) => !hints.in_reply_to.includes(id));
  const isHere = (message: NamedMessage) => message.inbox_id === hints.inbox_id;
  for (const candidates of [named.filter(isHere), named.filter((message) => !isHere(message))]) {
    for (const [kind, ids] of [
      ['in_reply_to', hints.in_reply_to],
      ['references', references],
    ] as const) {
      for (const id of ids) {
        const message = candidates.find((candidate) => candidate.id === id);
        if (message) return { conversation_id: message.conversation_id, kind, value: id };
      }
    }
  }
  return null;
}

/** Our own header, which some programs keep when they answer or forward. */
async function byConversationHeader(db: Reader, hints: ThreadHints): Promise<Evidence | null> {
  const uuid = hints.conversation_uuid;
  if (uuid === null) return null;
  const conversation_id = await findConversationIdByUuid(db, [uuid]);
  return conversation_id === undefined ? null : { conversation_id, kind: 'conversation_header', value: uuid };
}

/**
 * The reference number at the end of the subject, as we write it, and only from somebody who takes part already: alone it can be
 * guessed, and would let any sender write into any conversation.
 */
async function bySubjectNumber(db: Reader, hints: ThreadHints): Promise<Evidence | null> {
  const reference = /#(\d{1,12})\s*$/.exec(hints.subject)?.[1];
  if (reference === undefined) return null;
  const conversation_id = await findConversationIdByReference(db, reference, hints.sender);
  return conversation_id === undefined ? null : { conversation_id, kind: 'subject_number', value: reference };
}
