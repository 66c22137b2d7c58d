// @vitest-environment jsdom
import type { Agent, ConversationListItem } from '@bellhop/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setCurrentAgent } from '../../lib/session.ts';
import { conversationQueries, type ListPage, type ListParams } from './conversations.api.ts';
import { settleInView } from './list-refresh.ts';

let client: QueryClient;
let asked: string[];
let inView: ConversationListItem[];
let viewId = 0;

const row = (id: number) =>
  ({ id, uuid: `u${id}`, status: 'Open', last_message_at: `2026-11-12T10:0${id}:00Z` }) as ConversationListItem;

/** A list of its own for each test: what is asked for one is paced. */
function put(total: number, ...rows: ConversationListItem[]): ListParams {
  viewId += 1;
  const params: ListParams = { scope: { kind: 'view', view_id: viewId }, status: null, sort: 'newest' };
  const page: ListPage = { results: rows, total, per_page: 50, total_pages: 1, page: 1 };
  client.setQueryData(conversationQueries.list(params).queryKey, { pages: [page], pageParams: [{ page: 1 }] });
  return params;
}
const shown = (params: ListParams) => client.getQueryData(conversationQueries.list(params).queryKey)!.pages[0]!;

beforeEach(() => {
  vi.useFakeTimers();
  setCurrentAgent({ id: 7 } as Agent);
  client = new QueryClient();
  asked = [];
  inView = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const data = url.includes('/conversations?')
      ? { results: [row(9)], total: 298, per_page: 1, total_pages: 298, page: 1 }
      : inView;
    return new Response(JSON.stringify({ status: 'success', data }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  client.clear();
});

it('a view that is loaded in part is counted anew once one of its conversations has changed', async () => {
  const params = put(300, row(9), row(8));
  settleInView(client, params, 'u9');
  await vi.advanceTimersByTimeAsync(400);
  expect(shown(params).results.map(({ uuid }) => uuid)).toEqual(['u8']);
  expect(shown(params).total).toBe(298);
  expect(asked.filter((url) => url.includes('page_size=1&'))).toHaveLength(1);
});

it('also when what enters makes as many rows as it was known to have', async () => {
  const params = put(3, row(8), row(7));
  inView = [row(9)];
  settleInView(client, params, 'u9');
  await vi.advanceTimersByTimeAsync(400);
  expect(shown(params).results.map(({ uuid }) => uuid)).toEqual(['u9', 'u8', 'u7']);
  expect(shown(params).total).toBe(298);
});

it('one that is loaded to its end counts its rows', async () => {
  const params = put(2, row(9), row(8));
  settleInView(client, params, 'u9');
  await vi.advanceTimersByTimeAsync(400);
  expect(shown(params).total).toBe(1);
  expect(asked).toHaveLength(1);
});
