import { PresenceMessage } from '@bellhop/contract';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What a client says of where it is; null: nowhere; undefined: the text says something else. */
export function readPresence(text: string): PresenceMessage['data'] | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const read = PresenceMessage.safeParse(JSON.parse(text));
    if (!read.success) return undefined;
    if (read.data.data === null) return null;
    const conversation_uuid = read.data.data.conversation_uuid.toLowerCase();
    return uuid.test(conversation_uuid) ? { ...read.data.data, conversation_uuid } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
