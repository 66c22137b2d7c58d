// @vitest-environment jsdom
import { act, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyExtra } from './lazy-extra.ts';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function shown(load: () => Promise<{ default: () => string }>): Promise<string> {
  const Extra = lazyExtra(load);
  const frame = document.createElement('div');
  const root = createRoot(frame);
  await act(async () =>
    root.render(
      <>
        Page
        <Suspense>
          <Extra />
        </Suspense>
      </>,
    ),
  );
  const text = frame.textContent;
  act(() => root.unmount());
  return text;
}

it('comes after the page', async () => {
  expect(await shown(async () => ({ default: () => ' and more' }))).toBe('Page and more');
});

it('leaves the page alone when it cannot be fetched', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const error = new Error('Unable to preload CSS');
  expect(await shown(() => Promise.reject(error))).toBe('Page');
  expect(warn).toHaveBeenCalledWith(error);
});
