// @vitest-environment jsdom
import type { Agent, Conversation, ConversationListItem, FrameData, Message } from '@bellhop/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentAgent } from '../../lib/session.ts';
import { conversationQueries, type ListPage, type ListParams } from './conversations.api.ts';
import {
  applyConversationProp,
  applyConversationTags,
  applyMessageProp,
  applyNewMessage,
  patchConversation,
  putMessage,
} from './conversations.cache.ts';

const me = 7;
const mine: ListParams = { scope: { kind: 'assigned' }, status: 'Open', sort: 'newest' };
const all: ListParams = { scope: { kind: 'all' }, status: null, sort: 'newest' };
let client: QueryClient;
let asked: string[];

const conversation = (id: number, more: Partial<Conversation> = {}) =>
  ({
    id,
    uuid: `u${id}`,
    status: 'Open',
    assigned_user_id: me,
    assigned_team_id: null,
    last_message: 'old',
    last_message_at: '2026-11-12T10:00:00Z',
    unread_message_count: 0,
    tags: [],
    ...more,
  }) as unknown as Conversation;

function put(params: ListParams, ...rows: ConversationListItem[]) {
  const page: ListPage = { results: rows, total: rows.length, per_page: 50, total_pages: 1, page: 1 };
  client.setQueryData(conversationQueries.list(params).queryKey, { pages: [page], pageParams: [{ page: 1 }] });
}

const rows = (params: ListParams) => client.getQueryData(conversationQueries.list(params).queryKey)!.pages[0]!.results;
const detail = (uuid: string) => client.getQueryData(conversationQueries.detail(uuid).queryKey);

function message(more: Partial<FrameData<'new_message'>> = {}): FrameData<'new_message'> {
  const fields = {
    conversation_uuid: 'u1',
    uuid: 'm9',
    content: 'new',
    created_at: '2026-11-12T11:00:00Z',
    private: false,
  };
  return { ...fields, type: 'incoming', sender_type: 'contact', sender_id: 40, ...more } as FrameData<'new_message'>;
}

beforeEach(() => {
  setCurrentAgent({ id: me } as Agent);
  client = new QueryClient();
  asked = [];
  // The network, with a server that has nothing to say.
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('{"status":"success","data":{"results":[],"total":0}}');
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  client.clear();
});

describe('new_message', () => {
  it('renews row and detail, and counts incoming mail as unread up to 10', () => {
    put(mine, conversation(1, { unread_message_count: 9 }));
    client.setQueryData(conversationQueries.detail('u1').queryKey, conversation(1));
    applyNewMessage(client, message());
    applyNewMessage(client, message({ uuid: 'm10' }));
    expect(rows(mine)[0]).toMatchObject({
      last_message: 'new',
      last_message_sender: 'contact',
      unread_message_count: 10,
    });
    expect(detail('u1')).toMatchObject({ last_message_at: '2026-11-12T11:00:00Z' });
  });

  it('counts notes of others, but neither replies nor what I wrote', () => {
    put(mine, conversation(1));
    const note = { type: 'outgoing', private: true, sender_type: 'agent' } as const;
    applyNewMessage(client, message({ ...note, sender_id: me }));
    applyNewMessage(client, message({ ...note, private: false, sender_id: 8 }));
    expect(rows(mine)[0]?.unread_message_count).toBe(0);
    applyNewMessage(client, message({ ...note, sender_id: 8 }));
    expect(rows(mine)[0]?.unread_message_count).toBe(1);
  });

  it('leaves the summary alone when it is an activity entry', () => {
    put(mine, conversation(1));
    applyNewMessage(client, message({ type: 'activity', content: 'Ana took it' }));
    expect(rows(mine)[0]).toMatchObject({ last_message: 'old', unread_message_count: 0 });
  });

  it('fetches an entry only for a thread that is loaded', async () => {
    put(mine, conversation(1));
    applyNewMessage(client, message());
    expect(asked.filter((url) => url.includes('/messages/'))).toEqual([]);
    const page = {
      results: [],
      total: 0,
      per_page: 30,
      total_pages: 0,
      page: 1,
      has_older: false,
      has_newer: false,
    };
    client.setQueryData(conversationQueries.messages('u1').queryKey, { pages: [page], pageParams: [{ page: 1 }] });
    applyNewMessage(client, message());
    await vi.waitFor(() => expect(asked).toContain('/api/v1/conversations/u1/messages/m9'));
  });
});

describe('conversation_prop_update', () => {
  it('changes members by their path', () => {
    put(mine, conversation(1, { contact: { custom_attributes: {} } as Conversation['contact'] }));
    applyConversationProp(client, { uuid: 'u1', prop: 'priority_id', value: 3 });
    applyConversationProp(client, { uuid: 'u1', prop: 'contact.custom_attributes', value: { plan: 'studio' } });
    expect(rows(mine)[0]).toMatchObject({ priority_id: 3, contact: { custom_attributes: { plan: 'studio' } } });
  });

  it('takes the row from lists that it leaves, and keeps it in the others', () => {
    put(mine, conversation(1), conversation(2));
    put(all, conversation(1));
    applyConversationProp(client, { uuid: 'u1', prop: 'assigned_user_id', value: 8 });
    expect(rows(mine).map(({ uuid }) => uuid)).toEqual(['u2']);
    expect(rows(all)[0]?.assigned_user_id).toBe(8);
  });

  it('resets unread when I have read it in another tab', () => {
    put(mine, conversation(1, { unread_message_count: 4 }));
    applyConversationProp(client, { uuid: 'u1', prop: 'assignee_last_seen_at', value: '2026-11-12T11:00:00Z' });
    expect(rows(mine)[0]?.unread_message_count).toBe(0);
  });
});

it('conversation_tags_update replaces the tags', () => {
  put(all, conversation(1, { tags: ['a'] }));
  applyConversationTags(client, { uuid: 'u1', tags: ['b', 'c'] });
  expect(rows(all)[0]?.tags).toEqual(['b', 'c']);
});

it('message_prop_update changes the entry of a loaded thread, and puts answers there once', () => {
  const entry = { uuid: 'm1', status: 'pending' } as Message;
  const page = {
    results: [entry],
    total: 1,
    per_page: 30,
    total_pages: 1,
    page: 1,
    has_older: false,
    has_newer: false,
  };
  const { queryKey } = conversationQueries.messages('u1');
  client.setQueryData(queryKey, { pages: [page], pageParams: [{ page: 1 }] });
  applyMessageProp(client, { conversation_uuid: 'u1', uuid: 'm1', prop: 'status', value: 'sent' });
  putMessage(client, 'u1', { uuid: 'm2', status: 'pending' } as Message);
  putMessage(client, 'u1', { uuid: 'm2', status: 'sent' } as Message);
  const loaded = client.getQueryData(queryKey)!.pages[0]!;
  expect(loaded.results.map(({ uuid, status }) => [uuid, status])).toEqual([
    ['m2', 'sent'],
    ['m1', 'sent'],
  ]);
});

it('an optimistic change can be taken back', () => {
  put(mine, conversation(1), conversation(2));
  client.setQueryData(conversationQueries.detail('u1').queryKey, conversation(1));
  const undo = patchConversation(client, 'u1', { status: 'Resolved' });
  expect(rows(mine).map(({ uuid }) => uuid)).toEqual(['u2']);
  expect(detail('u1')?.status).toBe('Resolved');
  undo();
  expect(rows(mine).map(({ uuid }) => uuid)).toEqual(['u1', 'u2']);
  expect(detail('u1')?.status).toBe('Open');
});
