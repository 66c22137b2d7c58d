import type { FrameLocator, Locator, Page } from 'playwright-core';

/** The open conversation: its bar, its entries and the details beside them. */
export class ConversationView {
  readonly page: Page;
  readonly region: Locator;
  /** Messages and notes, oldest first. */
  readonly entries: Locator;
  /** The scrolled area, activity lines included. */
  readonly thread: Locator;
  readonly details: Locator;
  readonly assignee: Locator;
  readonly newsPill: Locator;

  constructor(page: Page) {
    this.page = page;
    this.region = page.getByRole('region', { name: 'Conversation', exact: true });
    this.thread = this.region.getByRole('region', { name: 'Messages', exact: true });
    this.entries = this.thread.getByRole('article');
    // Not the bones of it: whoever measures those finds them gone, and 0 wide, when the details have taken their place.
    this.details = page.getByRole('complementary', { name: 'Details' }).and(page.locator(':not([aria-busy])'));
    this.assignee = this.region.getByRole('button', { name: /^Assigned agent:/ });
    this.newsPill = this.region.getByRole('button', { name: 'New message' });
  }

  /** Waits until the conversation with this subject is on screen. */
  async shows(subject: string): Promise<void> {
    await this.region.getByRole('heading', { name: subject, exact: true }).waitFor();
    await this.thread.waitFor();
  }

  /** Entries by what they are: `Message from Mina Oak`, `Reply by Ana Lima`, `Private note by Ana Lima`. */
  entry(name: string): Locator {
    return this.thread.getByRole('article', { name, exact: true });
  }

  /** The document of an HTML mail. */
  mail(entry: Locator): FrameLocator {
    return entry.getByTitle(/^Mail from /).contentFrame();
  }

  /** A file of an entry that is not a picture. */
  file(entry: Locator, name: string): Locator {
    return entry.getByRole('list', { name: 'Files' }).getByRole('link', { name });
  }

  /** A line that says what was changed. */
  activity(text: string | RegExp): Locator {
    return this.thread.getByRole('paragraph').filter({ hasText: text });
  }

  action(name: string): Locator {
    return this.region.getByRole('button', { name, exact: true });
  }

  /** A fact of the details, such as `Status: Open`. */
  fact(name: string): Locator {
    return this.details.getByRole('button', { name, exact: true });
  }

  /** Chooses a value of a fact in the details. */
  async change(fact: 'Status' | 'Priority' | 'Agent' | 'Team', value: string): Promise<void> {
    await this.details.getByRole('button', { name: new RegExp(`^${fact}:`) }).click();
    await this.option(value).click();
  }

  /** A choice of the open picker. */
  option(name: string): Locator {
    return this.page.getByRole('listbox').getByRole('option', { name });
  }

  /** Picks from the menu behind "More". */
  async more(name: string): Promise<void> {
    await this.action('More').click();
    await this.page.getByRole('menuitem', { name }).click();
  }

  async snooze(preset: string): Promise<void> {
    await this.action('Snooze').click();
    await this.page.getByRole('menuitem', { name: preset }).click();
  }
}
