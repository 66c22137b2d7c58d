import type { InboundMessage } from '../../channels/channel.ts';
import { parsePlusAddress } from '../../channels/email/transport/plus-address.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { lockRoundTrips, patchRoundTrip } from './round-trip.queries.ts';
import { settleRoundTrip } from './settle-round-trip.ts';

/** What of an incoming mail tells that it is a test mail of ours, or a report about one. */
export interface PossibleTestMail {
  inbox_id: number;
  mail: Pick<InboundMessage, 'conversation_uuid' | 'loop_address' | 'to' | 'bounce'>;
}

/**
 * Notes test mails that have come back to their inbox, and reports that they could not be delivered. Answers which of the mails
 * are such: they never become conversations.
 */
export async function noteRoundTrips(uow: UnitOfWork, mails: readonly PossibleTestMail[]): Promise<boolean[]> {
  const uuids = mails.map(({ mail }) => uuidOf(mail));
  const wanted = [...new Set(uuids.filter((uuid) => uuid !== null))];
  if (wanted.length === 0) return mails.map(() => false);
  const trips = new Map((await lockRoundTrips(uow.db, wanted)).map((trip) => [trip.uuid, trip]));
  for (const [index, { inbox_id, mail }] of mails.entries()) {
    const trip = trips.get(uuids[index] ?? '');
    // One that came to another inbox tells nothing of this one.
    if (!trip || trip.inbox_id !== inbox_id) continue;
    if (mail.bounce) await noteReport(uow, trip.uuid, mail.bounce);
    else if (mail.to.some(({ address }) => parsePlusAddress(address) === trip.uuid)) {
      await patchRoundTrip(uow.db, trip.uuid, { plus_state: 'received', plus_received_at: uow.now });
    } else await patchRoundTrip(uow.db, trip.uuid, { received_at: uow.now });
    await settleRoundTrip(uow, trip.uuid);
  }
  return uuids.map((uuid) => trips.has(uuid ?? ''));
}

/** Only with our loop header: others may quote the header of a conversation. */
function uuidOf(mail: PossibleTestMail['mail']): string | null {
  const uuid = mail.bounce ? mail.bounce.original_conversation_uuid : mail.loop_address && mail.conversation_uuid;
  return uuid && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid) ? uuid.toLowerCase() : null;
}

async function noteReport(uow: UnitOfWork, uuid: string, bounce: NonNullable<InboundMessage['bounce']>): Promise<void> {
  for (const { address, action, diagnostic, status } of bounce.recipients) {
    if (action !== 'failed') continue;
    if (parsePlusAddress(address) === uuid) {
      await patchRoundTrip(uow.db, uuid, { plus_state: 'refused' });
    } else {
      await patchRoundTrip(uow.db, uuid, { problem: 'recipient_refused', detail: diagnostic || status });
      await settleRoundTrip(uow, uuid, { isOver: true });
    }
  }
}
