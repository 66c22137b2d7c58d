import type { Locator, Page } from 'playwright-core';

/** The command palette. */
export class Palette {
  readonly page: Page;
  readonly dialog: Locator;
  readonly field: Locator;
  readonly options: Locator;
  /** The option that Enter chooses. */
  readonly active: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Commands' });
    this.field = this.dialog.getByRole('combobox');
    this.options = this.dialog.getByRole('option');
    this.active = this.dialog.locator('.item.is-active');
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await this.field.waitFor();
  }

  option(name: string): Locator {
    return this.options.filter({ hasText: name });
  }

  /** Opens it, types and chooses the first that is found, which must hold `name`. */
  async run(typed: string, name = typed): Promise<void> {
    await this.open();
    await this.page.keyboard.type(typed);
    await this.active.filter({ hasText: name }).waitFor();
    await this.page.keyboard.press('Enter');
  }

  async closed(): Promise<void> {
    await this.dialog.waitFor({ state: 'detached' });
  }
}
