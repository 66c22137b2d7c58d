// @vitest-environment jsdom
import type { Agent, Message } from '@bellhop/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setCurrentAgent } from '../../lib/session.ts';
import { conversationQueries, type MessagePage, prefetchConversation } from './conversations.api.ts';
import { trimThreads } from './conversations.cache.ts';

let client: QueryClient;
const page = { results: [] as Message[], total: 0, per_page: 30, total_pages: 0, page: 1 } as MessagePage;
const loaded = () =>
  client
    .getQueryCache()
    .findAll({ queryKey: ['conversations', 'messages'] })
    .map(({ queryKey }) => queryKey[2]);
const open = (uuid: string, updatedAt: number) =>
  client.setQueryData(conversationQueries.messages(uuid).queryKey, { pages: [page], pageParams: [{}] }, { updatedAt });

beforeEach(() => {
  setCurrentAgent({ id: 7, permissions: ['messages:read'] } as Agent);
  client = new QueryClient();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});
afterEach(() => {
  vi.unstubAllGlobals();
  client.clear();
});

it('what is being fetched ahead stays', () => {
  for (let n = 1; n <= 100; n += 1) open(`u${n}`, n);
  for (const uuid of ['next1', 'next2', 'next3']) prefetchConversation(client, uuid);
  trimThreads(client);
  expect(loaded()).toEqual(expect.arrayContaining(['next1', 'next2', 'next3', 'u100']));
  expect(loaded()).not.toContain('u1');
  expect(loaded()).toHaveLength(100);
});

it('what was read last stays, whenever it was fetched', () => {
  for (let n = 1; n <= 101; n += 1) open(`u${n}`, n);
  trimThreads(client, 'u1');
  expect(loaded()).toContain('u1');
  expect(loaded()).not.toContain('u2');
  expect(loaded()).toHaveLength(100);
});
