import type { DraftContent, Message, SendMessage } from '@bellhop/contract';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Deps } from '../../../core/deps.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { sanitizeComposedHtml } from '../../../lib/html-composed.ts';
import { type DraftPlace, endDraft, endRepeatedDraft, storableContent } from '../../drafts/index.ts';
import { listMediaByIds } from '../../media/index.ts';
import { loadSettings } from '../../settings/index.ts';
import { lockVisible } from '../access.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { setStatus } from '../verbs/set-status.ts';
import { addNote } from './add-note.ts';
import { viewMessages } from './message-view.ts';
import { findSent, type MessageRow } from './messages.queries.ts';
import { queueReply, type Reply } from './queue-reply.ts';
import { viewOne } from './read-thread.ts';
import { checkStatusWithSend } from './status-with-send.ts';
import { listNewerPublic } from './thread.queries.ts';

/**
 * Queues a reply or stores a note, and answers the created message (wire B 3.4, settled question 17). What this agent has
 * stored before under the same `send_id` is answered again: its first answer was lost on the way. Throws
 * conversation.not_found, message.newer_exists and what `queueReply` and `addNote` throw.
 */
export async function sendMessage(
  { db, work }: Deps,
  actor: Actor,
  uuid: string,
  input: SendMessage,
): Promise<Message> {
  const html = sanitizeComposedHtml(input.message, { mentions: input.private });
  const stored = await work(actor, async (uow) => {
    const conversation = await lockVisible(uow, uuid);
    const place: DraftPlace = { conversation, kind: input.private ? 'note' : 'reply' };
    const draft = { html, attachments: input.attachments, send_id: input.send_id ?? null };
    const before = await findBefore(uow, conversation, draft.send_id);
    if (before) {
      if (input.draft) await endRepeatedDraft(uow, place, input.draft);
      return { conversation, message: before };
    }
    if (!input.private && !input.force) await refuseCollision(uow, conversation, input.based_on_seq);
    if (input.set_status !== undefined) await checkStatusWithSend(uow, conversation, input.set_status);
    const sent = input.private
      ? await addNote(uow, conversation, { ...draft, mentions: input.mentions ?? [] })
      : await queueReply(uow, conversation, {
          ...draft,
          to: input.to,
          cc: input.cc,
          bcc: input.bcc,
          ...(await later(uow, input)),
        });
    if (input.draft) await endDraft(uow, place, input.draft);
    if (input.set_status !== undefined && (input.private || !input.undo)) {
      await setStatus(uow, sent.conversation, { status: input.set_status });
    }
    return sent;
  });
  return viewOne(db, stored.conversation.id, stored.message.uuid);
}

/** What a reply that can be taken back carries along until it leaves; from a client without drafts, what it sent. */
async function later(uow: UnitOfWork, input: SendMessage): Promise<Pick<Reply, 'undo_draft' | 'set_status'>> {
  if (!input.undo) return {};
  const { to, cc, bcc, set_status } = input;
  const composed = async (): Promise<DraftContent> => ({
    html: input.message,
    recipients: { to, cc, bcc },
    files: (await listMediaByIds(uow.db, input.attachments)).map(({ id, uuid, filename, size, content_type }) => ({
      id,
      uuid,
      filename,
      size,
      content_type,
    })),
    macro: null,
    typed: {},
    fields: null,
  });
  return {
    undo_draft: storableContent(input.draft ?? (await composed())),
    ...(set_status !== undefined && { set_status }),
  };
}

/** The conversation's lock lets a second call with the same name see what the first has stored. */
async function findBefore(
  uow: UnitOfWork,
  conversation: ConversationRow,
  sendId: string | null,
): Promise<MessageRow | undefined> {
  if (sendId === null) return undefined;
  return findSent(uow.db, { conversation_id: conversation.id, sender_id: uow.actor.id, send_id: sendId });
}

/**
 * Stops a reply whose writer has not seen the latest public messages, which the error carries for who may read messages; the
 * conversation's lock makes two replies at once meet here. The writer's own messages are known to the writer.
 */
async function refuseCollision(
  uow: UnitOfWork,
  conversation: ConversationRow,
  basedOnSeq: number | undefined,
): Promise<void> {
  if (basedOnSeq === undefined) return;
  const newer = await listNewerPublic(uow.db, {
    conversation_id: conversation.id,
    seq: basedOnSeq,
    not_by: uow.actor.id,
  });
  if (newer.length === 0) return;
  if (!uow.actor.permissions.has('messages:read')) throw new AppError('message.newer_exists');
  const settings = await loadSettings(uow.db);
  throw new AppError('message.newer_exists', {
    data: await viewMessages(uow.db, newer, settings['app.root_url']),
  });
}
