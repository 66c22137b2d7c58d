import type { Page } from 'playwright-core';

export interface Screen {
  name: string;
  wide_only?: boolean;
  go(page: Page, isPhone: boolean): Promise<void>;
}

const firstRow = (page: Page) => page.locator('[aria-posinset="1"]');

async function openList(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await firstRow(page).waitFor();
}

async function openFirst(page: Page, path: string): Promise<void> {
  await openList(page, path);
  await firstRow(page).getByRole('link').click();
  await page.getByRole('article').first().waitFor();
}

/** Every screen that is kept under docs/screens, each reached from an address so that one can be taken alone. */
export const screens: readonly Screen[] = [
  { name: 'list', go: (page) => openList(page, '/inboxes/unassigned') },
  { name: 'conversation', go: (page) => openFirst(page, '/inboxes/unassigned') },
  {
    name: 'note',
    async go(page) {
      await openFirst(page, '/inboxes/all');
      await page.getByRole('button', { name: 'Private note' }).click();
      await page.getByRole('textbox', { name: /note/i }).waitFor();
    },
  },
  {
    name: 'empty-list',
    async go(page) {
      await page.goto('/inboxes/assigned?status=Closed');
      await page.getByText('No conversations found').waitFor();
    },
  },
];
