import type { InboundMessage } from '../../../channels/channel.ts';
import { parsePlusAddress } from '../../../channels/email/transport/plus-address.ts';
import type { OwnAddresses } from '../../inboxes/index.ts';

/** Why a mail belongs to a conversation; goes into the decision log. */
export interface Evidence {
  conversation_id: number;
  kind: 'plus_address' | 'in_reply_to' | 'references' | 'conversation_header' | 'subject_number';
  value: string;
}

/** The conversation that a new one goes on from, and what led there. */
export interface Continued {
  id: number;
  reference_number: string;
  evidence: Evidence;
}

/** What of a mail tells where it belongs. */
export type ThreadHints = Pick<
  InboundMessage,
  'delivered_to' | 'to' | 'cc' | 'in_reply_to' | 'references' | 'conversation_uuid'
> & {
  inbox_id: number;
  /** Recipients of the SMTP envelope, which a Bcc'd mail names nowhere else. */
  envelope_to: readonly string[];
  sender: string;
  /** The number at the end of the subject, as our marker writes it. */
  reference: string | undefined;
};

/** What is stored of all that the hints name; ids are row ids. */
export interface ThreadFacts {
  /** Public messages of a Message-ID. */
  messagesOf(id: string): readonly { conversation_id: number; inbox_id: number }[];
  conversationOfUuid(uuid: string): number | undefined;
  /** Only when the address takes part in it. */
  conversationOfNumber(reference: string, address: string): number | undefined;
}

/** Finds the conversation of a mail by the evidence of behaviour 1.8, the strongest first; null opens a new one. */
export function findThread(own: OwnAddresses, facts: ThreadFacts, hints: ThreadHints): Evidence | null {
  return (
    byPlusAddress(own, facts, hints) ??
    byMessageIds(facts, hints) ??
    byConversationHeader(facts, hints) ??
    bySubjectNumber(facts, hints)
  );
}

/** The conversations that plus addresses of ours name: `local+conv-<uuid>@domain` counts only where local@domain is ours. */
export function plusAddressUuids(own: OwnAddresses, hints: ThreadHints): string[] {
  const addresses = [
    ...hints.envelope_to,
    ...hints.delivered_to,
    ...hints.to.map((mailbox) => mailbox.address),
    ...hints.cc.map((mailbox) => mailbox.address),
  ];
  return [...new Set(addresses)].flatMap((address) => {
    const uuid = parsePlusAddress(address);
    return uuid !== null && own.has(address) ? [uuid] : [];
  });
}

function byPlusAddress(own: OwnAddresses, facts: ThreadFacts, hints: ThreadHints): Evidence | null {
  for (const uuid of plusAddressUuids(own, hints)) {
    const conversation_id = facts.conversationOfUuid(uuid);
    if (conversation_id !== undefined) return { conversation_id, kind: 'plus_address', value: uuid };
  }
  return null;
}

/** In-Reply-To, then References from last to first; messages of the same inbox before those of others. */
function byMessageIds(facts: ThreadFacts, hints: ThreadHints): Evidence | null {
  const references = hints.references.toReversed().filter((id) => !hints.in_reply_to.includes(id));
  for (const isHere of [true, false]) {
    for (const [kind, ids] of [
      ['in_reply_to', hints.in_reply_to],
      ['references', references],
    ] as const) {
      for (const id of ids) {
        const message = facts.messagesOf(id).find((one) => (one.inbox_id === hints.inbox_id) === isHere);
        if (message) return { conversation_id: message.conversation_id, kind, value: id };
      }
    }
  }
  return null;
}

/** Our own header, which some programs keep when they answer or forward. */
function byConversationHeader(facts: ThreadFacts, hints: ThreadHints): Evidence | null {
  const uuid = hints.conversation_uuid;
  const conversation_id = uuid === null ? undefined : facts.conversationOfUuid(uuid);
  return conversation_id === undefined ? null : { conversation_id, kind: 'conversation_header', value: uuid! };
}

/** Only from somebody who takes part already: alone the number can be guessed, and would let any sender write into any conversation. */
function bySubjectNumber(facts: ThreadFacts, hints: ThreadHints): Evidence | null {
  const { reference } = hints;
  const conversation_id = reference === undefined ? undefined : facts.conversationOfNumber(reference, hints.sender);
  return conversation_id === undefined ? null : { conversation_id, kind: 'subject_number', value: reference! };
}
