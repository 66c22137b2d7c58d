import { expect, it } from 'vitest';
import type { PaletteEntry } from './entry.ts';
import { rankEntries } from './rank-entries.ts';

const entry = (id: string, label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id,
  label,
  group: 'conversation',
  icon: null,
  to: '',
  ...more,
});
const entries = [
  entry('snooze', 'Snooze…'),
  entry('resolve', 'Resolve'),
  entry('agent', 'Assign to agent…'),
  entry('macro.1', 'Apply macro: Refund sent, with thanks', { isDeep: true }),
  entry('tag.éclair', 'Add tag: éclair', { isDeep: true }),
  entry('unassigned', 'Unassigned', { group: 'go' }),
  entry('theme', 'Dark theme', { group: 'desk', also: 'Dark or light' }),
];
const ids = (query: string, recents: string[] = []) => rankEntries(entries, query, recents).map(({ id }) => id);

it('shows the commands in their order, single values only when they are typed for', () => {
  expect(ids('')).toEqual(['snooze', 'resolve', 'agent', 'unassigned', 'theme']);
  expect(ids('refund')).toEqual(['macro.1']);
});

it('puts what was used last first, once', () => {
  expect(
    rankEntries(entries, '', ['theme', 'macro.1', 'gone'])
      .map(({ id, group }) => [id, group])
      .slice(0, 3),
  ).toEqual([
    ['theme', 'recent'],
    ['macro.1', 'recent'],
    ['snooze', 'conversation'],
  ]);
  expect(ids('', ['theme']).filter((id) => id === 'theme')).toHaveLength(1);
});

it('finds by beginnings of words, by other words for it, without accents', () => {
  expect(ids('res')[0]).toBe('resolve');
  expect(ids('light')).toEqual(['theme']);
  expect(ids('eclair')).toEqual(['tag.éclair']);
  expect(ids('xyzzy')).toEqual([]);
});

it('marks what was found', () => {
  const [found] = rankEntries(entries, 'res', []);
  expect(found!.marks.map((at) => found!.label[at]).join('')).toBe('Res');
});

it('keeps groups together', () => {
  const groups = rankEntries(entries, 'a', []).map(({ group }) => group);
  expect(groups.filter((group, at) => group !== groups[at - 1])).toHaveLength(new Set(groups).size);
});

it('leaves a level of choices in its order', () => {
  const choices = [entry('agent.1', 'Ana', { group: 'choice' }), entry('agent.2', 'Bo', { group: 'choice' })];
  expect(rankEntries(choices, '', ['agent.2']).map(({ id }) => id)).toEqual(['agent.1', 'agent.2']);
});
