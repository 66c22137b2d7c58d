import type { Conversation, CreateConversation } from '@bellhop/contract';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Deps } from '../../../core/deps.ts';
import { sanitizeComposedHtml } from '../../../lib/html-composed.ts';
import { type DraftPlace, endDraft, endRepeatedDraft } from '../../drafts/index.ts';
import { findInbox } from '../../inboxes/index.ts';
import { loadSettings } from '../../settings/index.ts';
import { ensureContact } from '../../users/index.ts';
import { findFacts } from '../conversation-facts.queries.ts';
import { insertConversation } from '../conversation-rows.ts';
import { conversationView } from '../conversation-view.ts';
import { queueReply } from '../thread/queue-reply.ts';
import { parseRecipient } from '../thread/recipients.ts';
import { assignTeam } from './assign-team.ts';
import { assignUser } from './assign-user.ts';
import { startedBefore, startUuid } from './started-before.ts';

const nowhere: DraftPlace = { conversation: null, kind: 'new_conversation' };

/**
 * Starts a conversation with a first mail to the contact (wire B 1.4, behaviour 2.7): team before agent, because a team may take
 * an agent away, and both before the mail, so that whoever hears of it sees the assignee. All of it or nothing happens. What
 * this agent has started before under the same `send_id` is answered again: its first answer was lost on the way. Throws
 * inbox.not_found, inbox.disabled, team.not_found, agent.not_assignable and what `queueReply` throws.
 */
export async function createConversation(
  { db, work }: Deps,
  actor: Actor,
  input: CreateConversation,
): Promise<Conversation> {
  const address = parseRecipient(input.contact_email);
  const html = sanitizeComposedHtml(input.content);
  const settings = await loadSettings(db);
  const { send_id } = input;
  const given = send_id === undefined ? undefined : { uuid: startUuid(actor.id, send_id), send_id };
  const uuid = await work(actor, async (uow) => {
    const before = given && (await startedBefore(uow, given));
    if (before) {
      if (input.draft) await endRepeatedDraft(uow, nowhere, input.draft);
      return before.uuid;
    }
    const inbox = await findInbox(uow.db, input.inbox_id);
    if (!inbox || inbox.deleted_at) throw new AppError('inbox.not_found');
    if (!inbox.enabled) throw new AppError('inbox.disabled');
    const contact = await ensureContact(uow, {
      address,
      first_name: input.first_name,
      last_name: input.last_name ?? '',
    });
    let conversation = await insertConversation(uow, {
      ...(given && { uuid: given.uuid }),
      contact_id: contact.id,
      inbox_id: inbox.id,
      subject: input.subject,
      initiator: 'agent',
      subject_marker: settings['app.subject_marker'],
    });
    if (input.team_id) conversation = await assignTeam(uow, conversation, input.team_id);
    if (input.agent_id) conversation = await assignUser(uow, conversation, input.agent_id);
    await queueReply(uow, conversation, {
      html,
      attachments: input.attachments,
      send_id: send_id ?? null,
      to: [address],
      cc: [],
      bcc: [],
    });
    if (input.draft) await endDraft(uow, nowhere, input.draft);
    return conversation.uuid;
  });
  return conversationView((await findFacts(db, actor, uuid))!, []);
}
