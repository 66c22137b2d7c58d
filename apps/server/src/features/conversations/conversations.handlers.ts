import type { contactRoutes, conversationRoutes } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Handlers } from '../../http/request-context.ts';
import { loadVisible, lockVisible } from './access.ts';
import type { ConversationRow } from './conversation-rows.ts';
import { getConversation, getParticipants } from './get-conversation.ts';
import { countConversations } from './list/count-conversations.ts';
import { listConversations, listTeamConversations } from './list/list-conversations.ts';
import { listContactConversations } from './list/list-of-contact.ts';
import { unreachedNames } from './thread/mentions.ts';
import { previewReply } from './thread/preview-reply.ts';
import { downloadOriginal, readOriginal } from './thread/read-original.ts';
import { getMessage, listMessages } from './thread/read-thread.ts';
import { readThreading } from './thread/read-threading.ts';
import { retryMessage } from './thread/retry-message.ts';
import { sendMessage } from './thread/send-message.ts';
import { undoSend } from './thread/undo-send.ts';
import { assignTeam } from './verbs/assign-team.ts';
import { assignUser } from './verbs/assign-user.ts';
import { changeMany } from './verbs/change-many.ts';
import { createConversation } from './verbs/create-conversation.ts';
import { markSeen } from './verbs/mark-seen.ts';
import { markUnread } from './verbs/mark-unread.ts';
import { readsOwn } from './verbs/reads-own.ts';
import { removeTeam } from './verbs/remove-team.ts';
import { removeUser } from './verbs/remove-user.ts';
import { type AttributeInput, setAttributes } from './verbs/set-attributes.ts';
import { setPriority } from './verbs/set-priority.ts';
import { setStatus } from './verbs/set-status.ts';
import { setTags } from './verbs/set-tags.ts';

/** Every conversation route and what answers it. */
export function createConversationHandlers(
  deps: Deps,
): Handlers<typeof conversationRoutes> & Pick<Handlers<typeof contactRoutes>, 'contacts.conversations'> {
  const { db, reads, work } = deps;

  /** Runs a verb on a conversation that the actor sees, under its lock. */
  const change = (
    actor: Actor,
    uuid: string,
    verb: (uow: UnitOfWork, conversation: ConversationRow) => Promise<unknown>,
  ) =>
    work(actor, async (uow) => {
      await verb(uow, await lockVisible(uow, uuid));
      return true as const;
    });
  const changeAttributes =
    (of: AttributeInput['of'], mode: AttributeInput['mode']) =>
    ({ actor, params, body }: { actor: Actor; params: { uuid: string }; body: Record<string, unknown> }) =>
      change(actor, params.uuid, (uow, conversation) => setAttributes(uow, conversation, { of, mode, values: body }));

  return {
    'conversations.assigned': ({ actor, query }) =>
      listConversations(reads, actor, { kind: 'assigned', user_id: actor.id }, query),
    'conversations.unassigned': ({ actor, query }) => listConversations(reads, actor, { kind: 'unassigned' }, query),
    'conversations.all': ({ actor, query }) => listConversations(reads, actor, { kind: 'all' }, query),
    'conversations.team_unassigned': async ({ actor, params, query }) =>
      listTeamConversations(reads, actor, params.id, query),
    'contacts.conversations': ({ actor, params, query }) =>
      listContactConversations(reads, actor, params.id, query.cursor),
    'conversations.counts': ({ actor }) => countConversations(reads, actor),
    'conversations.bulk': async ({ actor, body: { uuids, action }, warn }) => {
      const result = await changeMany(deps, actor, { uuids, action });
      const assignee = action.type === 'assign_user' && result.done.length > 0 ? action.assignee_id : null;
      if (assignee !== null && !(await readsOwn(db, assignee))) warn('warnings.agent_cannot_read');
      return result;
    },
    'conversations.create': async ({ actor, body, warn }) => {
      const created = await createConversation(deps, actor, body);
      if (body.agent_id && !(await readsOwn(db, body.agent_id))) warn('warnings.agent_cannot_read');
      return created;
    },
    'conversations.get': ({ actor, params }) => getConversation(db, actor, params.uuid),
    'conversations.participants': ({ actor, params }) => getParticipants(db, actor, params.uuid),
    'conversations.assign_user': async ({ actor, params, body, warn }) => {
      await change(actor, params.uuid, (uow, conversation) => assignUser(uow, conversation, body.assignee_id));
      if (!(await readsOwn(db, body.assignee_id))) warn('warnings.agent_cannot_read');
      return true;
    },
    'conversations.assign_team': ({ actor, params, body }) =>
      change(actor, params.uuid, (uow, conversation) => assignTeam(uow, conversation, body.assignee_id)),
    'conversations.remove_user': ({ actor, params }) => change(actor, params.uuid, removeUser),
    'conversations.remove_team': ({ actor, params }) => change(actor, params.uuid, removeTeam),
    'conversations.set_priority': ({ actor, params, body }) =>
      change(actor, params.uuid, (uow, conversation) => setPriority(uow, conversation, body.priority)),
    'conversations.set_status': ({ actor, params, body }) =>
      change(actor, params.uuid, (uow, conversation) => setStatus(uow, conversation, body)),
    'conversations.set_tags': ({ actor, params, body }) =>
      change(actor, params.uuid, (uow, conversation) => setTags(uow, conversation, body.tags)),
    'conversations.set_attributes': changeAttributes('conversation', 'replace'),
    'conversations.merge_attributes': changeAttributes('conversation', 'merge'),
    'conversations.set_contact_attributes': changeAttributes('contact', 'replace'),
    'conversations.merge_contact_attributes': changeAttributes('contact', 'merge'),
    'conversations.mark_seen': ({ actor, params }) =>
      work(actor, async (uow) => {
        await markSeen(uow, await loadVisible(uow.db, actor, params.uuid));
        return true as const;
      }),
    'messages.mark_unread': ({ actor, params }) =>
      work(actor, async (uow) => {
        await markUnread(uow, await loadVisible(uow.db, actor, params.uuid));
        return true as const;
      }),
    'messages.list': ({ actor, params, query }) => listMessages(db, actor, params.uuid, query),
    'messages.get': ({ actor, params }) => getMessage(db, actor, params.uuid, params.message_uuid),
    'messages.preview_reply': ({ actor, params, body }) => previewReply(deps, actor, params.uuid, body.message),
    'messages.original': ({ actor, params }) => readOriginal(deps, actor, params),
    'messages.threading': ({ actor, params }) => readThreading(deps.db, actor, params),
    'messages.eml': ({ actor, params, reply }) => downloadOriginal(deps, actor, params, reply),
    'messages.send': async ({ actor, params, body, warn }) => {
      const message = await sendMessage(deps, actor, params.uuid, body);
      const names = await unreachedNames(db, actor, params.uuid, message);
      if (names !== null) warn('warnings.mention_cannot_read', { names });
      return message;
    },
    'messages.undo': ({ actor, params }) =>
      work(actor, async (uow) => undoSend(uow, await lockVisible(uow, params.uuid), params.message_uuid)),
    'messages.retry': ({ actor, params }) =>
      change(actor, params.uuid, (uow, conversation) => retryMessage(uow, conversation, params.message_uuid)),
  };
}
