import { randomBytes } from 'node:crypto';
import type { DraftContent } from '@bellhop/contract';
import { automatedRecipients } from '@bellhop/rules';
import { AppError } from '../../../core/app-error.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { htmlToText } from '../../../lib/html-text.ts';
import { findInbox, type InboxRecord, ownAddresses } from '../../inboxes/index.ts';
import { loadSettings } from '../../settings/index.ts';
import { broadcastNewMessage } from '../broadcasts.ts';
import { type ConversationRow, findPerson } from '../conversations.queries.ts';
import { attachFiles, type Draft, isEmptyDraft } from './attach-files.ts';
import { expandContent } from './expand-content.ts';
import type { MessageRow } from './messages.queries.ts';
import { type Departure, queueOutgoing } from './queue-outgoing.ts';
import { cleanRecipients, type Recipients } from './recipients.ts';
import { insertMessage, touchSummary } from './store-message.ts';

/**
 * How long every reply rests before it may leave: a client that is told of it has time to fetch it as pending before it hears of
 * "sent" (settled question 18, wire B 3.6).
 */
const settleTime = 2_000;

/** A reply as composed; `html` has been through the sanitiser. `flags` mark mails that no person wrote (behaviour 2.2). */
export interface Reply extends Draft, Recipients {
  flags?: { is_automated?: true; is_csat?: true };
  /** What the writer gets back who takes it back before it leaves; absent: it cannot be taken back. */
  undo_draft?: DraftContent;
  /** HTML of the mail, complete, where it says what the thread may not show; absent: the mail says what the thread shows. */
  letter?: string;
  /** A status by name, checked, that the conversation gets as the mail begins to leave. */
  set_status?: string;
}

/**
 * Stores a public reply and queues its mail in the same transaction (behaviour 2.1): variables are expanded, own pictures become
 * `cid:` images, files are linked, the Message-ID is fixed. Throws inbox.disabled, message.empty, message.too_large,
 * message.attachment_unavailable and what `cleanRecipients` throws.
 */
export async function queueReply(
  uow: UnitOfWork,
  conversation: ConversationRow,
  reply: Reply,
): Promise<{ conversation: ConversationRow; message: MessageRow }> {
  const inbox = await findInbox(uow.db, conversation.inbox_id);
  if (!inbox?.enabled || inbox.deleted_at) throw new AppError('inbox.disabled');
  if (isEmptyDraft(reply)) throw new AppError('message.empty');
  const { to, cc, bcc } = cleanRecipients(await addressees(uow, conversation, reply), await ownAddresses(uow.db));
  const html = await expandContent(uow, conversation, reply.html);
  const stored = await insertMessage(uow, conversation, {
    type: 'outgoing',
    status: 'pending',
    private: false,
    sender_id: uow.actor.id,
    sender_type: 'agent',
    content_type: 'html',
    content: html,
    text_content: htmlToText(html),
    meta: {
      to,
      ...(cc.length > 0 ? { cc } : {}),
      ...(bcc.length > 0 ? { bcc } : {}),
      ...reply.flags,
      ...(uow.cause !== null && { cause_id: uow.cause }),
    },
    source_id: messageId(conversation.uuid, inbox.address, uow.now),
    send_id: reply.send_id ?? null,
  });
  const { message, files } = await attachFiles(uow, conversation, stored, reply.attachments);
  await queueOutgoing(uow, message, await departureOf(uow, inbox, reply));
  const touched = await touchSummary(uow, conversation, message, files);
  await broadcastNewMessage(uow, touched, message, files);
  await uow.publish({ kind: 'message.queued', conversation_id: conversation.id, message_id: message.id });
  return { conversation: touched, message };
}

/** Without a delay nothing can be taken back (settled question 18). */
async function departureOf(uow: UnitOfWork, inbox: InboxRecord, reply: Reply): Promise<Departure> {
  const seconds = reply.undo_draft
    ? (inbox.undo_send_seconds ?? (await loadSettings(uow.db))['app.undo_send_seconds'])
    : 0;
  return {
    due_at: new Date(uow.now.getTime() + Math.max(seconds * 1000, settleTime)),
    undo_draft: seconds > 0 ? reply.undo_draft! : null,
    set_status: reply.set_status ?? null,
    letter: reply.letter ?? null,
  };
}

/** What no person wrote goes to the requester alone, whomever the caller names (behaviour 2.2). */
async function addressees(uow: UnitOfWork, conversation: ConversationRow, reply: Reply): Promise<Recipients> {
  if (!reply.flags?.is_automated && !reply.flags?.is_csat) return reply;
  const { email } = await findPerson(uow.db, conversation.contact_id);
  return automatedRecipients({ contact_email: email });
}

/** `<conversation uuid>-<nanoseconds>-<random>@<domain>`, without brackets (behaviour B2.4.2). */
function messageId(conversationUuid: string, fromAddress: string, now: Date): string {
  const nanoseconds = BigInt(now.getTime()) * 1_000_000n + (process.hrtime.bigint() % 1_000_000n);
  const domain = fromAddress.slice(fromAddress.lastIndexOf('@') + 1);
  return `${conversationUuid}-${nanoseconds}-${randomBytes(8).toString('hex')}@${domain}`;
}
