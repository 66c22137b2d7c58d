import type { Locator, Page } from 'playwright-core';

/** The list of an inbox: its title, menus and rows. */
export class ConversationList {
  readonly page: Page;
  /** Rows that are in the page; those far off are not. */
  readonly rows: Locator;
  readonly statusMenu: Locator;
  readonly sortMenu: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rows = page.getByRole('main').locator('[aria-posinset]').getByRole('link');
    this.statusMenu = page.getByRole('button', { name: /^(Open|Snoozed|Resolved|Closed|All statuses)\b/ }).first();
    this.sortMenu = page.getByRole('button', {
      name: /^(Newest activity|Oldest activity|Started first|Started last|Waiting longest|Next SLA target|Priority first)$/,
    });
  }

  /** The heading of the list with this title. */
  titled(title: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: title, exact: true });
  }

  /** The row of a conversation by words that stand in it. */
  row(words: string | RegExp): Locator {
    return this.rows.filter({ hasText: words });
  }

  /** The box that selects a conversation's row; it shows with the pointer over the row. */
  tick(words: string | RegExp): Locator {
    return this.page.locator('[aria-posinset]').filter({ hasText: words }).getByRole('checkbox');
  }

  /** The header while rows are selected. */
  get bulkBar(): Locator {
    return this.page.locator('.bulk-bar');
  }

  /** Subjects of the selected rows that are in the page, from top to bottom. */
  async ticked(): Promise<string[]> {
    return this.page.locator('[aria-posinset]').evaluateAll((rows) =>
      rows
        .filter((row) => row.querySelector<HTMLInputElement>('input[type="checkbox"]')?.checked)
        .sort((one, other) => Number(one.getAttribute('aria-posinset')) - Number(other.getAttribute('aria-posinset')))
        .map((row) => row.querySelector('b')?.textContent ?? ''),
    );
  }

  async showStatus(name: string): Promise<void> {
    await this.statusMenu.click();
    await this.page.getByRole('menuitemradio', { name, exact: true }).click();
  }

  async sortBy(name: string): Promise<void> {
    await this.sortMenu.click();
    await this.page.getByRole('menuitemradio', { name, exact: true }).click();
  }

  /** The subjects shown, from top to bottom. */
  async subjects(): Promise<string[]> {
    return this.rows.evaluateAll((rows) =>
      rows
        .map((row) => ({
          at: Number(row.closest('[aria-posinset]')?.getAttribute('aria-posinset')),
          subject: row.querySelector('b')?.textContent ?? '',
        }))
        .sort((one, other) => one.at - other.at)
        .map(({ subject }) => subject),
    );
  }
}
