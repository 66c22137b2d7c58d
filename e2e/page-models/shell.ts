import type { Locator, Page } from 'playwright-core';

/** What stands around every screen: rail, sidebar, toasts, the password dialog. */
export class Shell {
  readonly page: Page;
  readonly rail: Locator;
  readonly sidebar: Locator;
  readonly userMenu: Locator;
  readonly toasts: Locator;
  readonly passwordDialog: Locator;
  /** The line that says that the live connection is lost. */
  readonly lost: Locator;

  /** At the sidebar's foot: live, catching up, or offline since when. */
  readonly live: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rail = page.getByRole('navigation', { name: 'Main' });
    this.sidebar = page.getByRole('complementary', { name: 'Inboxes' });
    this.userMenu = page.getByRole('button', { name: /Account and availability$/ });
    this.toasts = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
    this.passwordDialog = page.getByRole('dialog', { name: 'Sign in again' });
    this.live = page.locator('.live-state');
    this.lost = page.getByRole('status').getByText('The live connection is lost.');
  }

  /** An entry of the inbox sidebar. */
  inbox(name: string): Locator {
    return this.sidebar.getByRole('link', { name });
  }

  /** Opens a view's menu in the sidebar and picks an entry. */
  async viewMenu(view: string, entry: string): Promise<void> {
    await this.inbox(view).hover();
    await this.sidebar.getByRole('button', { name: `Edit or delete ${view}` }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  /** Opens the user menu and picks an entry or switch. */
  async pick(name: string): Promise<void> {
    await this.userMenu.click();
    await this.page
      .getByRole('menu')
      .getByRole('menuitem', { name })
      .or(this.page.getByRole('menuitemcheckbox', { name }))
      .click();
  }
}
