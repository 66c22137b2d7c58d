// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import en from '../../../../lang/en.json' with { type: 'json' };
import { setLanguage } from '../lib/i18n.ts';

// Themes are asked for as soon as their module is there.
vi.hoisted(() => {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} });
});
const { Toaster } = await import('./Toaster.tsx');
const { toast } = await import('./toast.ts');

let root: Root;
/** Lets the clock run; a toast that was dismissed takes a moment to go. */
const pass = (ms = 50) => act(() => vi.advanceTimersByTimeAsync(ms));
const all = () => [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')];
const one = (title: string) => {
  const found = all().find((each) => each.querySelector('[data-title]')?.textContent === title);
  if (!found) throw new Error(`no toast with the title ${title}`);
  return found;
};
const textOf = (title: string, part: string) => one(title).querySelector(`[data-${part}]`)?.textContent;
const press = (title: string, part: string) =>
  act(() => one(title).querySelector<HTMLElement>(`[data-${part}]`)!.click());

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  setLanguage(en);
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root')!);
  act(() => root.render(<Toaster />));
  await pass();
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

it('stays for 4 s, or as long as it is told to, and is named', async () => {
  toast.plain('Short');
  toast.success('Long', { duration: 9_000 });
  await pass();
  expect(document.querySelector('section[aria-live]')?.getAttribute('aria-label')).toBe('Notifications alt+T');
  expect(one('Short').dataset).toMatchObject({ mounted: 'true', visible: 'true', expanded: 'false' });
  await pass(3_700);
  expect(all()).toHaveLength(2);
  await pass(600);
  expect(all().map((each) => each.textContent)).toEqual([expect.stringContaining('Long')]);
  await pass(5_200);
  expect(all()).toHaveLength(0);
});

it('has a type, a description, an icon, two buttons and a place', async () => {
  const [action, cancel, gone] = [vi.fn(), vi.fn(), vi.fn()];
  toast.error('Refused', {
    description: 'The server says why',
    icon: <i data-testid="own" />,
    action: { label: 'Again', onClick: action },
    cancel: { label: 'Leave it', onClick: cancel },
    onDismiss: gone,
  });
  toast.plain('Elsewhere', { position: 'bottom-right' });
  await pass();
  expect(one('Refused').dataset).toMatchObject({ type: 'error', yPosition: 'top', xPosition: 'center' });
  expect(textOf('Refused', 'description')).toBe('The server says why');
  expect(one('Refused').querySelector('[data-icon] [data-testid="own"]')).not.toBeNull();
  expect([textOf('Refused', 'action'), textOf('Refused', 'cancel')]).toEqual(['Again', 'Leave it']);
  expect(one('Elsewhere').dataset).toMatchObject({ yPosition: 'bottom', xPosition: 'right' });
  press('Refused', 'action');
  await pass(400);
  expect([action.mock.calls.length, cancel.mock.calls.length]).toEqual([1, 0]);
  expect(all()).toHaveLength(1);
  press('Elsewhere', 'close-button');
  await pass(400);
  expect(all()).toHaveLength(0);
});

it('is changed under its id, and one that may not be dismissed stays', async () => {
  toast.plain('First words', { id: 'same' });
  await pass();
  toast.success('Other words', { id: 'same', dismissible: false });
  await pass();
  expect(all()).toHaveLength(1);
  expect(one('Other words').dataset.type).toBe('success');
  press('Other words', 'close-button');
  await pass(400);
  expect(all()).toHaveLength(1);
  toast.dismiss('same');
  await pass();
  await pass(400);
  expect(all()).toHaveLength(0);
});

it('follows a promise to either end', async () => {
  const [good, bad] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const phases = { success: (word: string) => `Done: ${word}`, error: (reason: unknown) => `Failed: ${reason}` };
  toast.promise(good.promise, { loading: 'Working', ...phases });
  toast.promise(bad.promise, { loading: 'Trying', ...phases });
  await pass(9_000);
  expect([one('Working').dataset.type, one('Trying').dataset.type]).toEqual(['loading', 'loading']);
  good.resolve('well');
  bad.reject('no reason');
  await pass();
  expect([one('Done: well').dataset.type, one('Failed: no reason').dataset.type]).toEqual(['success', 'error']);
  await pass(4_400);
  expect(all()).toHaveLength(0);
});

it('what is important is read out at once', async () => {
  toast.error('The mail has left', { important: true });
  await pass();
  expect(document.querySelector('[aria-live="assertive"]')?.textContent).toBe('The mail has left');
});
