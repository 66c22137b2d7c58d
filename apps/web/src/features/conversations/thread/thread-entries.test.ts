import type { Message } from '@bellhop/contract';
import { describe, expect, test } from 'vitest';
import type { MessagePage } from '../conversations.api.ts';
import { earlierCount, entriesOf, messagesOf } from './thread-entries.ts';

function message(uuid: string, minute: number, type: Message['type'] = 'incoming'): Message {
  return {
    uuid,
    conversation_id: 1,
    created_at: new Date(Date.UTC(2026, 2, 4, 9, minute)).toISOString(),
    updated_at: new Date(Date.UTC(2026, 2, 4, 9, minute)).toISOString(),
    type,
    status: 'received',
    private: type === 'activity',
    content: uuid,
    content_type: 'text',
    text_content: uuid,
    sender_id: 1,
    sender_type: 'contact',
    meta: {},
    attachments: [],
    delivery: null,
  };
}

function pages(...results: Message[][]) {
  const total = new Set(results.flat().map(({ uuid }) => uuid)).size;
  return {
    pages: results.map(
      (one, index): MessagePage => ({ results: one, total: total + 4, per_page: 30, total_pages: 2, page: index + 1 }),
    ),
    pageParams: results.map((_, index) => ({ page: index + 1 })),
  };
}

describe('the thread', () => {
  test('stands oldest first, without doubles of overlapping pages', () => {
    const data = pages([message('d', 4), message('c', 3)], [message('c', 3), message('b', 2), message('a', 1)]);
    expect(messagesOf(data).map(({ uuid }) => uuid)).toEqual(['a', 'b', 'c', 'd']);
    expect(earlierCount(data)).toBe(4);
  });

  test('keeps the order of the server within one moment', () => {
    const data = pages([message('c', 1), message('b', 1)], [message('a', 1)]);
    expect(messagesOf(data).map(({ uuid }) => uuid)).toEqual(['a', 'b', 'c']);
  });

  test('joins activities that follow each other', () => {
    const all = [
      message('a', 1),
      message('x', 2, 'activity'),
      message('y', 3, 'activity'),
      message('b', 4),
      message('z', 5, 'activity'),
    ];
    const entries = entriesOf(all).map((entry) =>
      entry.kind === 'events' ? entry.events.map(({ uuid }) => uuid) : entry.message.uuid,
    );
    expect(entries).toEqual(['a', ['x', 'y'], 'b', ['z']]);
  });

  test('names a run alike when it grows at its end, and when older activities are loaded', () => {
    const [a, x, y, z] = [message('a', 2), ...['x', 'y', 'z'].map((name, at) => message(name, at + 3, 'activity'))];
    const keys = (...all: Message[]) => entriesOf(all).map(({ key }) => key);
    expect(keys(a!, x!, y!)).toEqual(keys(a!, x!, y!, z!));
    const old = message('old', 1, 'activity');
    expect(keys(old, x!, a!).at(0)).toBe(keys(x!, a!).at(0));
  });
});
