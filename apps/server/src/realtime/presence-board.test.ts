import { presenceExpiryMs } from '@bellhop/contract';
import { expect, test } from 'vitest';
import { createPresenceBoard } from './presence-board.ts';

const uuid = 'c1';

test('of several tabs and processes the strongest counts, and the weaker remains when it ends', () => {
  const board = createPresenceBoard();
  board.note('p1', [{ uuid, agent_id: 2, state: 'viewing' }], 0);
  expect(board.note('p2', [{ uuid, agent_id: 2, state: 'replying' }], 0)).toEqual(new Set([uuid]));
  expect(board.read(uuid)).toEqual([{ id: 2, state: 'replying' }]);
  // The other tab goes idle: nobody needs to hear of it.
  expect(board.note('p1', [{ uuid, agent_id: 2, state: 'idle' }], 0)).toEqual(new Set());
  expect(board.note('p2', [{ uuid, agent_id: 2, state: null }], 0)).toEqual(new Set([uuid]));
  expect(board.read(uuid)).toEqual([{ id: 2, state: 'idle' }]);
});

test('what is repeated stays and is no news; what is not is forgotten in time', () => {
  const board = createPresenceBoard();
  board.note('p1', [{ uuid, agent_id: 2, state: 'viewing' }], 0);
  board.note('p1', [{ uuid, agent_id: 1, state: 'noting' }], 1);
  expect(board.note('p1', [{ uuid, agent_id: 1, state: 'noting' }], 5_000)).toEqual(new Set());
  expect(board.expire(presenceExpiryMs - 1)).toEqual(new Set());
  expect(board.expire(presenceExpiryMs)).toEqual(new Set([uuid]));
  expect(board.read(uuid)).toEqual([{ id: 1, state: 'noting' }]);
  expect(board.expire(presenceExpiryMs + 5_000)).toEqual(new Set([uuid]));
  expect(board.read(uuid)).toEqual([]);
});
