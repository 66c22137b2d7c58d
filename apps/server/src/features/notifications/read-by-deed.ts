import type { NotificationKind } from '@bellhop/contract';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { announceRead } from './mark-read.ts';
import { mergedKinds, readOfConversation } from './notifications.queries.ts';

/** What a look at the conversation answers. */
const seenKinds: readonly NotificationKind[] = [...mergedKinds, 'mention', 'sla_warning', 'sla_breach', 'rule'];

/** The actor looks at a conversation: whatever it was told of it is read. */
export async function readSeen(uow: UnitOfWork, event: { conversation_id: number }): Promise<void> {
  await read(uow, event.conversation_id, { agent_id: uow.actor.id, kinds: seenKinds });
}

/** The actor does something in a conversation: it knows how it stands (behaviour 6.3). A note that calls it still has to be read. */
export async function readByActing(uow: UnitOfWork, event: { conversation_id: number }): Promise<void> {
  if (uow.actor.kind === 'system' || uow.cause !== null) return;
  await read(uow, event.conversation_id, { agent_id: uow.actor.id, kinds: mergedKinds });
}

/** Marks what an agent was told of a conversation read, by kinds. */
export async function read(
  uow: UnitOfWork,
  conversationId: number,
  { agent_id, kinds }: { agent_id: number; kinds: readonly NotificationKind[] },
): Promise<void> {
  const own = { conversation_id: conversationId, agent_id, kinds: [...kinds], now: uow.now };
  const ids = await readOfConversation(uow.db, own);
  if (ids.length > 0) await announceRead(uow, agent_id, ids);
}
