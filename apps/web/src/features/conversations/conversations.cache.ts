import type { Conversation, ConversationListItem, FrameData, Message } from '@bellhop/contract';
import { canSeeConversation } from '@bellhop/rules/conversation-access';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { findCurrentAgent } from '../../lib/session.ts';
import { announceMail } from './announce-mail.ts';
import { conversationQueries, type MessagePage } from './conversations.api.ts';
import { changeDetail, changeLists, findRow, loadedLists, patchConversations, settleViews } from './list-cache.ts';
import { refreshCounts, renewList } from './list-refresh.ts';
import { isReading, readAgain } from './mark-seen.ts';
import { isOvertaken } from './pending-changes.ts';
import { endPendingStatus } from './pending-status.ts';
import { noteArrival } from './seen-seq.ts';
import { renewThread } from './thread-renewal.ts';

type ThreadData = InfiniteData<MessagePage, unknown>;

/** Most threads that stay in memory (specification 9). */
const threadsKept = 100;
const unreadCap = 10;

/**
 * Frame `new_message`: renews the rows of the lists that hold the conversation, fetches the first page of those on
 * screen that do not, and adds the entry to the thread if that is loaded.
 */
export function applyNewMessage(client: QueryClient, frame: FrameData<'new_message'>, seq?: number): void {
  const uuid = frame.conversation_uuid;
  const isRead = isReading(uuid);
  const isKnown = changeLists(client, uuid, (row) => withMessage(row, frame, isRead), { isNews: true });
  if (!isKnown) refreshCounts(client);
  settleViews(client, uuid);
  changeDetail(client, uuid, (detail) => withMessage(detail, frame, isRead));
  if (isRead) readAgain(client, uuid);
  if (frame.type === 'incoming') announceFrom(client, uuid);
  // Seen can only be what stands there.
  void addToThread(client, frame).then(() => noteArrival(uuid, seq));
}

/** Frame `message_prop_update`: the delivery status of a message, which is fetched anew for what the frame leaves out. */
export function applyMessageProp(
  client: QueryClient,
  { conversation_uuid, uuid, value }: FrameData<'message_prop_update'>,
): void {
  changeMessage(client, conversation_uuid, uuid, (message) => ({ ...message, status: value }));
  // `pending` ones as well: a mail that will be tried again says why, and when.
  void fetchMessage(client, conversation_uuid, uuid);
}

/** Frame `message_removed`: an entry was taken back before it left. */
export function applyMessageRemoved(
  client: QueryClient,
  { conversation_uuid, uuid, ...summary }: FrameData<'message_removed'>,
): void {
  removeMessage(client, conversation_uuid, uuid);
  endPendingStatus(conversation_uuid, { isTakenBack: true });
  const change = <T extends ConversationListItem>(row: T): T => ({ ...row, ...summary });
  changeLists(client, conversation_uuid, change);
  changeDetail(client, conversation_uuid, change);
}

/** Frame `conversation_prop_update`: one member of the conversation, its path with dots. */
export function applyConversationProp(client: QueryClient, frame: FrameData<'conversation_prop_update'>): void {
  const { uuid, prop, value } = frame;
  if (isOvertaken(uuid, prop, value, () => applyConversationProp(client, frame))) return;
  const isMembership = ['status', 'assigned_user_id', 'assigned_team_id'].includes(prop);
  const isVisit = prop === 'assignee_last_seen_at';
  if (prop === 'status') endPendingStatus(uuid);
  const change = <T extends ConversationListItem>(row: T): T => {
    const changed = withMember(row, prop.split('.'), value);
    return isVisit && !isTakenBack(row, String(value)) ? { ...changed, unread_message_count: 0 } : changed;
  };
  changeLists(client, uuid, change, { isNews: isMembership });
  changeDetail(client, uuid, change);
  if (isMembership) {
    refreshCounts(client);
    checkSight(client, uuid);
  }
  if (!isVisit) settleViews(client, uuid);
}

/** A visit that lies before the last known one: the conversation was marked unread, and a frame with the number follows. */
function isTakenBack({ assignee_last_seen_at: known }: ConversationListItem, visit: string): boolean {
  return known !== null && Date.parse(visit) < Date.parse(known);
}

/** Frame `conversation_tags_update`. */
export function applyConversationTags(client: QueryClient, frame: FrameData<'conversation_tags_update'>): void {
  const { uuid, tags } = frame;
  if (isOvertaken(uuid, 'tags', tags, () => applyConversationTags(client, frame))) return;
  changeLists(client, uuid, (row) => ({ ...row, tags }));
  changeDetail(client, uuid, (detail) => ({ ...detail, tags }));
}

/**
 * Control frame `reload`: too much was missed. Lists and the thread on screen are renewed part by part and keep what was loaded;
 * the rest is fetched anew, what is not on screen when it is next shown.
 */
export async function applyReload(client: QueryClient): Promise<void> {
  const lists = loadedLists(client);
  const threads = client.getQueryCache().findAll({ queryKey: ['conversations', 'messages'] });
  for (const { key, isActive } of lists) if (!isActive) await client.invalidateQueries({ queryKey: key, exact: true });
  await Promise.all([
    ...lists.filter(({ isActive }) => isActive).map(({ params }) => renewList(client, params)),
    ...threads.filter((query) => query.isActive()).map(({ queryKey }) => renewThread(client, String(queryKey[2]))),
    client.invalidateQueries({
      queryKey: ['conversations'],
      predicate: (query) => query.queryKey[1] !== 'list' && !(query.queryKey[1] === 'messages' && query.isActive()),
    }),
    client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
  ]);
}

/**
 * Shows a change before the server has confirmed it: `patchConversation(client, uuid, { status: 'Resolved' })`. Answers
 * the function that takes it back; call that in `onError`.
 */
export function patchConversation(client: QueryClient, uuid: string, patch: Partial<Conversation>): () => void {
  const takeBack = patchConversations(client, [uuid], () => patch);
  return () => takeBack();
}

/**
 * Puts an entry into a loaded thread, or renews it there: the answer of `messages.send`, or a message fetched by frame. A
 * thread that was entered in its middle gets it with the page that leads there.
 */
export function putMessage(client: QueryClient, conversationUuid: string, message: Message): void {
  client.setQueryData<ThreadData>(conversationQueries.messages(conversationUuid).queryKey, (thread) => {
    const [first, ...rest] = thread?.pages ?? [];
    if (!thread || !first) return thread;
    if (findMessage(thread, message.uuid)) return withChangedMessage(thread, message.uuid, () => message);
    if (first.has_newer) return thread;
    return { ...thread, pages: [{ ...first, results: [message, ...first.results], total: first.total + 1 }, ...rest] };
  });
}

/** Takes an entry out of a loaded thread. */
export function removeMessage(client: QueryClient, conversationUuid: string, uuid: string): void {
  client.setQueryData<ThreadData>(
    conversationQueries.messages(conversationUuid).queryKey,
    (thread) =>
      thread && {
        ...thread,
        pages: thread.pages.map((page) => ({ ...page, results: page.results.filter((entry) => entry.uuid !== uuid) })),
      },
  );
}

/** When threads were last opened, in milliseconds since 1970; those that were only fetched ahead have none. */
const openedAt = new Map<string, number>();

/**
 * Drops the threads that were used longest ago when more than a hundred are kept. What is on screen or on its way stays: whoever has
 * just asked for it is about to need it. `openUuid` is used now.
 */
export function trimThreads(client: QueryClient, openUuid?: string): void {
  if (openUuid !== undefined) openedAt.set(openUuid, Date.now());
  const threads = client
    .getQueryCache()
    .findAll({ queryKey: ['conversations', 'messages'] })
    .map((query) => {
      const uuid = String(query.queryKey[2]);
      const isNeeded = query.isActive() || query.state.fetchStatus === 'fetching';
      const usedAt = Math.max(query.state.dataUpdatedAt, openedAt.get(uuid) ?? 0);
      return { queryKey: query.queryKey, uuid, usedAt: isNeeded ? Number.MAX_VALUE : usedAt };
    })
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { queryKey, uuid } of threads.slice(threadsKept)) {
    client.removeQueries({ queryKey, exact: true, type: 'inactive' });
    openedAt.delete(uuid);
  }
}

/** Nothing of a conversation that may not be seen any more stays in memory. */
export function forgetConversation(client: QueryClient, uuid: string): void {
  for (const { queryKey } of [
    conversationQueries.detail(uuid),
    conversationQueries.messages(uuid),
    conversationQueries.participants(uuid),
  ]) {
    // Once its page is gone: a query in use would be fetched again.
    queueMicrotask(() => client.removeQueries({ queryKey, exact: true, type: 'inactive' }));
  }
}

/** A conversation went to somebody else: by the access rule (wire B 0.6) the agent may have lost sight of it. The server knows. */
function checkSight(client: QueryClient, uuid: string): void {
  const me = findCurrentAgent();
  const detail = client.getQueryData(conversationQueries.detail(uuid).queryKey);
  if (!me || !detail) return;
  const viewer = { id: me.id, permissions: new Set(me.permissions), team_ids: me.teams.map(({ id }) => id) };
  if (canSeeConversation(viewer, detail)) return;
  void client.invalidateQueries({ queryKey: conversationQueries.detail(uuid).queryKey });
}

function announceFrom(client: QueryClient, uuid: string): void {
  const isOnScreen = loadedLists(client).some(
    ({ isActive, data }) => isActive && data.pages.some((page) => page.results.some((row) => row.uuid === uuid)),
  );
  const row = isOnScreen && findRow(client, uuid);
  if (row) announceMail(row);
}

/** The list's summary skips activity entries (settled 30); unread counts incoming mail and others' notes (settled 29). */
function withMessage<T extends ConversationListItem>(row: T, frame: FrameData<'new_message'>, isRead: boolean): T {
  if (frame.type === 'activity') return row;
  const isNews = frame.type === 'incoming' || (frame.private && frame.sender_id !== findCurrentAgent()?.id);
  return {
    ...row,
    last_message: frame.content,
    last_message_at: frame.created_at,
    last_message_sender: frame.sender_type,
    unread_message_count: isRead ? 0 : Math.min(unreadCap, row.unread_message_count + (isNews ? 1 : 0)),
  };
}

function withMember<T extends object>(target: T, [name, ...rest]: string[], value: unknown): T {
  if (name === undefined) return target;
  if (rest.length === 0) return { ...target, [name]: value };
  const inner: unknown = target[name as keyof T];
  return typeof inner === 'object' && inner !== null ? { ...target, [name]: withMember(inner, rest, value) } : target;
}

async function addToThread(client: QueryClient, frame: FrameData<'new_message'>): Promise<void> {
  const thread = client.getQueryData<ThreadData>(conversationQueries.messages(frame.conversation_uuid).queryKey);
  if (!thread || findMessage(thread, frame.uuid)) return;
  const { queryKey } = conversationQueries.participants(frame.conversation_uuid);
  void client.invalidateQueries({ queryKey });
  await fetchMessage(client, frame.conversation_uuid, frame.uuid);
}

/** Fetches one entry into its loaded thread; when that fails the whole thread is fetched at its next showing. */
export async function fetchMessage(client: QueryClient, conversationUuid: string, uuid: string): Promise<void> {
  const { queryKey } = conversationQueries.messages(conversationUuid);
  if (!client.getQueryData(queryKey)) return;
  try {
    const params = { uuid: conversationUuid, message_uuid: uuid };
    putMessage(client, conversationUuid, await api('messages.get', { params }));
  } catch (error) {
    console.warn(error);
    await client.invalidateQueries({ queryKey });
  }
}

function changeMessage(
  client: QueryClient,
  conversationUuid: string,
  uuid: string,
  change: (message: Message) => Message,
): void {
  client.setQueryData<ThreadData>(
    conversationQueries.messages(conversationUuid).queryKey,
    (thread) => thread && withChangedMessage(thread, uuid, change),
  );
}

function withChangedMessage(thread: ThreadData, uuid: string, change: (message: Message) => Message): ThreadData {
  const pages = thread.pages.map((page) => ({
    ...page,
    results: page.results.map((message) => (message.uuid === uuid ? change(message) : message)),
  }));
  return { ...thread, pages };
}

function findMessage(thread: ThreadData, uuid: string): Message | undefined {
  return thread.pages.flatMap((page) => page.results).find((message) => message.uuid === uuid);
}
