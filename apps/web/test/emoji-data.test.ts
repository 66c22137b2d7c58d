// @vitest-environment node
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import english from 'emojibase-data/en/compact.json';
import shortNames from 'emojibase-data/en/shortcodes/github.json';
import { expect, test } from 'vitest';
import { entriesOf, inTone } from '../src/features/emoji/emoji-entry.ts';
import { mostRecent, withUsed } from '../src/features/emoji/own-emoji.ts';
import { byCategory, pickerRows, stepTo } from '../src/features/emoji/picker-rows.ts';
import { emojiNamed, searchEmoji } from '../src/features/emoji/search-emoji.ts';

const entries = entriesOf(english, shortNames);
const first = (query: string) => searchEmoji(entries, query)[0]?.native;

test('every emoji and every tone has its picture', () => {
  const home = dirname(createRequire(import.meta.url).resolve('@discordapp/twemoji/package.json'));
  const pictures = new Set(readdirSync(join(home, 'dist/svg')));
  const variants = entries.flatMap((entry) => [entry, ...(entry.tones ?? [])]);
  expect(variants.filter(({ code }) => !pictures.has(`${code}.svg`)).map(({ native }) => native)).toEqual([]);
  expect(entries.length).toBeGreaterThan(1_800);
});

test('six tones where there are any, of several people one for all', () => {
  const wave = emojiNamed(entries, 'wave')!;
  expect([0, 1, 2, 3, 4, 5].map((tone) => inTone(wave, tone as 0).native)).toEqual([
    '👋',
    '👋🏻',
    '👋🏼',
    '👋🏽',
    '👋🏾',
    '👋🏿',
  ]);
  expect(inTone(emojiNamed(entries, 'people_holding_hands')!, 5).native).toBe('🧑🏿‍🤝‍🧑🏿');
  expect(inTone(emojiNamed(entries, 'tada')!, 5).native).toBe('🎉');
});

test('the nearest name comes first', () => {
  expect([
    first('tada'),
    first('+1'),
    first('party pop'),
    first('heart on fi'),
    first('GRAPES'),
    first('hear'),
  ]).toEqual(['🎉', '👍️', '🎉', '❤️‍🔥', '🍇', '❤️']);
  expect(searchEmoji(entries, 'xyzzy')).toEqual([]);
  expect(searchEmoji(entries, '  ')).toEqual([]);
});

test('categories in their order, those used last before them, at most twenty-four', () => {
  let own = { recent: [] as { code: string; native: string }[], tone: 0 as const } as Parameters<typeof withUsed>[0];
  for (const entry of entries.slice(0, 30)) own = withUsed(own, entry);
  own = withUsed(own, entries[29]!);
  expect(own.recent).toHaveLength(mostRecent);
  expect(own.recent[0]!.native).toBe(entries[29]!.native);
  const cellOf = (entry: (typeof entries)[number]) => ({ name: entry.names[0], shortName: undefined, emoji: entry });
  const groups = byCategory(entries, own.recent, cellOf);
  expect(groups.map(({ category, cells }) => [category, cells.length > 0])).toEqual(
    [
      'recent',
      'smileys_people',
      'animals_nature',
      'food_drink',
      'activities',
      'travel_places',
      'objects',
      'symbols',
      'flags',
    ].map((category) => [category, true]),
  );
});

test('arrows go to neighbours and to the nearest of the line above and below', () => {
  const cell = (name: string) => ({ name, shortName: undefined, emoji: { code: name, native: name } });
  const { rows, cells } = pickerRows(
    [
      { category: 'recent', cells: ['a', 'b', 'c', 'd'].map(cell) },
      { category: 'flags', cells: ['e', 'f'].map(cell) },
    ],
    3,
    true,
  );
  expect(
    rows.map((row) => (row.kind === 'heading' ? row.category : row.cells.map(({ name }) => name).join(''))),
  ).toEqual(['recent', 'abc', 'd', 'flags', 'ef']);
  const step = (from: number | undefined, key: Parameters<typeof stepTo>[3]) => stepTo(rows, cells.length, from, key);
  expect(step(undefined, 'ArrowDown')).toBe(0);
  expect([step(2, 'ArrowDown'), step(3, 'ArrowDown'), step(5, 'ArrowUp'), step(5, 'ArrowDown')]).toEqual([3, 4, 3, 5]);
  expect([step(0, 'ArrowLeft'), step(2, 'ArrowRight'), step(1, 'End'), step(4, 'Home')]).toEqual([0, 3, 5, 0]);
});
