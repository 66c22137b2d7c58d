import { fullName } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { attachStoredFiles, type MediaRow } from '../../media/index.ts';
import { type ContactRow, upsertContact } from '../../users/index.ts';
import { broadcastNewMessage } from '../broadcasts.ts';
import { insertConversation } from '../conversation-rows.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { reopen } from '../verbs/reopen.ts';
import { addActivity } from './add-activity.ts';
import { type Arrival, conversationsPerHour } from './arrival.ts';
import { incomingMeta } from './incoming-meta.ts';
import type { MessageRow } from './messages.queries.ts';
import { previewOf } from './preview.ts';
import { insertMessage, setWaitingSince, touchSummary } from './store-message.ts';
import { takesPart } from './threading.queries.ts';

interface Stored {
  conversation_id: number;
  message_id: number;
}

/** A mail that belongs to nothing known: contact, conversation with summary and wait, message. */
export async function openConversation(deps: Deps, uow: UnitOfWork, arrival: Arrival): Promise<Stored> {
  const { mail, files, facts } = arrival;
  const contact = await upsertContact(uow, arrival.sender, facts.contact);
  const isRateLimited = facts.recent >= conversationsPerHour;
  if (isRateLimited) deps.log.warn({ contact: contact.id }, 'a sender opens very many conversations: not automated');
  const conversation = await insertConversation(uow, {
    contact_id: contact.id,
    inbox_id: arrival.raw.inbox_id,
    subject: mail.subject,
    initiator: 'contact',
    last_message: await previewOf(uow.db, mail, files),
    last_message_sender: 'contact',
    last_interaction_at: uow.now,
    last_interaction_sender: 'contact',
    waiting_since: uow.now,
  });
  const { message, rows } = await store(uow, conversation, contact, arrival, { is_rate_limited: isRateLimited });
  await broadcastNewMessage(uow, conversation, message, rows);
  return { conversation_id: conversation.id, message_id: message.id };
}

/** Machine mail is only laid into its thread: it opens nothing and waits for nobody (behaviour 1.4, 3.2). */
export async function addToThread(uow: UnitOfWork, conversation: ConversationRow, arrival: Arrival): Promise<Stored> {
  const { sender, machine, facts } = arrival;
  const isMachine = machine.kind !== 'none';
  const contact = await upsertContact(uow, sender, facts.contact);
  const isKnown = contact.id === conversation.contact_id || (await takesPart(uow.db, conversation.id, sender.address));
  const { message, rows } = await store(uow, conversation, contact, arrival, { is_auto_reply: isMachine });
  const current = await touchSummary(uow, conversation, message, rows);
  await broadcastNewMessage(uow, current, message, rows);
  if (!isKnown) {
    const params = { participant: fullName(contact), address: contact.email };
    await addActivity(uow, current, { activity_type: 'participant_added', params });
  }
  if (!isMachine) {
    const reopened = await reopen(uow, current);
    await setWaitingSince(uow, reopened.conversation);
  }
  return { conversation_id: conversation.id, message_id: message.id };
}

async function store(
  uow: UnitOfWork,
  conversation: ConversationRow,
  contact: ContactRow,
  { raw, mail, files, sender, machine, identity, left_behind }: Arrival,
  flags: { is_auto_reply?: boolean; is_rate_limited?: boolean },
): Promise<{ message: MessageRow; rows: MediaRow[] }> {
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
      skipped_attachments: [...mail.skipped_attachments, ...left_behind],
    }),
    ...identity,
    raw_mail_id: raw.id,
  });
  const rows = await attachStoredFiles(uow, files, { message_id: message.id, conversation_id: conversation.id });
  return { message, rows };
}
