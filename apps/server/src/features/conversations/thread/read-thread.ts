import type { Message } from '@bellhop/contract';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Reader } from '../../../db/types.ts';
import { parseUuid } from '../../media/index.ts';
import { loadSettings } from '../../settings/index.ts';
import { knownUuid, loadVisible } from '../access.ts';
import { viewMessages } from './message-view.ts';
import { countThread, findThreadRow, listThread } from './thread.queries.ts';

/** One page of a thread, newest first, activity included (wire B 3.2). Throws conversation.not_found. */
export async function listMessages(db: Reader, actor: Actor, uuid: string, query: { page: number; page_size: number }) {
  const known = knownUuid(uuid);
  const [conversation, settings, rows, total] = await Promise.all([
    loadVisible(db, actor, known),
    loadSettings(db),
    listThread(db, known, { limit: query.page_size, offset: (query.page - 1) * query.page_size }),
    countThread(db, known),
  ]);
  return {
    results: await viewMessages(db, conversation.id, rows, settings['app.root_url']),
    total,
    per_page: query.page_size,
    total_pages: Math.ceil(total / query.page_size),
    page: query.page,
  };
}

/** One entry of this conversation. Throws conversation.not_found, message.not_found. */
export async function getMessage(db: Reader, actor: Actor, uuid: string, messageUuid: string): Promise<Message> {
  const conversation = await loadVisible(db, actor, uuid);
  return viewOne(db, conversation.id, messageUuid);
}

/** The same for a conversation that was loaded already. */
export async function viewOne(db: Reader, conversationId: number, messageUuid: string): Promise<Message> {
  const known = parseUuid(messageUuid);
  const row = known === null ? undefined : await findThreadRow(db, conversationId, known);
  if (!row) throw new AppError('message.not_found');
  const settings = await loadSettings(db);
  const [view] = await viewMessages(db, conversationId, [row], settings['app.root_url']);
  return view!;
}
