import * as z from 'zod';
import { defineRoutes } from './define-route.ts';

/** What an agent does in a conversation, from the strongest to the weakest: of several tabs the strongest counts. */
export const presenceStates = ['replying', 'noting', 'viewing', 'idle'] as const;
export const PresenceState = z.enum(presenceStates);
export type PresenceState = z.output<typeof PresenceState>;

/** Until an agent counts as gone after the last word of it, in milliseconds. */
export const presenceExpiryMs = 15_000;

/** Who is in one conversation, by id; the caller included. */
export const ConversationPresence = z.object({
  conversation_uuid: z.string(),
  agents: z.array(z.object({ id: z.number(), state: PresenceState })),
});
export type ConversationPresence = z.output<typeof ConversationPresence>;

/** What a client says on the websocket: on each change, every 10 s, and with null as it leaves. */
export const PresenceMessage = z.object({
  type: z.literal('presence'),
  data: z.object({ conversation_uuid: z.string().max(64), state: PresenceState }).nullable(),
});
export type PresenceMessage = z.output<typeof PresenceMessage>;

export const presenceRoutes = defineRoutes({
  'presence.list': {
    method: 'GET',
    path: '/api/v1/presence',
    access: { permission: 'conversations:read' },
    encoding: 'none',
    query: z.object({ uuids: z.string().max(20_000).default('') }),
    output: z.array(ConversationPresence),
    summary:
      'Who is in these conversations now (uuids with commas between, 500 at most); invisible and empty ones are left out',
  },
});
