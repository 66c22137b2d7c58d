import type { Conversation } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { Reader } from '../../db/types.ts';
import { loadVisible } from './access.ts';
import { loadFacts } from './conversation-facts.queries.ts';
import { conversationView } from './conversation-view.ts';
import { listParticipants } from './conversations.queries.ts';
import { lastChange, listPrevious } from './get-conversation.queries.ts';

const mostPrevious = 10;

/** One conversation as its page shows it (wire B 1.3). Throws conversation.not_found. */
export async function getConversation(db: Reader, actor: Actor, uuid: string): Promise<Conversation> {
  const conversation = await loadVisible(db, actor, uuid);
  // The number is read first: a change in between makes the answer newer than its number, never older.
  const last_seq = await lastChange(db, conversation.id);
  const [facts, previous_conversations] = await Promise.all([
    loadFacts(db, actor, conversation.id),
    listPrevious(db, actor, conversation, mostPrevious),
  ]);
  return conversationView(facts, { previous_conversations, last_seq });
}

/** Everybody who wrote in the thread, authors of activity too. Throws conversation.not_found. */
export async function getParticipants(db: Reader, actor: Actor, uuid: string) {
  const conversation = await loadVisible(db, actor, uuid);
  return listParticipants(db, conversation.id);
}
