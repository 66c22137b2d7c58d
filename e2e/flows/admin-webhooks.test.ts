import { afterEach, beforeEach, expect, test } from 'vitest';
import { answers, type HookReceiver, startHookReceiver } from '../../apps/server/test/fakes/hook-receiver.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { allowPrivate, isSignedWith } from '../../apps/server/test/webhooks.ts';
import { violationsInBothThemes } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { customer } from '../letters.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

let receiver: HookReceiver;
// One that no try before has called.
beforeEach(async () => {
  receiver = await startHookReceiver();
});
afterEach(() => receiver.close());
const desk = useDesk();
const eventsSent = () => receiver.calls.map(({ body }) => body.event);
const write = (subject: string) => desk.mail({ from: customer, to: supportAddress, subject, text: 'Where is it?' });

test('a webhook is set up, refused, tested, told what happens, given a new secret, switched off and deleted', async () => {
  const { page, shell, allow } = await desk.seat(adminEmail);
  // Refused on purpose.
  allow(/400 \(Bad Request\)/);
  const admin = new Admin(page);
  await page.goto('/admin');
  await shell.rail.getByRole('link', { name: 'Admin' }).waitFor();
  await admin.menu.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();

  await page.getByRole('link', { name: 'New Webhook' }).click();
  await page.getByRole('heading', { name: 'New Webhook', level: 1 }).waitFor();
  await page.getByLabel('URL').fill('ftp://shop.example');
  for (const group of ['Messages', 'Contacts']) {
    if (group === 'Messages') await page.getByRole('button', { name: `Select all: ${group}` }).click();
    await page.getByRole('button', { name: `Select none: ${group}` }).click();
  }
  await page.getByRole('button', { name: 'Select none: Conversations' }).click();
  await admin.save();
  await admin.refused('This cannot be empty').waitFor();
  await admin.refused('Enter a full address that begins with https://').waitFor();
  await page.getByText('Choose at least 1').waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByLabel('Name').fill('Shop system');
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByLabel('Message received').check();
  await admin.save();
  await admin.refused('127.0.0.1 leads to a private network').waitFor();
  await allowPrivate(desk, true);
  await admin.save();
  await admin.dialog.getByText('it is never shown again').waitFor();
  const secret = await admin.dialog.getByLabel('Secret').inputValue();
  expect(secret).toMatch(/^whsec_/);
  expect(await violationsInBothThemes(page)).toEqual([]);
  // Escape must not lose it.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('heading', { name: 'Shop system', level: 1 }).waitFor();
  await page.reload();
  await page.getByRole('switch', { name: 'Enabled' }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await soon(() => page.getByLabel('Message received').isChecked()).toBe(true);

  await page.getByRole('button', { name: 'Send a test' }).click();
  await admin.dialog.getByText('Taken: it answered with 200').waitFor();
  expect(receiver.calls).toHaveLength(1);
  expect(isSignedWith(receiver.calls[0]!, secret)).toBe(true);
  expect(await violationsInBothThemes(page)).toEqual([]);
  receiver.behave(answers(500, '{"error":"out of lamps"}'));
  await page.getByRole('button', { name: 'Test again' }).click();
  await admin.dialog.getByText('It answered with 500, which counts as a failure').waitFor();
  await admin.dialog.getByText('"out of lamps"').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'New secret' }).click();
  await admin.dialog.getByRole('button', { name: 'New secret' }).click();
  await admin.dialog.getByText('it is never shown again').waitFor();
  expect(await admin.dialog.getByLabel('Secret').inputValue()).not.toBe(secret);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByText('The secret before this one signs too until').waitFor();

  receiver.behave(answers(200));
  receiver.calls.length = 0;
  await write('A lamp');
  await soon(eventsSent).toEqual(['message.received']);
  expect(isSignedWith(receiver.calls[0]!, secret)).toBe(true);
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await admin.row('Message received').getByText('Delivered').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Message received' }).click();
  await admin.dialog.getByText('"event": "message.received"').waitFor();
  await admin.dialog.getByText('Bellhop-Signature').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send again' }).click();
  await soon(eventsSent).toEqual(['message.received', 'message.received']);
  expect(receiver.calls[1]!.body).toMatchObject({ replay: true, event_id: receiver.calls[0]!.body.event_id });
  await admin.row('Sent once more').getByText('Delivered').waitFor();

  // Whoever does not take an event gets it again; what waits is cancelled with the webhook, and can be sent all the same.
  receiver.behave(answers(503));
  await write('A second lamp');
  await admin.row('Waiting for a retry').getByText('503').waitFor();
  await admin.open('webhooks', 'Webhooks');
  await admin.row('Shop system').getByText('Failing').waitFor();
  await page.getByRole('switch', { name: 'Enabled: Shop system' }).click();
  await shell.toasts.filter({ hasText: '1 delivery that waited was cancelled' }).waitFor();
  await admin.row('Shop system').getByText('Off', { exact: true }).waitFor();
  await admin.pick('Shop system', 'Switch on');
  await admin.row('Shop system').getByText('On', { exact: true }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  receiver.behave(answers(200));
  receiver.calls.length = 0;
  await admin.pick('Shop system', 'Deliveries');
  await admin.row('Cancelled').waitFor();
  await page.getByRole('button', { name: 'Send all failed again' }).click();
  await admin.dialog.getByRole('button', { name: 'Send again' }).click();
  await soon(eventsSent).toEqual(['message.received']);
  await page.getByRole('button', { name: 'All states' }).click();
  await page.getByRole('option', { name: 'Cancelled' }).click();
  await soon(() => admin.rows.count()).toBe(1);

  await admin.open('webhooks', 'Webhooks');
  await admin.remove('Shop system');
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  expect((await desk.pool.query('select id from webhooks')).rows).toEqual([]);
});
