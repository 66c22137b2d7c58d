import { hashKey, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { announceMail } from './announce-mail.ts';
import {
  conversationQueries,
  fetchListPage,
  firstPage,
  type ListParams,
  nextPage,
  type PageParam,
} from './conversations.api.ts';
import { hasRow, isWhole, mergeFirstPage, mergePage, rowsOf, settleRows, withCounted } from './list-rows.ts';

/** On a busy desk every agent hears of every mail: lists are fetched at most this often, counts more rarely. */
const listPaceMs = 2_000;
const countPaceMs = 5_000;
/** A change arrives in several frames; the server is asked once about all of them. */
const viewDelayMs = 200;
const viewPaceMs = 1_000;
/** Most conversations of one question, and most rows of one page (contract). */
const mostAsked = 100;
const largestPage = 100;

const waiting = new Map<string, { isAgain: boolean }>();
const unsettled = new Map<string, Set<string>>();

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

/**
 * Asks the server whether a changed conversation is in the list of a view, and lets it enter or leave: only the
 * server decides. Many questions become one.
 */
export function settleInView(client: QueryClient, params: ListParams, uuid: string): void {
  if (params.scope.kind !== 'view') return;
  const { view_id } = params.scope;
  const { queryKey } = conversationQueries.list(params);
  const key = `view ${hashKey(queryKey)}`;
  const open = unsettled.get(key) ?? new Set();
  unsettled.set(key, open.add(uuid));
  const ask = async () => {
    const before = client.getQueryData(queryKey);
    const isInPart = before !== undefined && !isWhole(before);
    while (open.size > 0) {
      const asked = new Set([...open].slice(0, mostAsked));
      for (const one of asked) open.delete(one);
      const query = { uuids: [...asked].join(',') };
      const found = await api('views.matching', { params: { id: view_id }, query }).catch((error: unknown) => {
        // Asked again with the next change.
        for (const one of asked) open.add(one);
        throw error;
      });
      client.setQueryData(queryKey, (data) => data && settleRows(data, asked, found, params.sort));
    }
    if (isInPart) recount(client, params);
  };
  paced(key, viewPaceMs, ask, viewDelayMs);
}

/** Counts a view anew that is not loaded to its end: what entered or left its other part shows in no row. A capped total tells too little. */
function recount(client: QueryClient, params: ListParams): void {
  const { queryKey } = conversationQueries.list(params);
  paced(`total ${hashKey(queryKey)}`, countPaceMs, async () => {
    const [first] = client.getQueryData(queryKey)?.pages ?? [];
    if (!first || first.total_capped) return;
    const counted = await fetchListPage(params, firstPage, undefined, 1);
    client.setQueryData(queryKey, (now) => now && withCounted(now, counted));
  });
}

/**
 * Fetches every loaded part of a list anew, one page after the other, while its rows stay on screen: after too much was
 * missed to be replayed. Failures are only logged.
 */
export async function renewList(client: QueryClient, params: ListParams): Promise<void> {
  const { queryKey } = conversationQueries.list(params);
  const loaded = client.getQueryData(queryKey);
  let open = loaded ? rowsOf(loaded, params.sort).length : 0;
  let place: PageParam | undefined = firstPage;
  let after: ReturnType<typeof rowsOf>[number] | undefined;
  try {
    while (place && open > 0) {
      const fresh = await fetchListPage(params, place, undefined, largestPage);
      const next = nextPage(fresh, undefined, place);
      const known = after;
      client.setQueryData(
        queryKey,
        (data) => data && mergePage(data, fresh, params.sort, { after: known, isLast: !next }),
      );
      open -= fresh.results.length;
      after = fresh.results.at(-1) ?? after;
      place = next;
    }
  } catch (error) {
    console.warn(error);
  }
}

/** Counts the conversations of the lists anew. */
export function refreshCounts(client: QueryClient): void {
  paced('counts', countPaceMs, () => client.invalidateQueries({ queryKey: conversationQueries.counts().queryKey }));
}

function paced(key: string, paceMs: number, task: () => Promise<unknown>, delayMs = 0): void {
  const running = waiting.get(key);
  if (running) {
    running.isAgain = true;
    return;
  }
  const state = { isAgain: false };
  waiting.set(key, state);
  const run = () => {
    // What came while it waited is done with it.
    state.isAgain = false;
    task().catch((error: unknown) => console.warn(error));
    setTimeout(() => {
      waiting.delete(key);
      if (state.isAgain) paced(key, paceMs, task, delayMs);
    }, paceMs);
  };
  if (delayMs > 0) setTimeout(run, delayMs);
  else run();
}
