import type { Bounce, BounceRecipient } from '../../../channels/channel.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { findConversationForUpdate } from '../conversation-rows.ts';
import { addActivity } from './add-activity.ts';
import { findLatestReplyTo, listRepliesByIds } from './bounce.queries.ts';
import type { Decision } from './intake-decision.ts';
import { type MessageRow, patchMessageRow } from './messages.queries.ts';
import { failSentOutgoing } from './outgoing.queries.ts';
import { patchMessageStatus } from './store-message.ts';

/**
 * Takes a delivery report in (RFC 3464, behaviour 1.4). A failed recipient turns our message to `failed` with the reason in
 * `meta.bounce`, an activity line and a frame; a delay is only noted. Nobody is ever mailed about it, and a report about
 * somebody else's mail opens nothing.
 */
export async function applyBounce(uow: UnitOfWork, bounce: Bounce): Promise<Decision> {
  const replies = await findReplies(uow, bounce);
  if (replies.length === 0) return { outcome: 'skipped', reason: 'report_about_foreign_mail' };
  for (const reply of replies) await noteBounce(uow, reply, bounce.recipients);
  return { outcome: 'bounce', message_ids: replies.map((reply) => reply.id) };
}

async function findReplies(uow: UnitOfWork, bounce: Bounce): Promise<MessageRow[]> {
  const named = await listRepliesByIds(uow.db, bounce.original_message_ids);
  if (named.length > 0 || bounce.original_conversation_uuid === null) return named;
  const addresses = bounce.recipients.map((recipient) => recipient.address);
  const latest = await findLatestReplyTo(uow.db, bounce.original_conversation_uuid, addresses);
  return latest ? [latest] : [];
}

async function noteBounce(uow: UnitOfWork, reply: MessageRow, recipients: readonly BounceRecipient[]): Promise<void> {
  const conversation = await findConversationForUpdate(uow, reply.conversation_id);
  if (!conversation) return;
  const meta = reply.meta as { bounce?: { recipients: BounceRecipient[] } };
  const known = meta.bounce?.recipients ?? [];
  const news = recipients.filter(
    (one) => !known.some((old) => old.address === one.address && old.action === one.action),
  );
  if (news.length === 0) return;
  const noted = { bounce: { recipients: [...known, ...news] } };
  const failed = news.filter((one) => one.action === 'failed');
  if (failed.length === 0) {
    await patchMessageRow(uow.db, reply.id, { meta: { ...meta, ...noted } });
    return;
  }
  const error = failed.map((one) => `${one.address}: ${reasonOf(one)}`).join('\n');
  await failSentOutgoing(uow.db, reply.id, error, uow.now);
  await patchMessageStatus(uow, conversation, reply, 'failed', { ...noted, error });
  for (const one of failed) {
    await addActivity(uow, conversation, {
      activity_type: 'bounce',
      params: { recipient: one.address, reason: reasonOf(one) },
    });
  }
  await uow.publish({ kind: 'message.failed', conversation_id: conversation.id, message_id: reply.id });
}

function reasonOf(recipient: BounceRecipient): string {
  return recipient.diagnostic || recipient.status || 'no reason was given';
}
