import type { ConversationListItem, Message } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { listFacts, type Reading } from './conversation-facts.queries.ts';
import { listItem } from './conversation-view.ts';
import { viewMessages } from './thread/message-view.ts';
import { listByIds } from './thread/thread.queries.ts';

/** Conversations by row id, as lists show them to a reader; for what acts as System, because nobody's right to see them is asked. */
export async function viewConversations(
  db: Reader,
  reader: Reading,
  ids: readonly number[],
): Promise<Map<number, ConversationListItem>> {
  if (ids.length === 0) return new Map();
  return new Map((await listFacts(db, reader, ids)).map((row) => [row.id, listItem(row)]));
}

/** Thread entries of whichever conversations by row id, as they are served; with the same caution. */
export async function viewMessagesOf(
  db: Reader,
  ids: readonly number[],
  rootUrl: string,
): Promise<Map<number, Message>> {
  if (ids.length === 0) return new Map();
  const rows = await listByIds(db, ids);
  const views = await viewMessages(db, rows, rootUrl);
  return new Map(rows.map((row, index) => [row.id, views[index]!]));
}
