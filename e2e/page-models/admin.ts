import type { Locator, Page } from 'playwright-core';

/** What every page of the admin area has. */
export class Admin {
  readonly page: Page;
  readonly menu: Locator;
  /** The list's rows, without its head. */
  readonly rows: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.menu = page.getByRole('complementary', { name: 'Admin' });
    this.rows = page.locator('.admin-table tbody tr');
    this.dialog = page.getByRole('dialog');
  }

  /** Goes there and waits for the heading. */
  async open(path: string, heading: string): Promise<void> {
    await this.page.goto(`/admin/${path}`);
    await this.page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
  }

  row(name: string): Locator {
    return this.rows.filter({ hasText: name });
  }

  /** Opens a row's menu and picks an entry. */
  async pick(name: string, entry: string): Promise<void> {
    await this.page.getByRole('button', { name: `More for ${name}`, exact: true }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  /** Deletes by the row's menu and the question that follows. */
  async remove(name: string): Promise<void> {
    await this.pick(name, 'Delete');
    await this.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  /** Saves the form of the page or of the dialog. */
  async save(): Promise<void> {
    await this.page.getByRole('button', { name: 'Save', exact: true }).click();
  }

  /** The field that is marked as wrong, with its reason. */
  refused(reason: string | RegExp): Locator {
    return this.page.locator('.field').filter({ has: this.page.locator('.error', { hasText: reason }) });
  }
}
