import type { Locator, Page } from 'playwright-core';

/** The dialog that makes or changes a view. */
export class ViewForm {
  readonly page: Page;
  readonly dialog: Locator;
  readonly name: Locator;
  /** The rows of the filter builder. */
  readonly rows: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: /^(New|Edit) view$/ });
    this.name = this.dialog.getByLabel('Name');
    this.rows = this.dialog.getByRole('group', { name: /^Filter \d+$/ });
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  /** Field, Operator, or by the field's own name the value, of the n-th row. */
  part(row: number, name: string): Locator {
    const index = { Field: 0, Operator: 1 }[name] ?? 2;
    return this.dialog
      .getByRole('group', { name: `Filter ${row}`, exact: true })
      .locator('.input')
      .nth(index);
  }

  async choose(row: number, name: string, option: string): Promise<void> {
    await this.part(row, name).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }
}
