import type { OutgoingEvent } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { Reader } from '../../db/types.ts';
import { viewContacts } from '../contacts/index.ts';
import { viewConversations, viewMessagesOf } from '../conversations/index.ts';
import { loadSettings } from '../settings/index.ts';
import type { PublicEvent } from './public-events.ts';

type Data = OutgoingEvent['data'];
type Message = NonNullable<Data['message']>;
type Conversation = NonNullable<Data['conversation']>;

/** Longer bodies would make every receiver read what hardly one needs; they can be fetched. */
const longestContent = 256 * 1024;

/**
 * What events are about, as it stands now, in their order; `system` reads everything. A few statements however many there are. Whatever is one
 * agent's own is left out, and the conversation's summary of its last message, which may be a private note.
 */
export async function renderEvents(db: Reader, system: Actor, events: readonly PublicEvent[]): Promise<Data[]> {
  const ids = (member: 'conversation_id' | 'message_id' | 'contact_id') => [
    ...new Set(events.flatMap((event) => event[member] ?? [])),
  ];
  const { 'app.root_url': rootUrl } = await loadSettings(db);
  const conversations = await viewConversations(db, system, ids('conversation_id'));
  const messages = await viewMessagesOf(db, ids('message_id'), rootUrl);
  const contacts = await viewContacts(db, ids('contact_id'));
  return events.map(({ conversation_id, message_id, contact_id }) => ({
    ...(conversation_id !== null && { conversation: withoutOwn(conversations.get(conversation_id)) }),
    ...(message_id !== null && { message: withoutNames(messages.get(message_id)) }),
    ...(contact_id !== null && { contact: contacts.get(contact_id) ?? null }),
  }));
}

type FullConversation = Awaited<ReturnType<typeof viewConversations>> extends Map<number, infer One> ? One : never;

function withoutOwn(conversation: FullConversation | undefined): Conversation | null {
  if (!conversation) return null;
  const { assignee_last_seen_at: _seen, unread_message_count: _unread, last_message: _last, ...rest } = conversation;
  return rest;
}

/** Without the name by which its sender's client knows it. */
function withoutNames(message: Message | undefined): Message | null {
  if (!message) return null;
  const { send_id: _name, ...rest } = message;
  if (rest.content.length + rest.text_content.length <= longestContent) return rest;
  return { ...rest, content: '', text_content: rest.text_content.slice(0, longestContent).toWellFormed() };
}
