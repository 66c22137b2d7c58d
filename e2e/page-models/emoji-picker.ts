import type { Locator, Page } from 'playwright-core';

/** The emoji picker of the composer. */
export class EmojiPicker {
  readonly page: Page;
  readonly button: Locator;
  readonly panel: Locator;
  readonly search: Locator;
  /** Those that are in view. */
  readonly options: Locator;

  constructor(page: Page) {
    this.page = page;
    this.button = page.getByRole('button', { name: 'Emoji', exact: true });
    this.panel = page.getByRole('dialog', { name: 'Emoji', exact: true });
    this.search = this.panel.getByRole('combobox', { name: 'Search emoji' });
    this.options = this.panel.getByRole('option');
  }

  async open(): Promise<void> {
    await this.button.click();
    await this.search.and(this.page.locator(':focus')).waitFor();
    await this.options.first().waitFor();
  }

  option(name: string): Locator {
    return this.panel.getByRole('option', { name, exact: true });
  }

  category(name: string): Locator {
    return this.panel.getByRole('toolbar', { name: 'Categories' }).getByRole('button', { name, exact: true });
  }

  tone(name: string): Locator {
    return this.panel.getByRole('group', { name: 'Skin tone' }).getByTitle(name, { exact: true });
  }
}
