import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { type SmtpSink, startSmtpSink } from '../../apps/server/test/smtp-sink.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.close());

const desk = useDesk({}, async () => {
  await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana' });
});

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('general settings: changed, refused beside the field, in use at once for everybody', async () => {
  const ana = await desk.seat('ana@desk.test');
  await ana.page.goto('/inboxes/assigned');
  const { page, allow } = await desk.seat(adminEmail);
  allow(/409 \(Conflict\)/);
  const admin = new Admin(page);
  await admin.open('general', 'General');
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByLabel('Site name').fill('');
  await page.getByLabel('Root URL').fill('not an address');
  await admin.save();
  await admin.refused('This cannot be empty').waitFor();
  await admin.refused('The root URL must be a full address').waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('site_name');
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByLabel('Site name').fill('Northwind');
  await page.getByLabel('Root URL').fill(`${desk.address}/`);
  await page.getByLabel('Undo send (seconds)').fill('25');
  await page.getByRole('button', { name: 'Time zone' }).click();
  await page.getByRole('combobox').fill('Lisbon');
  await page.keyboard.press('Enter');
  await admin.save();
  await page.getByText('Saved Settings').waitFor();
  await desk.until(async () => (await ana.page.title()) === 'My inbox - Northwind', 'the new name in another window');
  await page.reload();
  await page.getByRole('button', { name: 'Time zone' }).getByText('Europe/Lisbon').waitFor();
  await soon(() => page.getByLabel('Undo send (seconds)').inputValue()).toBe('25');
  await soon(() => page.getByLabel('Root URL').inputValue()).toBe(desk.address);

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: "Use Bellhop's own" }).waitFor();
  await desk.until(
    async () => (await page.getByLabel('Logo URL').first().inputValue()).includes('/logo.png?v='),
    'the address of the new logo',
  );
  await page.getByRole('button', { name: "Use Bellhop's own" }).click();
  await page.getByRole('button', { name: "Use Bellhop's own" }).waitFor({ state: 'detached' });

  await page.getByLabel('Site name').fill('Southwind');
  await desk.pool.query(`update settings set value = '"Eastwind"', updated_at = now() where key = 'app.site_name'`);
  await admin.save();
  await page.getByText('Somebody else has saved this since you opened it.').waitFor();
  await page.getByRole('button', { name: 'Save mine all the same' }).click();
  await desk.until(async () => (await page.title()) === 'General - Southwind', 'the name that was saved all the same');
});

test('the mail server of notifications: tried before it is saved, its password never shown again', async () => {
  const { page, allow } = await desk.seat(adminEmail);
  allow(/400 \(Bad Request\)/);
  const admin = new Admin(page);
  await admin.open('notification', 'Notifications');
  expect(await violationsInBothThemes(page)).toEqual([]);
  const test = page.getByRole('button', { name: 'Send a test mail to me' });
  await test.click();
  await admin.refused('Write an address').waitFor();

  await page.getByLabel('From address').fill('Desk <desk@desk.test>');
  await page.getByLabel('SMTP host').fill('127.0.0.1');
  await page.getByLabel('Port', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'TLS', exact: true }).click();
  await page.getByRole('option', { name: 'No encryption' }).click();
  await page.getByRole('button', { name: 'Authentication' }).click();
  await page.getByRole('option', { name: 'No sign-in' }).click();
  await page.getByLabel('Password', { exact: true }).fill('very secret');
  await test.click();
  await page.getByText('127.0.0.1:1 refused the connection').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByLabel('Port', { exact: true }).fill(String(sink.port));
  await test.click();
  await page.getByText(`The server took the mail to ${adminEmail}`).waitFor();
  expect(sink.messages.at(-1)?.to).toEqual([adminEmail]);

  await page.getByLabel('Send mails to agents').check();
  await admin.save();
  await page.getByText('Saved Settings').waitFor();
  await page.reload();
  await page.getByLabel('Password', { exact: true }).waitFor();
  await soon(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('••••••••••');
  await soon(() => page.getByLabel('Send mails to agents').isChecked()).toBe(true);
  await page.getByLabel('SMTP host').fill('');
  await admin.save();
  await admin.refused('This cannot be empty').waitFor();
});
