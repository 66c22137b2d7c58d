import type { Locator, Page } from 'playwright-core';
import type { GivenFile } from './composer.ts';

/** The dialog that starts a conversation. */
export class NewConversation {
  readonly page: Page;
  readonly dialog: Locator;
  readonly email: Locator;
  readonly firstName: Locator;
  readonly lastName: Locator;
  readonly subject: Locator;
  readonly text: Locator;
  readonly suggestions: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'New conversation' });
    this.email = this.dialog.getByRole('combobox', { name: 'Email' });
    this.firstName = this.dialog.getByRole('textbox', { name: 'First name' });
    this.lastName = this.dialog.getByRole('textbox', { name: 'Last name' });
    this.subject = this.dialog.getByRole('textbox', { name: 'Subject' });
    this.text = this.dialog.getByRole('textbox', { name: 'Message', exact: true });
    this.suggestions = this.dialog.getByRole('listbox', { name: 'Matching contacts' }).getByRole('option');
  }

  /** The button that sends; it says so while it does, and while files are on their way. */
  get send(): Locator {
    return this.dialog.locator('button[type="submit"]');
  }

  /** Opens it with its key, which the page must be able to take. */
  async open(): Promise<void> {
    await this.page.keyboard.press('c');
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.email.waitFor();
    await this.text.waitFor();
  }

  /** Takes an option of one of the pickers. */
  async pick(field: 'Inbox' | 'Team' | 'Agent', option: string): Promise<void> {
    await this.dialog.getByLabel(field, { exact: true }).click();
    await this.page.getByRole('listbox', { name: field }).getByRole('option', { name: option }).click();
  }

  async fill(values: { email: string; first: string; subject: string; text: string }): Promise<void> {
    await this.email.fill(values.email);
    await this.firstName.fill(values.first);
    await this.subject.fill(values.subject);
    await this.text.fill(values.text);
  }

  async attach(...files: GivenFile[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.dialog.getByRole('button', { name: 'Attach files', exact: true }).click();
    await (await chooser).setFiles(files);
  }

  file(name: string): Locator {
    return this.dialog.getByRole('button', { name: `Remove ${name}`, exact: true });
  }
}
