import type { Message } from '@bellhop/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { api, toApiError } from '../../lib/api.ts';
import { conversationQueries, fetchMessages, type MessagePage, newestMessages } from './conversations.api.ts';

type ThreadData = InfiniteData<MessagePage, unknown>;

/** Most mails under way that are asked about one by one. */
const mostAsked = 20;

/**
 * Renews a thread on screen after too much was missed to be replayed, however many pages it holds: its newest page is fetched, and
 * of what stands above only mails that were still under way. Failures are only logged; the entries on screen stay.
 */
export async function renewThread(client: QueryClient, uuid: string): Promise<void> {
  const { queryKey } = conversationQueries.messages(uuid);
  try {
    const fresh = await fetchMessages(uuid, newestMessages);
    client.setQueryData<ThreadData>(queryKey, (thread) => thread && mergeNewest(thread, fresh));
    const thread = client.getQueryData(queryKey);
    const settled = new Set(fresh.results.map((message) => message.uuid));
    const open = (thread?.pages ?? [])
      .flatMap(({ results }) => results)
      .filter((message) => message.status === 'pending' && !settled.has(message.uuid))
      .slice(0, mostAsked);
    for (const message of open) {
      const params = { uuid, message_uuid: message.uuid };
      const answer = await api('messages.get', { params }).catch((error: unknown) => {
        // Taken back before it left.
        if (toApiError(error).status_code === 404) return null;
        throw error;
      });
      client.setQueryData<ThreadData>(queryKey, (now) => now && withMessage(now, message.uuid, answer));
    }
  } catch (error) {
    console.warn(error);
  }
}

/**
 * A thread with its newest page fetched anew. Where that page does not reach down to what is loaded, the thread stays what it is
 * and continues at its newer end: the reader's place does not move.
 */
export function mergeNewest(thread: ThreadData, fresh: MessagePage): ThreadData {
  const [first, ...rest] = thread.pages;
  const end = fresh.results.at(-1);
  if (!first || first.has_newer || !end) return thread;
  const known = thread.pages.flatMap(({ results }) => results);
  const renewed = new Set(fresh.results.map(({ uuid }) => uuid));
  const at = known.findIndex(({ uuid }) => uuid === end.uuid);
  if (at < 0) {
    const reaches = known.some(({ uuid }) => renewed.has(uuid));
    if (reaches || known.length === 0) return { pages: [fresh], pageParams: [newestMessages] };
    return { ...thread, pages: [{ ...first, has_newer: true }, ...rest] };
  }
  const older = new Set(known.slice(at + 1).map(({ uuid }) => uuid));
  const kept = (page: MessagePage) => page.results.filter(({ uuid }) => older.has(uuid));
  return {
    ...thread,
    pages: [
      { ...first, total: fresh.total, results: [...fresh.results, ...kept(first)] },
      ...rest.map((page) => ({ ...page, results: kept(page) })),
    ],
  };
}

function withMessage(thread: ThreadData, uuid: string, message: Message | null): ThreadData {
  const pages = thread.pages.map((page) => ({
    ...page,
    results: page.results.flatMap((each) => (each.uuid === uuid ? (message ?? []) : each)),
  }));
  return { ...thread, pages };
}
