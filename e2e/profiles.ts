import type { Browser, BrowserContext, Page } from 'playwright-core';

/** What a window looks like to the page; the same for all windows of a profile. */
export interface SeatOptions {
  width?: number;
  height?: number;
  color_scheme?: 'light' | 'dark';
  reduced_motion?: boolean;
}

/**
 * Profiles of one browser. One that was given back is used again once it is emptied: what remains are the client's files, which
 * cost as much to load into a new profile as all that most tests do with them.
 */
export interface Profiles {
  /** A window in an empty profile that nobody else has. */
  open(look: SeatOptions): Promise<Page>;
  giveBack(profile: BrowserContext): Promise<void>;
}

/** Profiles for the product at `address`. */
export function profilesFor(browser: Browser, address: string): Profiles {
  const free = new Map<string, BrowserContext[]>();
  const spares = new WeakMap<BrowserContext, { look: string; page: Page }>();
  return {
    async open(look) {
      const name = JSON.stringify([look.width, look.height, look.color_scheme, look.reduced_motion]);
      const used = free.get(name)?.pop();
      const profile = used ?? (await newProfile(browser, address, look));
      if (!used) {
        const spare = await profile.newPage();
        await spare.goto('/health');
        spares.set(profile, { look: name, page: spare });
      }
      const page = await profile.newPage();
      if (used) await empty(page, address);
      return page;
    },
    async giveBack(profile) {
      // A test may have closed it.
      if (!browser.contexts().includes(profile)) return;
      const { look: name, page: spare } = spares.get(profile)!;
      await Promise.all(profile.pages().map((page) => page !== spare && page.close()));
      await Promise.all([profile.clearCookies(), profile.clearPermissions(), profile.unrouteAll()]);
      free.set(name, [...(free.get(name) ?? []), profile]);
    },
  };
}

/** A profile of its own, with nothing in it. */
export async function newProfile(browser: Browser, address: string, look: SeatOptions): Promise<BrowserContext> {
  const profile = await browser.newContext({
    baseURL: address,
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
    colorScheme: look.color_scheme ?? 'light',
    reducedMotion: look.reduced_motion ? 'reduce' : 'no-preference',
    locale: 'en-US',
    timezoneId: 'UTC',
    acceptDownloads: true,
  });
  profile.setDefaultTimeout(15_000);
  return profile;
}

/** Takes away all that pages have stored. */
async function empty(page: Page, address: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers,file_systems';
  await session.send('Storage.clearDataForOrigin', { origin: address, storageTypes });
  await session.detach();
}
