import type { InboundMessage, MachineMail, Mailbox, SkippedAttachment } from '../../../channels/channel.ts';
import type { Deps } from '../../../core/deps.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { ownAddresses, type RawMail } from '../../inboxes/index.ts';
import { attachStoredFiles, type StoredFile } from '../../media/index.ts';
import { type ContactRow, countSuppressedMail, isBlockedAddress, upsertContact } from '../../users/index.ts';
import { broadcastNewMessage } from '../broadcasts.ts';
import { findConversationForUpdate, insertConversation } from '../conversation-rows.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { reopen } from '../verbs/reopen.ts';
import { addActivity } from './add-activity.ts';
import { applyBounce } from './bounce.ts';
import { classifyMachine, findSender } from './classify-sender.ts';
import { countConversationsSince, findSameMail, lockMessageId } from './incoming.queries.ts';
import { identify } from './incoming-identity.ts';
import { incomingMeta } from './incoming-meta.ts';
import type { Decision } from './intake-decision.ts';
import { insertMessage, setWaitingSince, touchSummary } from './store-message.ts';
import { takesPart } from './threading.queries.ts';
import { findThread } from './threading.ts';

/** A mail that was parsed, and whose files lie in storage without rows. */
export interface ParsedMail {
  raw: Pick<RawMail, 'id' | 'inbox_id' | 'size' | 'envelope_from' | 'envelope_to' | 'decision'>;
  mail: InboundMessage;
  files: readonly StoredFile[];
}

/** More new conversations of one sender within an hour stop automation for that sender (behaviour 1.4, rate guard). */
const conversationsPerHour = 20;

/**
 * Takes one mail in, whole or not at all, in the unit of work that is given (behaviour 1.3 to 1.10): recognises it, leaves out what
 * is ours, automatic or blocked, finds its conversation or opens one, stores message, files, contact and participants,
 * reopens, starts the wait and tells everybody concerned.
 */
export async function receiveMessage(deps: Deps, uow: UnitOfWork, parsed: ParsedMail): Promise<Decision> {
  const { raw, mail } = parsed;
  if (mail.bounce) return applyBounce(uow, mail.bounce);
  const own = await ownAddresses(uow.db);
  const found = findSender(mail, own);
  if ('skip' in found) return { outcome: 'skipped', reason: found.skip };
  const { sender } = found;

  const identity = identify(mail, raw);
  await lockMessageId(uow.db, identity.source_id ?? identity.synthetic_id!);
  const same = await findSameMail(uow.db, identity);
  if (same) return { outcome: 'skipped', reason: whyKnown(same, raw) };
  if (await isBlockedAddress(uow.db, sender.address)) {
    await countSuppressedMail(uow, sender.address);
    return { outcome: 'skipped', reason: 'blocked_sender' };
  }

  const evidence = await findThread(uow.db, own, {
    ...mail,
    inbox_id: raw.inbox_id,
    envelope_to: raw.envelope_to,
    sender: sender.address,
  });
  const thread = evidence ? await findConversationForUpdate(uow, evidence.conversation_id) : undefined;
  const machine = classifyMachine(mail, raw.envelope_from);
  if (!thread && machine.kind === 'hard') return { outcome: 'skipped', reason: `machine_mail: ${machine.reason}` };
  if (!thread && machine.is_auto_reply) return { outcome: 'skipped', reason: `auto_reply: ${machine.reason}` };

  const arrival: Arrival = { ...parsed, sender, machine, identity };
  const stored = thread ? await addToThread(uow, thread, arrival) : await openConversation(deps, uow, arrival);
  await uow.publish({
    kind: 'message.received',
    conversation_id: stored.conversation_id,
    message_id: stored.message_id,
    is_auto_reply: thread !== undefined && machine.kind !== 'none',
    opened: !thread,
  });
  return { outcome: 'stored', ...stored, opened: !thread, evidence: thread ? evidence : null };
}

interface Arrival extends ParsedMail {
  sender: Mailbox;
  machine: MachineMail;
  identity: { source_id: string | null; synthetic_id: string | null };
}

interface Stored {
  conversation_id: number;
  message_id: number;
}

function whyKnown(same: { inbox_id: number; type: string }, raw: { inbox_id: number }): string {
  if (same.type === 'outgoing') return 'own_message';
  return same.inbox_id === raw.inbox_id ? 'duplicate' : 'received_in_another_inbox';
}

async function openConversation(deps: Deps, uow: UnitOfWork, arrival: Arrival): Promise<Stored> {
  const contact = await upsertContact(uow, arrival.sender);
  const hourAgo = new Date(uow.now.getTime() - 3_600_000);
  const recent = await countConversationsSince(uow.db, contact.id, hourAgo, conversationsPerHour);
  const isRateLimited = recent >= conversationsPerHour;
  if (isRateLimited) deps.log.warn({ contact: contact.id }, 'a sender opens very many conversations: not automated');
  const conversation = await insertConversation(uow, {
    contact_id: contact.id,
    inbox_id: arrival.raw.inbox_id,
    subject: arrival.mail.subject,
    initiator: 'contact',
  });
  const stored = await store(uow, conversation, contact, arrival, { is_rate_limited: isRateLimited });
  await setWaitingSince(uow, stored.conversation);
  return { conversation_id: conversation.id, message_id: stored.message_id };
}

/** Machine mail is only laid into its thread: it opens nothing and waits for nobody (behaviour 1.4, 3.2). */
async function addToThread(uow: UnitOfWork, conversation: ConversationRow, arrival: Arrival): Promise<Stored> {
  const { sender, machine } = arrival;
  const isStranger = !(await takesPart(uow.db, conversation.id, sender.address));
  const contact = await upsertContact(uow, sender);
  const isMachine = machine.kind !== 'none';
  const stored = await store(uow, conversation, contact, arrival, { is_auto_reply: isMachine });
  if (isStranger) {
    const participant = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
    await addActivity(uow, stored.conversation, {
      activity_type: 'participant_added',
      params: { participant, address: contact.email },
    });
  }
  if (!isMachine) {
    const reopened = await reopen(uow, stored.conversation);
    await setWaitingSince(uow, reopened.conversation);
  }
  return { conversation_id: conversation.id, message_id: stored.message_id };
}

async function store(
  uow: UnitOfWork,
  conversation: ConversationRow,
  contact: ContactRow,
  arrival: Arrival,
  flags: { is_auto_reply?: boolean; is_rate_limited?: boolean },
): Promise<{ conversation: ConversationRow; message_id: number }> {
  const { raw, mail, files, sender, machine } = arrival;
  const leftBehind = (raw.decision as { skipped_attachments?: SkippedAttachment[] }).skipped_attachments ?? [];
  const message = await insertMessage(uow, conversation, {
    type: 'incoming',
    status: 'received',
    private: false,
    sender_id: contact.id,
    sender_type: 'contact',
    content_type: mail.content_type,
    content: mail.content,
    content_safe: mail.content_safe,
    text_content: mail.text_content,
    reply_text: mail.reply_text,
    plain_alternative: mail.plain_alternative,
    meta: incomingMeta(mail, {
      sender,
      machine,
      is_auto_reply: flags.is_auto_reply ?? false,
      is_rate_limited: flags.is_rate_limited ?? false,
      skipped_attachments: [...mail.skipped_attachments, ...leftBehind],
    }),
    ...arrival.identity,
    raw_mail_id: raw.id,
  });
  const rows = await attachStoredFiles(uow, files, { message_id: message.id, conversation_id: conversation.id });
  const touched = await touchSummary(uow, conversation, message, rows);
  await broadcastNewMessage(uow, touched, message, rows);
  return { conversation: touched, message_id: message.id };
}
