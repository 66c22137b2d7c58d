import type { Locator, Page } from 'playwright-core';

/** A file as a file chooser hands it over. */
export interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Where a reply or a private note is written. */
export class Composer {
  readonly page: Page;
  readonly region: Locator;
  readonly reply: Locator;
  readonly note: Locator;

  constructor(page: Page) {
    this.page = page;
    this.region = page.getByRole('region', { name: 'Conversation', exact: true });
    this.reply = this.region.getByRole('form', { name: 'Reply' });
    this.note = this.region.getByRole('form', { name: 'Private note' });
  }

  /** The text of the reply or note. */
  text(kind: 'Reply' | 'Private note' = 'Reply'): Locator {
    return this.region.getByRole('textbox', { name: kind, exact: true });
  }

  /** A recipient in one of the lines, by address. */
  recipient(address: string): Locator {
    return this.reply.getByTitle(address);
  }

  /** Opens an empty reply with the mouse. */
  async startReply(): Promise<void> {
    await this.region.getByRole('button', { name: /^Reply to / }).click();
    await this.text().waitFor();
  }

  async startNote(): Promise<void> {
    await this.region.getByRole('button', { name: 'Private note' }).click();
    await this.text('Private note').waitFor();
  }

  /** Switches between reply and note; the button of the other one says when a draft waits in it. */
  async switchTo(kind: 'Reply' | 'Private note'): Promise<void> {
    await this.region
      .getByRole('form')
      .getByRole('button', { name: new RegExp(`^${kind}( Draft)?$`) })
      .click();
  }

  async attach(...files: GivenFile[]): Promise<void> {
    await this.choose('Attach files', files);
    for (const { name } of files) await this.file(name).waitFor();
  }

  /** Puts a picture where the caret is. */
  async insertPicture(file: GivenFile): Promise<void> {
    await this.choose('Picture in the text', [file]);
    await this.text().getByRole('img', { name: file.name }).waitFor();
  }

  /** A file that was uploaded: its button that removes it. */
  file(name: string): Locator {
    return this.region
      .getByRole('list', { name: 'Files' })
      .getByRole('button', { name: `Remove ${name}`, exact: true });
  }

  send(): Locator {
    return this.reply.getByRole('button', { name: 'Send', exact: true });
  }

  private async choose(tool: string, files: GivenFile[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.region.getByRole('button', { name: tool, exact: true }).click();
    await (await chooser).setFiles(files);
  }
}
