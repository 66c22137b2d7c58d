// @vitest-environment jsdom
import type { Agent, Conversation, ConversationCounts, ConversationListItem } from '@bellhop/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setCurrentAgent } from '../../lib/session.ts';
import { changeMany, statusChange, tagChange } from './bulk-changes.ts';
import { conversationQueries, type ListPage, type ListParams } from './conversations.api.ts';
import { onOwnChange, patchConversations } from './list-cache.ts';

const me = 7;
const open: ListParams = { scope: { kind: 'assigned' }, status: 'Open', sort: 'newest' };
const view: ListParams = { scope: { kind: 'view', view_id: 3 }, status: null, sort: 'newest' };
let client: QueryClient;

const conversation = (id: number, more: Partial<Conversation> = {}) =>
  ({
    id,
    uuid: `u${id}`,
    status: 'Open',
    subject: 'Old',
    assigned_user_id: me,
    assigned_team_id: null,
    last_message_at: `2026-11-12T10:0${id}:00Z`,
    tags: [],
    ...more,
  }) as unknown as Conversation;

function put(params: ListParams, ...rows: ConversationListItem[]) {
  const page: ListPage = { results: rows, total: rows.length, per_page: 50, total_pages: 1, page: 1 };
  client.setQueryData(conversationQueries.list(params).queryKey, { pages: [page], pageParams: [{ page: 1 }] });
}

const page = (params: ListParams) => client.getQueryData(conversationQueries.list(params).queryKey)!.pages[0]!;
const uuids = (params: ListParams) =>
  page(params)
    .results.map(({ uuid }) => uuid)
    .sort();
const counts = () => client.getQueryData(conversationQueries.counts().queryKey)!;

beforeEach(() => {
  setCurrentAgent({ id: me } as Agent);
  client = new QueryClient();
  const given: ConversationCounts = { assigned: { Open: 3, Resolved: 0 }, teams: {} };
  client.setQueryData(conversationQueries.counts().queryKey, given);
});
afterEach(() => {
  vi.unstubAllGlobals();
  client.clear();
});

it('changes many rows at once, and the counts with them', () => {
  put(open, conversation(1), conversation(2), conversation(3));
  put(view, conversation(1), conversation(2));
  const heard: string[][] = [];
  const stop = onOwnChange((changes) => heard.push(changes.map(({ before }) => before.uuid)));
  patchConversations(client, ['u1', 'u3'], () => ({ status: 'Resolved' }));
  stop();
  expect(uuids(open)).toEqual(['u2']);
  expect(page(open).total).toBe(1);
  // What belongs to a view the server says.
  expect(uuids(view)).toEqual(['u1', 'u2']);
  expect(counts().assigned).toEqual({ Open: 1, Resolved: 2 });
  expect(heard).toEqual([['u1', 'u3']]);
});

it('takes back what was refused and leaves the rest, and what came meanwhile, alone', () => {
  put(open, conversation(1), conversation(2), conversation(3));
  client.setQueryData(conversationQueries.detail('u1').queryKey, conversation(1, { custom_attributes: { plan: 'a' } }));
  const takeBack = patchConversations(client, ['u1', 'u3'], () => ({ status: 'Resolved' }));
  client.setQueryData(conversationQueries.detail('u1').queryKey, (now) => now && { ...now, subject: 'New' });
  takeBack(['u1']);
  expect(uuids(open)).toEqual(['u1', 'u2']);
  expect(page(open).total).toBe(2);
  expect(counts().assigned).toEqual({ Open: 2, Resolved: 1 });
  expect(client.getQueryData(conversationQueries.detail('u1').queryKey)).toMatchObject({
    status: 'Open',
    subject: 'New',
    custom_attributes: { plan: 'a' },
  });
});

it('a bulk change goes in calls of a hundred and says what failed and why, each reason once', async () => {
  const rows = Array.from({ length: 150 }, (_, index) => conversation(index + 1, { last_message_at: null }));
  put(open, ...rows);
  const calls: { uuids: string[]; action: unknown }[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const call = JSON.parse(body) as { uuids: string[]; action: unknown };
    calls.push(call);
    const failed = call.uuids
      .filter((uuid) => ['u5', 'u120', 'u130'].includes(uuid))
      .map((uuid) => ({ uuid, error_type: 'InputException', message: 'Nobody has it' }));
    return new Response(JSON.stringify({ status: 'success', data: { done: [], failed } }));
  });
  const failure = await changeMany(
    client,
    rows.map(({ uuid }) => uuid),
    statusChange('Resolved'),
  );
  expect(calls.map((call) => call.uuids.length)).toEqual([100, 50]);
  expect(calls[0]?.action).toEqual({ type: 'set_status', status: 'Resolved' });
  expect(failure).toEqual({ uuids: ['u5', 'u120', 'u130'], reasons: ['Nobody has it'] });
  expect(uuids(open)).toEqual(['u120', 'u130', 'u5']);
});

it('adds and removes one tag, whatever else a row has', () => {
  const row = conversation(1, { tags: ['a', 'b'] });
  expect(tagChange('add_tags', 'c').patch(row)).toEqual({ tags: ['a', 'b', 'c'] });
  expect(tagChange('add_tags', 'b').patch(row)).toEqual({ tags: ['a', 'b'] });
  expect(tagChange('remove_tags', 'a').patch(row)).toEqual({ tags: ['b'] });
});
