import type { MessageStatus, Permission } from '@bellhop/contract';
import type { Assignment } from '@bellhop/rules';
import type { Audience } from '../../core/audience.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { ConversationRow } from './conversations.queries.ts';
import type { MessageRow } from './thread/messages.queries.ts';
import { type Files, previewOf } from './thread/preview.ts';

type Place = Pick<ConversationRow, 'id' | 'uuid' | 'assigned_user_id' | 'assigned_team_id'>;

/** Those who see the conversation as it stands now, or as it stood before (wire B 14.4). */
function audienceOf(conversation: Place, options: { before?: Assignment; permission?: Permission } = {}): Audience {
  const assignments = [conversation, options.before].filter((one) => one !== undefined);
  return {
    to: 'conversation',
    conversation_id: conversation.id,
    assignments: assignments.map(({ assigned_user_id, assigned_team_id }) => ({ assigned_user_id, assigned_team_id })),
    ...(options.permission ? { permission: options.permission } : {}),
  };
}

/** The frame `new_message`, for those who see the conversation now and may read messages. */
export async function broadcastNewMessage(
  uow: UnitOfWork,
  conversation: Place,
  message: Pick<MessageRow, 'uuid' | 'created_at' | 'private' | 'type' | 'sender_type' | 'sender_id' | 'text_content'>,
  files: Files = [],
): Promise<void> {
  uow.broadcast(
    'new_message',
    {
      conversation_uuid: conversation.uuid,
      uuid: message.uuid,
      content: await previewOf(uow.db, message, files),
      created_at: message.created_at.toISOString(),
      private: message.private,
      type: message.type as 'incoming' | 'outgoing' | 'activity',
      sender_type: message.sender_type as 'agent' | 'contact',
      sender_id: message.sender_id,
    },
    audienceOf(conversation, { permission: 'messages:read' }),
  );
}

/** The frame `message_removed`, with what the conversation's preview is without it. */
export function broadcastRemoved(
  uow: UnitOfWork,
  conversation: Place & Pick<ConversationRow, 'last_message' | 'last_message_at' | 'last_message_sender'>,
  message: Pick<MessageRow, 'uuid'>,
): void {
  uow.broadcast(
    'message_removed',
    {
      conversation_uuid: conversation.uuid,
      uuid: message.uuid,
      last_message: conversation.last_message,
      last_message_at: conversation.last_message_at?.toISOString() ?? null,
      last_message_sender: conversation.last_message_sender as 'agent' | 'contact' | null,
    },
    audienceOf(conversation, { permission: 'messages:read' }),
  );
}

/** The frame `message_prop_update` with the message's status. */
export function broadcastMessageStatus(
  uow: UnitOfWork,
  conversation: Place,
  message: Pick<MessageRow, 'uuid'>,
  status: MessageStatus,
): void {
  uow.broadcast(
    'message_prop_update',
    { conversation_uuid: conversation.uuid, uuid: message.uuid, prop: 'status', value: status },
    audienceOf(conversation, { permission: 'messages:read' }),
  );
}

/**
 * One `conversation_prop_update` per prop, in the order given; times go out as RFC 3339. `before` is the assignment before the
 * change, when the change was one: those who lose sight of the conversation must hear it.
 */
export function broadcastProps(
  uow: UnitOfWork,
  conversation: Place,
  props: Record<string, unknown>,
  before?: Assignment,
): void {
  for (const [prop, value] of Object.entries(props)) {
    uow.broadcast(
      'conversation_prop_update',
      { uuid: conversation.uuid, prop, value: value instanceof Date ? value.toISOString() : value },
      audienceOf(conversation, before ? { before } : {}),
    );
  }
}

/** Tags have a frame of their own: as a prop they would be posted back by a client that watches them (wire B 1.10). */
export function broadcastTags(uow: UnitOfWork, conversation: Place, tags: string[]): void {
  uow.broadcast('conversation_tags_update', { uuid: conversation.uuid, tags }, audienceOf(conversation));
}
