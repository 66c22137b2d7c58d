import type { Message } from '@bellhop/contract';
import { describe, expect, test } from 'vitest';
import type { MessagePage } from '../conversations.api.ts';
import { earlierCount, entriesOf, entryWith, messagesOf } from './thread-entries.ts';

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
      (one, index): MessagePage => ({
        results: one,
        total: total + 4,
        per_page: 30,
        total_pages: 2,
        page: index + 1,
        has_older: true,
        has_newer: false,
      }),
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
    expect(shapeOf(all)).toEqual(['2026-03-04', 'a', ['x', 'y'], 'b', ['z']]);
  });

  test('begins each calendar day with a line, also within a run of activities', () => {
    const day = 24 * 60;
    const all = [
      message('a', 1),
      message('x', 2, 'activity'),
      message('y', 2 + day, 'activity'),
      message('b', 3 + day),
    ];
    expect(shapeOf(all)).toEqual(['2026-03-04', 'a', ['x'], '2026-03-05', ['y'], 'b']);
  });

  test('names a run alike when it grows at its end, and the first one when older activities are loaded', () => {
    const [a, x, y, z] = [message('a', 2), ...['x', 'y', 'z'].map((name, at) => message(name, at + 3, 'activity'))];
    const keys = (...all: Message[]) => entriesOf(all).map(({ key }) => key);
    expect(keys(a!, x!, y!)).toEqual(keys(a!, x!, y!, z!));
    const old = message('old', 1, 'activity');
    const begun = (...all: Message[]) => entriesOf(all, { hasOlder: true })[1]?.key;
    expect(begun(old, x!, a!)).toBe(begun(x!, a!));
  });

  test('finds the entry in which a message stands', () => {
    const entries = entriesOf([message('a', 1), message('x', 2, 'activity'), message('y', 3, 'activity')]);
    expect(entryWith(entries, 'a')?.key).toBe('a');
    expect(entryWith(entries, 'y')?.key).toBe('x');
    expect(entryWith(entries, 'z')).toBeUndefined();
  });
});

/** Days by their date, letters by their uuid, runs by those of their activities. */
function shapeOf(messages: readonly Message[]) {
  return entriesOf(messages).map((entry) => {
    if (entry.kind === 'day') return entry.at.slice(0, 10);
    return entry.kind === 'events' ? entry.events.map(({ uuid }) => uuid) : entry.message.uuid;
  });
}
