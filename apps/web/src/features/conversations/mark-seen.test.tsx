// @vitest-environment jsdom
import type { Agent, Conversation } from '@bellhop/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setCurrentAgent } from '../../lib/session.ts';
import { conversationQueries } from './conversations.api.ts';
import { isReading, useMarkSeen } from './mark-seen.ts';

let root: Root;
let client: QueryClient;
let seen: string[];

function Page({ uuid }: { uuid: string | undefined }) {
  useMarkSeen(uuid);
  return null;
}
const open = (uuid: string | undefined) =>
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <Page uuid={uuid} />
      </QueryClientProvider>,
    ),
  );
const unread = () => client.getQueryData(conversationQueries.detail('u1').queryKey)?.unread_message_count;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  seen = [];
  vi.stubGlobal('fetch', async (url: string) => {
    seen.push(url);
    return new Response('{"status":"success","data":true}');
  });
  setCurrentAgent({ id: 7 } as Agent);
  client = new QueryClient();
  const conversation = { id: 1, uuid: 'u1', unread_message_count: 4 } as Conversation;
  client.setQueryData(conversationQueries.detail('u1').queryKey, conversation);
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
  client.clear();
});

it('three seconds after it was opened a conversation is read, and not a moment before', async () => {
  open('u1');
  // Mail that comes meanwhile, or a tab that comes to the front, does not shorten the time.
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(2_999);
  expect([isReading('u1'), unread(), seen]).toEqual([false, 4, []]);
  await vi.advanceTimersByTimeAsync(1);
  expect([isReading('u1'), unread(), seen]).toEqual([true, 0, ['/api/v1/conversations/u1/last-seen']]);
});

it('leaving earlier leaves it unread', async () => {
  open('u1');
  await vi.advanceTimersByTimeAsync(2_999);
  open('u2');
  await vi.advanceTimersByTimeAsync(2_999);
  expect([unread(), seen]).toEqual([4, []]);
});
