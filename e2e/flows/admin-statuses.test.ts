import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async ({ pool }) => {
  await openConversation(desk, { subject: 'A lamp' });
  await pool.query(`insert into conversation_statuses (name, category) values ('On hold', 'waiting')`);
  await move('On hold');
});
const move = (status: string) =>
  desk.pool.query('update conversations set status_id = (select id from conversation_statuses where name = $1)', [
    status,
  ]);

test('statuses: listed, four fixed, created, refused, changed, deleted unless in use', async () => {
  const { page, list, allow } = await desk.seat(adminEmail);
  allow(/40[09] \((Conflict|Bad Request)\)/);
  const admin = new Admin(page);
  await admin.open('conversations/statuses', 'Statuses');
  await admin.row('On hold').getByText('Waiting').waitFor();
  await soon(() => admin.rows.count()).toBe(5);
  await soon(() => admin.row('Fixed').count()).toBe(4);
  expect(await page.getByRole('button', { name: 'Open', exact: true }).count()).toBe(0);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole('button', { name: 'New Status' }).click();
  await admin.save();
  await admin.refused('This cannot be empty').waitFor();
  await page.getByLabel('Name').fill('ääääääääääääää');
  await admin.save();
  await admin.refused('25 bytes at most').waitFor();
  await page.getByLabel('Name').fill('resolved');
  await admin.save();
  await admin.refused('The name resolved is already in use').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByLabel('Name').fill('Phoned');
  await page.getByLabel('Category').click();
  await page.getByRole('option', { name: 'Done' }).click();
  await page.getByText('Nothing is left to do').waitFor();
  await admin.save();
  await admin.row('Phoned').getByText('Done').waitFor();
  await page.reload();
  await admin.row('Phoned').getByText('Done').waitFor();

  await page.getByRole('button', { name: 'On hold', exact: true }).click();
  await page.getByLabel('Category').click();
  await page.getByRole('option', { name: 'In progress' }).click();
  await admin.save();
  await admin.refused('cannot change while conversations have this status').waitFor();
  await page.getByLabel('Category').click();
  await page.getByRole('option', { name: 'Waiting' }).click();
  await page.getByLabel('Name').fill('With the supplier');
  await admin.save();
  await admin.row('With the supplier').waitFor();

  await admin.pick('With the supplier', 'Delete');
  await admin.dialog.getByText('1 conversation').waitFor();
  await admin.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await admin.dialog.getByText('The status With the supplier is in use').waitFor();
  await page.keyboard.press('Escape');
  // Nothing is left to do in it, so the conversation offers to go back.
  await move('Phoned');
  await page.goto('/inboxes/all?status=Phoned');
  await list.row('A lamp').click();
  await page.getByRole('button', { name: 'Reopen' }).waitFor();
  await move('With the supplier');
  await admin.open('conversations/statuses', 'Statuses');
  await admin.remove('Phoned');
  await admin.row('Phoned').waitFor({ state: 'detached' });
  const { rows } = await desk.pool.query('select name, category from conversation_statuses where id > 4');
  expect(rows).toEqual([{ name: 'With the supplier', category: 'waiting' }]);
});
