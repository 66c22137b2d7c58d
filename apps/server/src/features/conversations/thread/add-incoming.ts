import { randomUUID } from 'node:crypto';
import type { Deps } from '../../../core/deps.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { attachStoredFiles } from '../../media/index.ts';
import { type ContactRow, upsertContacts } from '../../users/index.ts';
import { insertConversations } from '../conversation-rows.ts';
import { type ConversationRow, touchByCustomers } from '../conversations.queries.ts';
import { messageWords } from '../search-words/message-words.ts';
import { announceIncoming, type StoredArrival } from './announce-incoming.ts';
import { type Arrival, conversationsPerHour } from './arrival.ts';
import { partKey } from './arrival-facts.ts';
import { type IncomingMessage, insertIncomingMessages, listTakingPart } from './incoming.queries.ts';
import { incomingMeta } from './incoming-meta.ts';
import type { NewMessage } from './messages.queries.ts';
import { previewOf } from './preview.ts';

interface Stored {
  conversation_id: number;
  message_id: number;
}

/** An arrival with the conversation that it goes to. */
interface PlacedArrival {
  arrival: Arrival;
  contact: ContactRow;
  conversation: ConversationRow;
  /** What lists show of it. */
  preview: string;
  is_rate_limited: boolean;
}

/**
 * Stores arrivals, no two of one conversation, each kind of row with one statement: contacts, conversations with summary and wait,
 * messages, files. Then tells everybody concerned, one arrival after the other. Machine mail is only laid into its thread: it
 * waits for nobody (behaviour 1.4, 3.2).
 */
export async function storeArrivals(deps: Deps, uow: UnitOfWork, arrivals: readonly Arrival[]): Promise<Stored[]> {
  if (arrivals.length === 0) return [];
  const placed = await placeArrivals(deps, uow, arrivals);
  const strangers = await findStrangers(uow, placed);
  const messages = placed.map(messageOf);
  const inserted = new Map((await insertIncomingMessages(uow.db, messages, uow.now)).map((row) => [row.uuid, row]));
  const stored = placed.map((one, index): StoredArrival => {
    const message = { ...messages[index]!, ...inserted.get(messages[index]!.uuid)! };
    return { ...one, message, is_stranger: strangers.has(one.arrival) };
  });
  await attachStoredFiles(
    uow,
    stored.flatMap(({ arrival, message }) =>
      arrival.files.map((file) => ({ ...file, message_id: message.id, conversation_id: message.conversation_id })),
    ),
  );
  await touchByCustomers(
    uow.db,
    stored.flatMap(({ arrival, conversation, preview, message }) =>
      arrival.thread
        ? [{ id: conversation.id, preview, at: message.created_at, waits: arrival.machine.kind === 'none' }]
        : [],
    ),
    uow.now,
  );
  for (const one of stored) await announceIncoming(uow, one);
  return stored.map(({ conversation, message }) => ({ conversation_id: conversation.id, message_id: message.id }));
}

/** Makes contacts and conversations where there are none yet. */
async function placeArrivals(deps: Deps, uow: UnitOfWork, arrivals: readonly Arrival[]): Promise<PlacedArrival[]> {
  const known = new Map(arrivals.flatMap(({ sender, contact }) => (contact ? [[sender.address, contact]] : [])));
  const contacts = await upsertContacts(
    uow,
    arrivals.map(({ sender }) => sender),
    known,
  );
  const opened = new Map<number, number>();
  const placed: (Omit<PlacedArrival, 'conversation'> & { conversation: ConversationRow | null })[] = [];
  for (const arrival of arrivals) {
    const contact = contacts.get(arrival.sender.address)!;
    const before = opened.get(contact.id) ?? arrival.recent;
    const is_rate_limited = !arrival.thread && before >= conversationsPerHour;
    if (is_rate_limited)
      deps.log.warn({ contact: contact.id }, 'a sender opens very many conversations: not automated');
    if (!arrival.thread) opened.set(contact.id, before + 1);
    const preview = await previewOf(uow.db, arrival.mail, arrival.files);
    placed.push({ arrival, contact, conversation: arrival.thread, preview, is_rate_limited });
  }
  const fresh = placed.filter(({ conversation }) => conversation === null);
  const conversations = await insertConversations(
    uow,
    fresh.map(({ arrival, contact, preview }) => ({
      contact_id: contact.id,
      inbox_id: arrival.raw.inbox_id,
      subject: arrival.mail.subject,
      initiator: 'contact',
      last_message: preview,
      last_message_sender: 'contact',
      last_interaction_at: uow.now,
      last_interaction_sender: 'contact',
      waiting_since: uow.now,
      continues_id: arrival.continues?.id ?? null,
    })),
  );
  for (const [index, one] of fresh.entries()) one.conversation = conversations[index]!;
  return placed.map((one) => ({ ...one, conversation: one.conversation! }));
}

/** Those who write into a conversation in which they took no part so far; to be asked before their messages are there. */
async function findStrangers(uow: UnitOfWork, placed: readonly PlacedArrival[]): Promise<Set<Arrival>> {
  const others = placed.filter(({ contact, conversation }) => contact.id !== conversation.contact_id);
  const partOf = ({ conversation, arrival }: PlacedArrival) => ({
    conversation_id: conversation.id,
    address: arrival.sender.address,
  });
  const takingPart = new Set((await listTakingPart(uow.db, others.map(partOf))).map(partKey));
  return new Set(others.filter((one) => !takingPart.has(partKey(partOf(one)))).map(({ arrival }) => arrival));
}

function messageOf({ arrival, contact, conversation, is_rate_limited }: PlacedArrival): IncomingMessage {
  const { raw, mail, sender, machine, identity, left_behind } = arrival;
  const message: NewMessage = {
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
      is_auto_reply: arrival.thread !== null && machine.kind !== 'none',
      is_rate_limited,
      hides_link: arrival.hides_link,
      skipped_attachments: [...mail.skipped_attachments, ...left_behind],
    }),
    ...identity,
    raw_mail_id: raw.id,
  };
  return {
    ...message,
    uuid: randomUUID(),
    conversation_id: conversation.id,
    inbox_id: conversation.inbox_id,
    words: messageWords({ ...message, subject: conversation.subject }),
  };
}
