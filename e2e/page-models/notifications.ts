import type { Locator, Page } from 'playwright-core';

/** The bell and the list behind it. */
export class Notifications {
  readonly page: Page;
  readonly panel: Locator;
  /** What was told, newest first. */
  readonly rows: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('dialog', { name: 'Notifications', exact: true });
    this.rows = this.panel.getByRole('link');
  }

  /** The bell while so many are unread. */
  bell(unread: number): Locator {
    const name = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
    return this.page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name, exact: true });
  }
}
