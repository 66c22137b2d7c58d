import type { Locator, Page } from 'playwright-core';

export interface Screen {
  name: string;
  /** Needs a keyboard, or a place that a phone does not have. */
  wide_only?: boolean;
  go(page: Page): Promise<void>;
}

/** A row of the list by its place, from 1. */
export const row = (page: Page, place: number) => page.locator(`[aria-posinset="${place}"]`);

export async function openList(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await row(page, 1).waitFor();
}

export async function openConversation(page: Page, path: string, place = 1): Promise<void> {
  await openList(page, path);
  await row(page, place).getByRole('link').click();
  await page.getByRole('article').first().waitFor();
  // Pictures are taken at rest: what comes in with the conversation is there.
  await page.waitForLoadState('networkidle');
}

/** The reply of the open conversation; another size or theme may have left a draft, which stands open already. */
export async function startReply(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Reply to / });
  const text = page.getByRole('textbox', { name: 'Reply', exact: true });
  await button.or(text).first().waitFor();
  if (!(await text.isVisible())) await button.click();
  await text.waitFor();
}

export async function openPalette(page: Page, path: string): Promise<void> {
  await openConversation(page, path);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first().waitFor();
}

/** A page of the admin area, its list or form complete. */
export async function openAdmin(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(`/admin/${path}`);
  await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** Scrolls an admin page until something stands near its top. */
export async function toTop(what: Locator): Promise<void> {
  await what.evaluate((element) => {
    const place = element.closest('.admin-scroll');
    if (place) place.scrollTop += element.getBoundingClientRect().top - 100;
  });
}

/** A report with all its numbers, once what happened on the desk before has been counted. */
export async function openReport(page: Page, path: string, heading: string): Promise<void> {
  counted ??= waitUntilCounted(page, new Date());
  await counted;
  await page.goto(`/reports/${path}`);
  await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
}

let counted: Promise<void> | undefined;

/** The counting follows what happens once a minute; asked again each second, from the page that is to show it. */
async function waitUntilCounted(page: Page, moment: Date): Promise<void> {
  await page.goto('/reports/overview');
  await page.evaluate(
    async ({ since, giveUpAt }) => {
      while (Date.now() < giveUpAt) {
        const answer = await fetch('/api/v1/reports/summary');
        const { data } = (await answer.json()) as { data: { as_of: string; complete_from: string | null } };
        if (data.as_of > since && data.complete_from === null) return;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
      throw new Error('what happened on the desk was not counted within two minutes');
    },
    { since: moment.toISOString(), giveUpAt: Date.now() + 120_000 },
  );
}
