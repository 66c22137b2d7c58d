// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdKeys } from './early-keys.ts';

let page: string[];
let layer: HTMLInputElement;
let hold: ((event: KeyboardEvent) => void) | undefined;

/** As a person presses it, which no script can: the page has it unless it is held. */
const press = (key: string) => {
  if (!hold) page.push(key);
  const parts = { isTrusted: true, key, code: '', shiftKey: false, preventDefault() {}, stopImmediatePropagation() {} };
  hold?.(parts as unknown as KeyboardEvent);
};
const isReady = () => document.activeElement === layer;
const note = ({ key }: KeyboardEvent) => page.push(key);

beforeEach(() => {
  page = [];
  hold = undefined;
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    if (type === 'keydown') hold = listener as typeof hold;
  });
  vi.spyOn(window, 'removeEventListener').mockImplementation((type: string) => {
    if (type === 'keydown') hold = undefined;
  });
  layer = document.createElement('input');
  document.body.append(layer);
  document.body.addEventListener('keydown', note);
});
afterEach(() => {
  document.body.removeEventListener('keydown', note);
  layer.remove();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('keys pressed before a layer has the focus are its own, in their order', async () => {
  holdKeys(isReady);
  for (const key of ['b', 'e', 'r']) press(key);
  expect(page).toEqual([]);
  layer.focus();
  await vi.waitFor(() => expect(layer.value).toBe('ber'));
});

test('a page that is busy drawing the layer has not waited for it', async () => {
  holdKeys(isReady);
  press('b');
  // Drawn in three turns, the first of which takes longer than anybody waits.
  setTimeout(() => {
    const until = performance.now() + 1_100;
    while (performance.now() < until);
    setTimeout(() => setTimeout(() => layer.focus()));
  });
  await vi.waitFor(() => expect(layer.value).toBe('b'), { timeout: 10_000 });
});

test('keys go to the page when no layer comes', async () => {
  vi.useFakeTimers();
  holdKeys(isReady);
  press('b');
  await vi.advanceTimersByTimeAsync(999);
  expect(page).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(page).toEqual(['b']);
  await vi.runAllTimersAsync();
  press('e');
  expect(page).toEqual(['b', 'e']);
});
