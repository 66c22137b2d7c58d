import type { QueryClient } from '@tanstack/react-query';
import { conversationQueries } from '../conversations.api.ts';

/** Pages of a thread that stay when it is left: enough to stand again at once, few enough to be drawn at once. */
const pagesKept = 2;

/** Forgets the older pages of a thread that somebody has scrolled far up; they are fetched again on demand. */
export function cutThread(client: QueryClient, uuid: string): void {
  client.setQueryData(conversationQueries.messages(uuid).queryKey, (thread) =>
    thread && thread.pages.length > pagesKept
      ? { pages: thread.pages.slice(0, pagesKept), pageParams: thread.pageParams.slice(0, pagesKept) }
      : thread,
  );
}
