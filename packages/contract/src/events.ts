import * as z from 'zod';
import { AvailabilityStatus } from './agents.ts';
import { ConfigEntity } from './configuration.ts';
import { SenderType } from './conversations/entity.ts';
import { MessageStatus, MessageType } from './conversations/messages.ts';
import { DraftKind } from './drafts.ts';
import { ConversationPresence } from './presence.ts';

/**
 * THE list of websocket frames: type to the shape of `data` (wire B 14.3). Each frame is `{type, data, seq}`;
 * `seq` is the number of the change in the change log, and a client that comes back asks for what followed it.
 */
export const frames = {
  new_message: z.object({
    conversation_uuid: z.string(),
    uuid: z.string(),
    content: z.string(),
    created_at: z.string(),
    private: z.boolean(),
    type: MessageType,
    sender_type: SenderType,
    sender_id: z.number(),
  }),
  message_prop_update: z.object({
    conversation_uuid: z.string(),
    uuid: z.string(),
    prop: z.literal('status'),
    value: MessageStatus,
  }),
  /** An entry was taken back before it left; the conversation's preview is the last entry's again (all null when none is left). */
  message_removed: z.object({
    conversation_uuid: z.string(),
    uuid: z.string(),
    last_message: z.string().nullable(),
    last_message_at: z.string().nullable(),
    last_message_sender: SenderType.nullable(),
  }),
  /** The agent's own draft changed, in any tab; `version` is 0 when it was sent or discarded. */
  draft_changed: z.object({ conversation_uuid: z.string().nullable(), kind: DraftKind, version: z.number() }),
  conversation_prop_update: z.object({ uuid: z.string(), prop: z.string(), value: z.unknown() }),
  conversation_tags_update: z.object({ uuid: z.string(), tags: z.array(z.string()) }),
  /** The agent's own saved views were changed, in another tab for instance: fetch them anew. */
  views_changed: z.object({}),
  /** A macro was created, changed or deleted: fetch them anew. */
  macros_changed: z.object({}),
  /** Something that administrators set up was created, changed or deleted: fetch anew what shows it. */
  config_changed: z.object({ entity: ConfigEntity }),
  /**
   * The agent was told of something, or read it in another tab: the numbers of those concerned, none for all. Fetch the list and the
   * count anew.
   */
  notification: z.object({ change: z.enum(['added', 'read']), ids: z.array(z.number()) }),
  agent_availability_update: z.object({ id: z.number(), availability_status: AvailabilityStatus }),
} as const;

export type FrameType = keyof typeof frames;
export type FrameData<T extends FrameType> = z.output<(typeof frames)[T]>;

/** Frames that answer the client's own connection and stand outside the change log. */
export const controlFrames = {
  /** Everything missed has been replayed; what follows is live. */
  resumed: z.object({ seq: z.number() }),
  /** Too much was missed: fetch anew what is on screen. */
  reload: z.object({ seq: z.number() }),
  error: z.string(),
  /** Who is in a conversation changed. */
  presence_update: ConversationPresence,
} as const;
