import type { UnitOfWork } from '../src/core/unit-of-work.ts';
import {
  broadcastNewMessage,
  type ConversationRow,
  findConversationForUpdate,
  insertConversation,
  insertMessage,
  type MessageRow,
  reopen,
  setWaitingSince,
  touchSummary,
} from '../src/features/conversations/index.ts';
import { upsertContact } from '../src/features/users/index.ts';
import type { Harness } from './harness.ts';

/** What a customer writes; the rest has defaults. */
export interface Letter {
  from?: string;
  name?: string;
  subject?: string;
  text?: string;
  /** HTML as it came, with its sanitised form. */
  html?: { content: string; content_safe: string };
  meta?: Record<string, unknown>;
  source_id?: string;
}

/** A conversation that a customer's message opens, stored as the mail pipeline stores it, in the first inbox. */
export async function openConversation(
  desk: Harness,
  letter: Letter = {},
): Promise<{ conversation: ConversationRow; message: MessageRow }> {
  const { work, system } = desk.app.deps;
  return work(system, async (uow) => {
    const contact = await upsertContact(uow, {
      address: letter.from ?? 'mina@mail.example',
      name: letter.name ?? 'Mina Oak',
    });
    const opened = await insertConversation(uow, {
      contact_id: contact.id,
      inbox_id: 1,
      subject: letter.subject ?? 'Broken lamp',
      initiator: 'contact',
    });
    const stored = await storeLetter(uow, opened, contact.id, letter);
    return { conversation: await setWaitingSince(uow, stored.conversation), message: stored.message };
  });
}

/** A further message of the conversation's contact. */
export async function followUp(desk: Harness, conversationId: number, letter: Letter = {}): Promise<MessageRow> {
  const { work, system } = desk.app.deps;
  return work(system, async (uow) => {
    const conversation = (await findConversationForUpdate(uow, conversationId))!;
    const stored = await storeLetter(uow, conversation, conversation.contact_id, letter);
    const reopened = await reopen(uow, stored.conversation);
    await setWaitingSince(uow, reopened.conversation);
    return stored.message;
  });
}

async function storeLetter(uow: UnitOfWork, conversation: ConversationRow, contactId: number, letter: Letter) {
  const text = letter.text ?? 'It arrived broken';
  const message = await insertMessage(uow, conversation, {
    type: 'incoming',
    status: 'received',
    private: false,
    sender_id: contactId,
    sender_type: 'contact',
    content_type: letter.html ? 'html' : 'text',
    content: letter.html?.content ?? text,
    content_safe: letter.html?.content_safe ?? null,
    text_content: text,
    meta: letter.meta ?? { from: [letter.from ?? 'mina@mail.example'], to: ['support@bellhop.local'] },
    source_id: letter.source_id ?? null,
  });
  const touched = await touchSummary(uow, conversation, message);
  await broadcastNewMessage(uow, touched, message);
  return { conversation: touched, message };
}
