// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Hotkey, keyCaps, liveHotkeys, useHotkeys } from './hotkeys.ts';

let root: Root;
const pressed: string[] = [];

function Keys({ hotkeys, isEnabled }: { hotkeys: readonly Hotkey[]; isEnabled?: boolean }) {
  useHotkeys(hotkeys, isEnabled);
  return null;
}

function bind(...keys: string[]): Hotkey[] {
  return keys.map((each) => ({ keys: each, run: () => pressed.push(each) }));
}

function press(key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body) {
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '';
  target.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...more }));
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  pressed.length = 0;
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root')!);
});
afterEach(() => act(() => root.unmount()));

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

it('names the caps of a key', () => {
  expect(keyCaps('mod+Shift+Enter')).toEqual(['Ctrl', 'Shift', 'Enter']);
  expect(keyCaps('g u')).toEqual(['G', 'U']);
});
