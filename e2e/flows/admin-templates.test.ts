import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';

let uuid = '';
const desk = useDesk({}, async () => {
  const { conversation } = await openConversation(desk, { subject: 'A lamp', name: 'Mina Oak' });
  uuid = conversation.uuid;
});

test('templates: written beside their look, refused by the line, made the default, seen in a reply, deleted', async () => {
  const { page } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  await admin.open('templates', 'Templates');
  await admin.row('Default').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole('link', { name: 'New Template' }).click();
  const code = page.getByRole('textbox', { name: 'HTML' });
  const look = page.frameLocator('iframe[title="Preview with sample data"]');
  await code.waitFor();
  await look.getByText('thank you for writing').waitFor();
  await code.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('Best, ');
  await page.getByRole('button', { name: '.Author.FullName', exact: true }).click();
  await look.getByText('Best, Admin').waitFor();
  await page.keyboard.type('{{ if .Contact.Email }}');
  await page.getByText('Line 2: this if has no end').first().waitFor();
  await page.getByLabel('Name').fill('House style');
  await admin.save();
  await admin.refused('Line 2: this if has no end').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await code.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('{{ end }}');
  await admin.save();
  await admin.row('House style').waitFor();
  await page.reload();

  await page.getByRole('link', { name: 'House style' }).click();
  await code.waitFor();
  await page.getByLabel('Default for outgoing mail').check();
  await admin.save();
  await admin.row('House style').getByText('Default', { exact: true }).waitFor();

  await page.goto(`/inboxes/all/conversation/${uuid}`);
  await page.getByRole('button', { name: /^Reply to Mina/ }).click();
  await page.getByRole('textbox', { name: 'Reply' }).fill('On its way');
  await page.getByRole('button', { name: 'See it as a mail' }).click();
  const mail = page.frameLocator('iframe[title="See it as a mail"]');
  await mail.getByText('On its way').waitFor();
  await mail.getByText('Best, Admin').waitFor();
  await page.keyboard.press('Escape');

  await admin.open('templates', 'Templates');
  await admin.remove('House style');
  await admin.row('House style').waitFor({ state: 'detached' });
});

test('notifications keep their names; what they say is changed', async () => {
  const { page } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  await admin.open('templates?type=email_notification', 'Templates');
  await page.getByRole('button', { name: 'More for SLA breached', exact: true }).click();
  expect(await page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'SLA breached' }).click();
  await page.getByLabel('Subject').fill('');
  await admin.save();
  await admin.refused('A notification needs a subject').waitFor();
  await page.getByLabel('Subject').fill('Late: {{ .SLA.Metric }}');
  await page.getByText('Late: First Response').waitFor();
  await admin.save();
  await admin.row('SLA breached').waitFor();
  const { rows } = await desk.pool.query(`select subject from templates where name = 'SLA breached'`);
  expect(rows).toEqual([{ subject: 'Late: {{ .SLA.Metric }}' }]);

  // What nobody knows is told where the templates stand, and what keeps one from being used too.
  await page.getByRole('link', { name: 'SLA breached' }).click();
  await page.getByLabel('Subject').fill('Late: {{ .SLA.Metrik }}');
  await page.getByText('{{ .SLA.Metrik }} is no known variable').waitFor();
  await admin.save();
  await admin.row('SLA breached').getByText('1 place to check').waitFor();
  await desk.pool.query(`update templates set body = '{{ if .X }}' where name = 'Conversation assigned'`);
  await page.reload();
  await admin.row('Conversation assigned').getByText('Broken: mails leave without it').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
});
