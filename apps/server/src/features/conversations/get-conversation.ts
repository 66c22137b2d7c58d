import type { Conversation } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { Reader } from '../../db/types.ts';
import { knownUuid, loadVisible, visibleOrThrow } from './access.ts';
import { findFacts } from './conversation-facts.queries.ts';
import { conversationView } from './conversation-view.ts';
import { listParticipants } from './conversations.queries.ts';
import { listPrevious } from './get-conversation.queries.ts';

const mostPrevious = 10;

/** One conversation as its page shows it (wire B 1.3), in one round trip. Throws conversation.not_found. */
export async function getConversation(db: Reader, actor: Actor, uuid: string): Promise<Conversation> {
  const known = knownUuid(uuid);
  const [facts, previous] = await Promise.all([
    findFacts(db, actor, known),
    listPrevious(db, actor, known, mostPrevious),
  ]);
  return conversationView(visibleOrThrow(actor, facts), previous);
}

/** Everybody who wrote in the thread, authors of activity too. Throws conversation.not_found. */
export async function getParticipants(db: Reader, actor: Actor, uuid: string) {
  const [participants] = await Promise.all([listParticipants(db, knownUuid(uuid)), loadVisible(db, actor, uuid)]);
  return participants;
}
