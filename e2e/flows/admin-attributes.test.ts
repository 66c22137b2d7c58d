import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

const desk = useDesk();
const stored = async () => (await desk.pool.query('select * from custom_attributes order by id')).rows;

test('custom attributes: none yet, created, refused, edited, left half-filled, deleted', async () => {
  const { page, allow } = await desk.seat(adminEmail);
  allow(/400 \(Bad Request\)/);
  const admin = new Admin(page);
  await admin.open('custom-attributes', 'Custom attributes');
  await page.getByRole('heading', { name: 'No custom attributes yet' }).waitFor();

  await page.getByRole('link', { name: 'New Custom attribute' }).click();
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByRole('option', { name: 'List of values' }).click();
  await admin.save();
  await page.getByText(/^\d fields need your attention/).waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByLabel('Name', { exact: true }).fill('Plan');
  await page.getByLabel('Key').fill('subject');
  await page.getByLabel('Description').fill('What they pay for');
  await admin.refused('This key stands for something else').waitFor();
  await page.getByLabel('Key').fill('plan');
  await admin.save();
  await admin.refused('A list needs at least one value').waitFor();
  await page.getByLabel('Values of the list').fill('free');
  await page.keyboard.press('Enter');
  await page.getByLabel('Values of the list').fill('pro');
  await admin.save();
  await admin.row('Plan').waitFor();
  await soon(() => stored()).toMatchObject([{ key: 'plan', data_type: 'list', values: ['free', 'pro'] }]);

  await page.reload();
  await page.getByRole('link', { name: /^Plan/ }).click();
  await page.getByRole('heading', { name: 'Plan', level: 1 }).waitFor();
  await soon(() => page.getByLabel('Key').isDisabled()).toBe(true);
  await page.getByLabel('Name', { exact: true }).fill('Tariff');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Go on editing' }).click();
  await page.getByRole('button', { name: 'Remove free' }).click();
  await admin.save();
  await admin.row('Tariff').waitFor();
  await soon(() => stored()).toMatchObject([{ name: 'Tariff', key: 'plan', values: ['pro'] }]);

  await admin.remove('Tariff');
  await page.getByRole('heading', { name: 'No custom attributes yet' }).waitFor();
  await soon(() => stored()).toEqual([]);
});

test('a pattern that is none is refused beside its field', async () => {
  const { page, allow } = await desk.seat(adminEmail);
  allow(/400 \(Bad Request\)/);
  const admin = new Admin(page);
  await admin.open('custom-attributes/new', 'New Custom attribute');
  await page.getByLabel('Name', { exact: true }).fill('Order number');
  await page.getByLabel('Key').fill('order_number');
  await page.getByLabel('Description').fill('As it stands on the invoice');
  await page.getByLabel('Regular expression', { exact: true }).fill('[A-Z');
  await admin.save();
  await admin.refused('[A-Z').waitFor();
  await page.getByLabel('Regular expression', { exact: true }).fill('^[A-Z]-\\d+$');
  await admin.save();
  await admin.row('Order number').waitFor();
  await soon(() => stored()).toMatchObject([{ regex: '^[A-Z]-\\d+$' }]);

  // One that was stored before patterns were checked.
  await desk.pool.query("update custom_attributes set regex = '(?=[A-Z])'");
  await page.reload();
  await admin.row('Order number').getByText('Its pattern cannot be used').waitFor();
});
