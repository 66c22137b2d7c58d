// @vitest-environment jsdom
import type { Conversation } from '@bellhop/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { conversationQueries } from './conversations.api.ts';
import { applyConversationProp, applyConversationTags, patchConversation } from './conversations.cache.ts';
import { beginChange, endChange, inTurn } from './pending-changes.ts';

let client: QueryClient;
const { queryKey } = conversationQueries.detail('u1');
const shown = () => client.getQueryData(queryKey);

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(queryKey, { uuid: 'u1', status: 'Open', priority: null, tags: [] } as unknown as Conversation);
});
afterEach(() => client.clear());

function change(patch: Partial<Conversation>) {
  const pending = beginChange('u1', patch, patchConversation(client, 'u1', patch));
  return {
    succeed: () => endChange('u1', pending, 'kept'),
    refuse: () => endChange('u1', pending, 'refused'),
  };
}

const tell = (...tags: string[]) => applyConversationTags(client, { uuid: 'u1', tags });

it("does not undo a second change by the first one's frame", () => {
  const first = change({ tags: ['refund'] });
  const second = change({ tags: ['refund', 'lamp'] });
  tell('refund');
  expect(shown()?.tags).toEqual(['refund', 'lamp']);
  first.succeed();
  tell('lamp', 'refund');
  second.succeed();
  tell('urgent');
  expect(shown()?.tags).toEqual(['urgent']);
});

it("shows at once what somebody else makes of it after one's own frame", () => {
  const own = change({ priority: 'High' });
  applyConversationProp(client, { uuid: 'u1', prop: 'priority', value: 'High' });
  applyConversationProp(client, { uuid: 'u1', prop: 'priority', value: 'Low' });
  expect(shown()?.priority).toBe('Low');
  own.succeed();
  expect(shown()?.priority).toBe('Low');
});

it("shows another agent's change when one's own is refused, or had nothing to change", () => {
  const refused = change({ tags: ['refund'] });
  tell('urgent');
  expect(shown()?.tags).toEqual(['refund']);
  refused.refuse();
  expect(shown()?.tags).toEqual(['urgent']);

  const idle = change({ tags: ['urgent'] });
  tell('lamp');
  idle.succeed();
  expect(shown()?.tags).toEqual(['lamp']);
});

it('of changes that are all refused nothing stays on screen', () => {
  const first = change({ tags: ['refund'] });
  const second = change({ tags: ['refund', 'lamp'] });
  first.refuse();
  second.refuse();
  expect(shown()?.tags).toEqual([]);
});

it('a refused change takes nothing away from a later one, and what only it has set is taken back', () => {
  const first = change({ tags: ['refund'] });
  const other = change({ priority: 'High' });
  const second = change({ tags: ['refund', 'lamp'] });
  first.refuse();
  other.refuse();
  second.succeed();
  expect(shown()).toMatchObject({ tags: ['refund', 'lamp'], priority: null });
});

it("an earlier change's frame is shown when the later change is refused", () => {
  const first = change({ tags: ['refund'] });
  const second = change({ tags: ['refund', 'lamp'] });
  tell('refund', 'new');
  tell('refund');
  first.succeed();
  second.refuse();
  expect(shown()?.tags).toEqual(['refund']);
});

it('holds back nothing but what was changed', () => {
  const own = change({ tags: ['refund'] });
  applyConversationProp(client, { uuid: 'u1', prop: 'priority', value: 'High' });
  expect(shown()).toMatchObject({ priority: 'High', tags: ['refund'] });
  own.succeed();
});

it('makes the calls for one conversation one after the other, also after a failure, and lets others pass', async () => {
  const order: string[] = [];
  let fail = () => {};
  const first = inTurn('u1', () => new Promise<void>((_, reject) => (fail = () => reject(new Error('away')))));
  const second = inTurn('u1', async () => void order.push('second'));
  await inTurn('u2', async () => void order.push('other'));
  expect(order).toEqual(['other']);
  fail();
  await expect(first).rejects.toThrow('away');
  await second;
  expect(order).toEqual(['other', 'second']);
});
