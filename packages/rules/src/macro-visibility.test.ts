import type { Macro, MacroAction } from '@bellhop/contract';
import { describe, expect, test } from 'vitest';
import { isMacroFor, type MacroViewer, offeredMacros } from './macro-visibility.ts';

const viewer: MacroViewer = {
  id: 7,
  team_ids: [2, 3],
  permissions: new Set(['conversations:update_tags', 'conversations:update_status']),
};
const macro = (over: Partial<Macro> = {}): Macro => ({
  id: 1,
  created_at: '2025-07-01T08:00:00Z',
  updated_at: '2025-07-01T08:00:00Z',
  name: 'Refund',
  message_content: '<p>Done</p>',
  visible_when: ['replying'],
  visibility: 'all',
  user_id: null,
  team_id: null,
  usage_count: 0,
  actions: [],
  ...over,
});
const tag: MacroAction = { type: 'add_tags', value: ['refund'], display_value: [] };
const team: MacroAction = { type: 'assign_team', value: ['2'], display_value: ['Orders'] };

describe('who a macro is for', () => {
  test.each([
    [{ visibility: 'all', team_id: null, user_id: null }, true],
    [{ visibility: 'team', team_id: '2', user_id: null }, true],
    [{ visibility: 'team', team_id: 3, user_id: null }, true],
    [{ visibility: 'team', team_id: '4', user_id: null }, false],
    [{ visibility: 'team', team_id: null, user_id: null }, false],
    [{ visibility: 'user', team_id: null, user_id: '7' }, true],
    [{ visibility: 'user', team_id: null, user_id: '8' }, false],
    [{ visibility: 'user', team_id: null, user_id: null }, false],
    // An id that the visibility does not ask for opens nothing.
    [{ visibility: 'team', team_id: '4', user_id: '7' }, false],
    [{ visibility: 'user', team_id: '2', user_id: '8' }, false],
  ])('%j: %s', (owner, expected) => {
    expect(isMacroFor(viewer, owner)).toBe(expected);
  });
});

describe('what is offered', () => {
  const offered = (one: Macro) => offeredMacros(viewer, [one], 'replying');

  test('only at its occasions, always when it names none', () => {
    expect(offered(macro())).toHaveLength(1);
    expect(offered(macro({ visible_when: ['adding_private_note'] }))).toEqual([]);
    expect(offered(macro({ visible_when: [] }))).toHaveLength(1);
  });

  test('without the actions that the agent may not perform', () => {
    expect(offered(macro({ actions: [team, tag] }))[0]!.actions).toEqual([tag]);
  });

  test('not when neither action nor message is left', () => {
    expect(offered(macro({ actions: [team], message_content: '' }))).toEqual([]);
    expect(offered(macro({ actions: [team, tag], message_content: '' }))).toHaveLength(1);
    expect(offered(macro({ actions: [team] }))[0]!.actions).toEqual([]);
  });

  test('not when it is for others', () => {
    expect(offered(macro({ visibility: 'user', user_id: '8' }))).toEqual([]);
  });
});
