// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Hotkey, keyCaps, liveHotkeys, useHotkeys, useKeptHotkeys } from './hotkeys.ts';
import { noKeyChanges, saveKeys } from './key-map.ts';
import { startTypeAhead, takeTyped } from './type-ahead.ts';

let root: Root;
const pressed: string[] = [];

function Keys({ hotkeys, isEnabled }: { hotkeys: readonly Hotkey[]; isEnabled?: boolean }) {
  useHotkeys(hotkeys, isEnabled);
  return null;
}

function Waiting({ isWaiting }: { isWaiting: boolean }) {
  useKeptHotkeys(isWaiting);
  return null;
}

function bind(...keys: string[]): Hotkey[] {
  return keys.map((each) => ({ keys: each, run: () => pressed.push(each) }));
}

/** Answers whether the browser still does what it does with the key. */
function press(key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body): boolean {
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '';
  return target.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...more }));
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  pressed.length = 0;
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root')!);
});
afterEach(() => {
  act(() => root.unmount());
  saveKeys(noKeyChanges);
});

it('runs keys, shifted letters, chords and sequences', () => {
  act(() => root.render(<Keys hotkeys={bind('j', 'Shift+u', 'mod+b', 'g a', '#', '?')} />));
  press('j');
  press('U', { shiftKey: true });
  press('b', { ctrlKey: true });
  press('g');
  press('a');
  press('#', { shiftKey: true });
  press('?', { shiftKey: true });
  expect(pressed).toEqual(['j', 'Shift+u', 'mod+b', 'g a', '#', '?']);
});

it('takes Cmd for Ctrl (specification 2)', () => {
  act(() => root.render(<Keys hotkeys={bind('mod+k')} />));
  press('k', { metaKey: true });
  press('k', { ctrlKey: true });
  press('k', { altKey: true, ctrlKey: true });
  expect(pressed).toEqual(['mod+k', 'mod+k']);
});

it('takes the place of the key where the letters are not Latin', () => {
  act(() => root.render(<Keys hotkeys={bind('j')} />));
  press('о', { code: 'KeyJ' });
  expect(pressed).toEqual(['j']);
});

it('keeps quiet in fields, under dialogs, and for Enter on a link', () => {
  act(() => root.render(<Keys hotkeys={bind('j', 'Enter')} />));
  document.body.insertAdjacentHTML('beforeend', '<input><textarea></textarea><a href="#x">x</a>');
  for (const field of document.querySelectorAll('input, textarea')) press('j', {}, field);
  press('Enter', {}, document.querySelector('a')!);
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>');
  press('j');
  expect(pressed).toEqual([]);
});

it('lets the later component win, and forgets those that are gone', () => {
  const late = { keys: 'j', label: 'hotkeys.next' as const, run: () => pressed.push('late') };
  const show = (isEnabled: boolean) => (
    <>
      <Keys hotkeys={bind('j')} />
      <Keys hotkeys={[late]} isEnabled={isEnabled} />
    </>
  );
  act(() => root.render(show(true)));
  press('j');
  expect(liveHotkeys()).toEqual([{ keys: ['j'], label: 'hotkeys.next' }]);
  act(() => root.render(show(false)));
  press('j');
  expect(pressed).toEqual(['late', 'j']);
  expect(liveHotkeys()).toEqual([]);
});

it('takes the key that stands in the place of another one, or none', () => {
  act(() => root.render(<Keys hotkeys={bind('j', 'n', 'g a', 'mod+b')} />));
  saveKeys({ isOff: false, changed: { j: 'y', n: null, 'g a': 'q q' } });
  for (const key of ['j', 'n', 'y', 'g', 'a', 'q', 'q']) press(key);
  expect(pressed).toEqual(['j', 'g a']);
});

it('leaves chords and arrows when single keys are off', () => {
  act(() => root.render(<Keys hotkeys={bind('j', '#', 'g a', 'ArrowDown', 'mod+b')} />));
  saveKeys({ isOff: true, changed: {} });
  for (const key of ['j', '#', 'g', 'a', 'ArrowDown']) press(key);
  press('b', { ctrlKey: true });
  expect(pressed).toEqual(['ArrowDown', 'mod+b']);
});

it('runs a key everywhere that says so, but not under a dialog', () => {
  const everywhere: Hotkey = { keys: 'mod+k', isEverywhere: true, run: () => pressed.push('mod+k') };
  act(() => root.render(<Keys hotkeys={[everywhere, ...bind('j')]} />));
  document.body.insertAdjacentHTML('beforeend', '<input><div role="menu"></div>');
  const field = document.querySelector('input')!;
  press('k', { ctrlKey: true }, field);
  press('j', {}, field);
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>');
  press('k', { ctrlKey: true }, field);
  expect(pressed).toEqual(['mod+k']);
});

it('keeps keys for a screen on its way, in their order, and what is typed after them', async () => {
  const reply: Hotkey = { keys: 'r', run: () => startTypeAhead() };
  act(() => root.render(<Waiting isWaiting />));
  for (const key of ['e', 'r', 'H', 'e']) press(key);
  await act(async () => {
    root.render(
      <>
        <Waiting isWaiting={false} />
        <Keys hotkeys={[...bind('e'), reply]} />
      </>,
    );
  });
  expect(pressed).toEqual(['e']);
  expect(takeTyped()).toBe('He');
});

it('leaves the browser its own keys while a screen is on its way', () => {
  act(() => root.render(<Waiting isWaiting />));
  const isLeft = [
    press('r', { ctrlKey: true }),
    press('F5'),
    press('Tab'),
    press(' '),
    press('PageDown'),
    press('f', { metaKey: true }),
  ];
  expect(isLeft).toEqual([true, true, true, true, true, true]);
  expect([press('r'), press('H'), press(' '), press('Backspace'), press('F5')]).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

it('names the caps of a key', () => {
  expect(keyCaps('mod+Shift+Enter')).toEqual(['Ctrl', 'Shift', 'Enter']);
  expect(keyCaps('g u')).toEqual(['G', 'U']);
});
