import type { Message, MessagePage } from '@bellhop/contract';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Reader } from '../../../db/types.ts';
import { parseUuid } from '../../media/index.ts';
import { loadSettings } from '../../settings/index.ts';
import { knownUuid, loadVisible } from '../access.ts';
import { viewMessages } from './message-view.ts';
import {
  type Anchor,
  countThread,
  findThreadRow,
  hasEntry,
  listNewer,
  listOlder,
  listThread,
  type ThreadRow,
} from './thread.queries.ts';

interface ThreadQuery {
  page: number;
  page_size: number;
  before?: string | undefined;
  after?: string | undefined;
  around?: string | undefined;
}

/**
 * One page of a thread, newest first, activity included (wire B 3.2). Throws conversation.not_found, and message.not_found when
 * it is asked for beside an entry that the conversation does not have.
 */
export async function listMessages(db: Reader, actor: Actor, uuid: string, query: ThreadQuery): Promise<MessagePage> {
  const known = knownUuid(uuid);
  const beside = query.before ?? query.after ?? query.around;
  const [conversation, settings, numbered, total] = await Promise.all([
    loadVisible(db, actor, known),
    loadSettings(db),
    beside === undefined ? numberedPage(db, known, query) : null,
    countThread(db, known),
  ]);
  const page = numbered ?? (await pageBeside(db, { conversation_id: conversation.id, uuid: beside! }, query));
  return {
    results: await viewMessages(db, page.rows, settings['app.root_url']),
    total,
    per_page: query.page_size,
    total_pages: Math.ceil(total / query.page_size),
    page: query.page,
    has_older: page.has_older,
    has_newer: page.has_newer,
  };
}

interface RowPage {
  rows: ThreadRow[];
  has_older: boolean;
  has_newer: boolean;
}

async function numberedPage(db: Reader, uuid: string, { page, page_size }: ThreadQuery): Promise<RowPage> {
  const offset = (page - 1) * page_size;
  const rows = await listThread(db, uuid, { limit: page_size + 1, offset });
  return { rows: rows.slice(0, page_size), has_older: rows.length > page_size, has_newer: page > 1 };
}

/** The pages next to an entry, on the side or sides that the query names; one row more than a page tells whether it goes on. */
async function pageBeside(db: Reader, given: Anchor, { page_size, before, after }: ThreadQuery): Promise<RowPage> {
  const uuid = parseUuid(given.uuid);
  if (uuid === null || !(await hasEntry(db, { ...given, uuid }))) throw new AppError('message.not_found');
  const anchor = { ...given, uuid };
  if (before !== undefined) {
    const rows = await listOlder(db, anchor, { limit: page_size + 1 });
    return { rows: rows.slice(0, page_size), has_older: rows.length > page_size, has_newer: true };
  }
  if (after !== undefined) {
    const rows = await listNewer(db, anchor, { limit: page_size + 1 });
    return { rows: rows.slice(-page_size), has_older: true, has_newer: rows.length > page_size };
  }
  const newerSize = Math.floor(page_size / 2);
  const olderSize = page_size - newerSize;
  const [newer, older] = await Promise.all([
    listNewer(db, anchor, { limit: newerSize + 1 }),
    listOlder(db, anchor, { limit: olderSize + 1, isInclusive: true }),
  ]);
  return {
    rows: [...(newerSize === 0 ? [] : newer.slice(-newerSize)), ...older.slice(0, olderSize)],
    has_older: older.length > olderSize,
    has_newer: newer.length > newerSize,
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
  const [view] = await viewMessages(db, [row], settings['app.root_url']);
  return view!;
}
