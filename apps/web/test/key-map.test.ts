// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findKeyConflict, isOwnableStroke } from '../src/lib/key-conflicts.ts';
import { keyActions, noKeyChanges, presentKey } from '../src/lib/key-map.ts';

const sources = globSync('apps/web/src/**/*.{ts,tsx}', { exclude: (path) => /\.test\.|lib\/key-map/.test(path) });

it('names every key that a screen binds, and none twice', () => {
  const text = sources.map((path) => readFileSync(path, 'utf8')).join('\n');
  const bound = [...text.matchAll(/label: '(hotkeys\.\w+)'/g)].map(([, label]) => label);
  expect(bound.length).toBeGreaterThan(20);
  const known: string[] = keyActions.map(({ label }) => label);
  for (const label of bound) expect(known).toContain(label);
  const written = [
    'hotkeys.send',
    'hotkeys.send_and_resolve',
    'hotkeys.bold',
    'hotkeys.italic',
    'hotkeys.full_screen',
    'hotkeys.insert_macro',
  ];
  for (const label of known) expect([...bound, ...written]).toContain(label);
  expect(new Set(known).size).toBe(known.length);
});

it('has no conflict as it comes', () => {
  for (const { keys, isFixed } of keyActions) {
    if (!isFixed) expect(findKeyConflict(keys, keys, noKeyChanges), keys).toBeUndefined();
  }
});

it('finds who has a key, also as a beginning or an alias, and who has given it up', () => {
  expect(findKeyConflict('r', 'n', noKeyChanges)).toEqual({ keys: 'n' });
  expect(findKeyConflict('r', 'g', noKeyChanges)).toEqual({ keys: 'g a' });
  expect(findKeyConflict('g a', 'r a', noKeyChanges)).toEqual({ keys: 'r' });
  expect(findKeyConflict('r', 'y', { isOff: false, changed: { n: 'y' } })).toEqual({ keys: 'n' });
  expect(findKeyConflict('r', 'n', { isOff: false, changed: { n: null } })).toBeUndefined();
  expect(findKeyConflict('r', 'q', { isOff: true, changed: {} })).toBeUndefined();
});

it.each(['mod+r', 'Enter', 'Tab', 'F5', 'ArrowDown', ' ', "'", 'Shift+Enter', 'Escape'])(
  '%j is not ours to give',
  (key) => {
    expect(isOwnableStroke(key)).toBe(false);
  },
);

it.each(['a', 'Shift+a', '7', '#', '?', '.'])('%j may be given', (key) => {
  expect(isOwnableStroke(key)).toBe(true);
});

it('knows what does now what a key did', () => {
  expect(presentKey('r', { isOff: false, changed: { r: 'y' } })).toBe('y');
  expect(presentKey('r', { isOff: false, changed: { r: null } })).toBeUndefined();
  expect(presentKey('r', { isOff: true, changed: {} })).toBeUndefined();
  expect(presentKey('mod+b', { isOff: true, changed: {} })).toBe('mod+b');
});
