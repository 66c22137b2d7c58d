// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadWhenUpgraded } from './stale-build.ts';

const page = (build: string) => `<!doctype html><script type="module" src="/assets/index-${build}.js"></script>`;
let reloads: number;
let served: string | undefined;

beforeEach(() => {
  reloads = 0;
  sessionStorage.clear();
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
  vi.stubGlobal('fetch', async () => {
    if (served === undefined) throw new TypeError('no network');
    return new Response(page(served));
  });
  vi.stubGlobal('location', { pathname: '/inboxes/all', reload: () => (reloads += 1) });
  vi.spyOn(console, 'debug').mockImplementation(() => {});
});
afterEach(() => vi.unstubAllGlobals());

reloadWhenUpgraded();
const fail = async () => {
  window.dispatchEvent(new Event('vite:preloadError'));
  await new Promise((resolve) => setTimeout(resolve));
  await vi.waitFor(() => expect(true).toBe(true));
};

it('loads the new build once', async () => {
  served = 'new';
  await fail();
  await vi.waitFor(() => expect(reloads).toBe(1));
  await fail();
  expect(reloads).toBe(1);
});

it('stays when the build is the same, or nobody answers', async () => {
  served = 'old';
  await fail();
  served = undefined;
  await fail();
  expect(reloads).toBe(0);
});
