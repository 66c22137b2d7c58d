import type { Locator, Page } from 'playwright-core';

/** What every page of the reports has. */
export class Reports {
  readonly page: Page;
  readonly menu: Locator;
  /** The range that a report is about. */
  readonly period: Locator;
  /** What the numbers are about: days, as of when, time zone. */
  readonly stated: Locator;

  constructor(page: Page) {
    this.page = page;
    this.menu = page.getByRole('complementary', { name: 'Reports' });
    this.period = page.getByRole('button', { name: /^Period: / });
    this.stated = page.locator('.stated').first();
  }

  /** Goes there and waits until all of it is there. */
  async open(path: string, heading: string): Promise<void> {
    await this.page.goto(`/reports/${path}`);
    await this.page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
    await this.settled();
  }

  /** Nothing is being fetched any more. */
  async settled(): Promise<void> {
    await this.page.locator('.report').waitFor();
    await this.page.waitForFunction(() => !document.querySelector('.report [aria-busy="true"], .report .bone'));
  }

  /** One figure of the live tiles. */
  tile(name: string): Locator {
    return this.page.locator('.tile').filter({ hasText: name }).locator('.tile-figure');
  }

  widget(name: string | RegExp): Locator {
    return this.page.getByRole('region', { name });
  }
}
