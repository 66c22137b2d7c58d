import type { QueryClient } from '@tanstack/react-query';
import { conversationQueries, fetchMessages, newestMessages, type ThreadPlace } from '../conversations.api.ts';

/** Pages of a thread that stay when it is left: enough to stand again at once, few enough to be drawn at once. */
const pagesKept = 2;

/**
 * A thread is left. Of one that somebody has scrolled far up the older pages are forgotten, one that was entered in its middle
 * altogether: next time it stands at its end.
 */
export function leaveThread(client: QueryClient, uuid: string): void {
  const { queryKey } = conversationQueries.messages(uuid);
  const thread = client.getQueryData(queryKey);
  if (thread?.pages[0]?.has_newer) {
    // Once nobody looks at it any more.
    queueMicrotask(() => client.removeQueries({ queryKey, exact: true, type: 'inactive' }));
  } else if (thread && thread.pages.length > pagesKept) {
    client.setQueryData(queryKey, {
      pages: thread.pages.slice(0, pagesKept),
      pageParams: thread.pageParams.slice(0, pagesKept),
    });
  }
}

/** Puts the page that holds a message in the thread's place. Throws ApiError, message.not_found among them. */
export function toMessage(client: QueryClient, uuid: string, messageUuid: string): Promise<void> {
  return replacePages(client, uuid, { around: messageUuid });
}

/** Puts the newest page in the place of a thread that was entered in its middle. Throws ApiError. */
export function toNewest(client: QueryClient, uuid: string): Promise<void> {
  return replacePages(client, uuid, newestMessages);
}

async function replacePages(client: QueryClient, uuid: string, place: ThreadPlace): Promise<void> {
  const { queryKey } = conversationQueries.messages(uuid);
  const page = await fetchMessages(uuid, place);
  // A page that is still under way belongs to what is being replaced.
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, { pages: [page], pageParams: [place] });
}
