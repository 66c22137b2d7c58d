import { hashKey, type QueryClient } from '@tanstack/react-query';
import { announceMail } from './announce-mail.ts';
import { conversationQueries, fetchListPage, firstPage, type ListParams } from './conversations.api.ts';
import { hasRow, mergeFirstPage } from './list-rows.ts';

/** On a busy desk every agent hears of every mail: lists are fetched at most this often, counts more rarely. */
const listPaceMs = 2_000;
const countPaceMs = 10_000;

const waiting = new Map<string, { isAgain: boolean }>();

/**
 * Fetches the first page of a list and merges it into what is loaded: at once when nothing happened lately, else once
 * at the end of the pace. Failures are only logged; the rows on screen stay.
 */
export function refreshFirstPage(client: QueryClient, params: ListParams): void {
  const { queryKey } = conversationQueries.list(params);
  paced(hashKey(queryKey), listPaceMs, async () => {
    const fresh = await fetchListPage(params, firstPage);
    const before = client.getQueryData(queryKey);
    if (!before) return;
    client.setQueryData(queryKey, mergeFirstPage(before, fresh, params.sort));
    const arrived = fresh.results.find((row) => row.unread_message_count > 0 && !hasRow(before, row.uuid));
    if (arrived) announceMail(arrived);
  });
}

/** Counts the open conversations of the lists anew. */
export function refreshCounts(client: QueryClient): void {
  paced('counts', countPaceMs, () => client.invalidateQueries({ queryKey: ['conversations', 'count'] }));
}

function paced(key: string, paceMs: number, task: () => Promise<unknown>): void {
  const running = waiting.get(key);
  if (running) {
    running.isAgain = true;
    return;
  }
  const state = { isAgain: false };
  waiting.set(key, state);
  task().catch((error: unknown) => console.warn(error));
  setTimeout(() => {
    waiting.delete(key);
    if (state.isAgain) paced(key, paceMs, task);
  }, paceMs);
}
