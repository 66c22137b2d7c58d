import type { Locator, Page } from 'playwright-core';

/** The list of contacts and the page of one. */
export class ContactPages {
  readonly page: Page;
  readonly rows: Locator;
  readonly searchField: Locator;
  /** Which rows of how many are shown. */
  readonly shown: Locator;
  readonly notes: Locator;
  readonly conversations: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rows = page.locator('.contact-rows').getByRole('link');
    this.searchField = page.getByRole('searchbox', { name: 'Search by name or email' });
    this.shown = page.getByRole('navigation', { name: 'Pages' }).getByRole('status');
    this.notes = page.getByRole('region', { name: 'Notes' });
    this.conversations = page.getByRole('region', { name: 'Conversations' });
  }

  /** A page of the list is there, and says so: "1 to 15 of 40". */
  async showsRows(text: string): Promise<void> {
    await this.shown.getByText(text, { exact: true }).waitFor();
    await this.page.locator('.contacts-scroll[aria-busy="false"]').waitFor();
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  /** Picks an option of a select of the form. */
  async choose(label: string, typed: string, option: string): Promise<void> {
    await this.field(label).click();
    const picker = this.page.getByRole('dialog', { name: label });
    await picker.getByRole('combobox').fill(typed);
    await picker.getByRole('option', { name: option }).click();
  }

  /** Chooses a picture, keeps the crop that is offered, and waits until it is shown. */
  async changeAvatar(png: Buffer): Promise<void> {
    await this.page.locator('input[type="file"]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
    const dialog = this.page.getByRole('dialog', { name: 'Crop picture' });
    await dialog.getByRole('img', { name: 'The chosen picture' }).waitFor();
    await dialog.getByRole('group').or(dialog.locator('.ReactCrop__crop-selection')).first().waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
}
