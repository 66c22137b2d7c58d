import type { Reader } from '../../../db/types.ts';
import type { OwnAddresses } from '../../inboxes/index.ts';
import type { ContactRow } from '../../users/index.ts';
import { conversationsPerHour, type Letter } from './arrival.ts';
import { findKnownFacts, type KnownMessage, listTakingPart, type Part } from './incoming.queries.ts';
import type { Identity } from './incoming-identity.ts';
import { plusAddressUuids, type ThreadFacts, type ThreadHints } from './threading.ts';

/** What the database knows about some letters, ready to be asked. */
export interface ArrivalFacts extends ThreadFacts {
  /** A message that is the same mail: by Message-ID in any inbox and direction, or by its stand-in. */
  same(identity: Identity): KnownMessage | undefined;
  contacts: ReadonlyMap<string, ContactRow & { recent: number }>;
  /** Conversations that a letter may belong to by the weakest evidence, whether its sender takes part or not. */
  conversationNumbered(reference: string): number | undefined;
}

export function hintsOf({ mail, raw, sender, reference }: Letter): ThreadHints {
  return { ...mail, inbox_id: raw.inbox_id, envelope_to: raw.envelope_to, sender: sender.address, reference };
}

/** Asks the database about letters, in one statement, in two when subjects carry reference numbers. */
export async function loadArrivalFacts(
  db: Reader,
  own: OwnAddresses,
  letters: readonly Letter[],
  now: Date,
): Promise<ArrivalFacts> {
  const hints = letters.map(hintsOf);
  const known = await findKnownFacts(db, {
    message_ids: letters.flatMap(({ mail, identity }) => [
      ...(identity.source_id === null ? [] : [identity.source_id]),
      ...mail.in_reply_to,
      ...mail.references,
    ]),
    stand_ins: letters.flatMap(({ identity }) => identity.synthetic_id ?? []),
    senders: letters.map(({ sender }) => sender.address),
    uuids: hints.flatMap((one) => [
      ...plusAddressUuids(own, one),
      ...(one.conversation_uuid ? [one.conversation_uuid] : []),
    ]),
    reference_numbers: hints.flatMap((one) => one.reference ?? []),
    recent_since: new Date(now.getTime() - 3_600_000),
    recent_limit: conversationsPerHour,
  });
  const byId = Map.groupBy(known.messages, (message) => keyOf(message.id, message.is_stand_in));
  const byUuid = new Map(known.conversations.map((one) => [one.uuid, one.id]));
  const byNumber = new Map(known.conversations.map((one) => [one.reference_number, one.id]));
  const numbered = hints.flatMap((one) => {
    const conversation_id = byNumber.get(one.reference ?? '');
    return conversation_id === undefined ? [] : [{ conversation_id, address: one.sender }];
  });
  const takingPart = new Set((await listTakingPart(db, numbered)).map(partKey));
  return {
    same: ({ source_id, synthetic_id }) => byId.get(keyOf(source_id ?? synthetic_id!, source_id === null))?.[0],
    contacts: new Map(known.contacts.map(({ address, ...contact }) => [address, contact])),
    messagesOf: (id) => (byId.get(keyOf(id, false)) ?? []).filter((message) => !message.private),
    conversationOfUuid: (uuid) => byUuid.get(uuid),
    conversationNumbered: (reference) => byNumber.get(reference),
    conversationOfNumber(reference, address) {
      const conversation_id = byNumber.get(reference);
      if (conversation_id === undefined) return undefined;
      return takingPart.has(partKey({ conversation_id, address })) ? conversation_id : undefined;
    },
  };
}

/** One text for a part, so that sets can hold it. */
export function partKey({ conversation_id, address }: Part): string {
  return `${conversation_id} ${address}`;
}

function keyOf(id: string, isStandIn: boolean): string {
  return `${isStandIn ? 'stand-in' : 'id'} ${id}`;
}
