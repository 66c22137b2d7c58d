import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { announceRead } from './mark-read.ts';
import { readOfConversation } from './notifications.queries.ts';

/** The actor looks at a conversation: whatever it was told of it is read. */
export async function readSeen(uow: UnitOfWork, event: { conversation_id: number }): Promise<void> {
  await read(uow, event.conversation_id, { agent_id: uow.actor.id, kinds: ['mention', 'assignment'] });
}

/** The actor does something in a conversation: it knows that the conversation is its own (behaviour 6.3). */
export async function readAssignment(uow: UnitOfWork, event: { conversation_id: number }): Promise<void> {
  await read(uow, event.conversation_id, { agent_id: uow.actor.id, kinds: ['assignment'] });
}

/** Marks what an agent was told of a conversation read, by kinds. */
export async function read(
  uow: UnitOfWork,
  conversationId: number,
  { agent_id, kinds }: { agent_id: number; kinds: string[] },
): Promise<void> {
  const ids = await readOfConversation(uow.db, { conversation_id: conversationId, agent_id, kinds, now: uow.now });
  if (ids.length > 0) announceRead(uow, agent_id, ids);
}
