import { createHash } from 'node:crypto';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { type ConversationRow, findConversationByUuid, lockStart } from '../conversations.queries.ts';
import { findSent } from '../thread/messages.queries.ts';

/**
 * The uuid of the conversation that an agent starts under a name of its own: the same each time, so that its unique key finds what
 * an earlier call with a lost answer has started.
 */
export function startUuid(agentId: number, sendId: string): string {
  const hash = createHash('sha256').update(`conversation of ${agentId} ${sendId.toLowerCase()}`).digest('hex');
  const variant = ((Number.parseInt(hash[16]!, 16) & 3) | 8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join('-');
}

/** What this agent has started under the same name before; a call that is at it right now is waited for. */
export async function startedBefore(
  uow: UnitOfWork,
  start: { uuid: string; send_id: string },
): Promise<ConversationRow | undefined> {
  await lockStart(uow.db, start.uuid);
  const conversation = await findConversationByUuid(uow.db, start.uuid);
  if (!conversation) return undefined;
  const own = { conversation_id: conversation.id, sender_id: uow.actor.id, send_id: start.send_id };
  return (await findSent(uow.db, own)) && conversation;
}
