import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

let teamId: number;
const desk = useDesk({}, async ({ pool }) => {
  teamId = await desk.addTeam('Billing');
  await pool.query(`insert into tags (name) values ('refund'), ('vip')`);
});

test('macros: written, refused beside what is missing, narrowed to a team, deleted', async () => {
  const { page } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  const choose = async (word: string, choice: string) => {
    await page.getByRole('button', { name: word }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  };
  await admin.open('conversations/macros', 'Macros');
  await page.getByRole('heading', { name: 'No macros yet' }).waitFor();
  await page.getByRole('link', { name: 'New Macro' }).click();
  const message = page.getByRole('textbox', { name: 'Message to insert' });
  await message.waitFor();
  await admin.save();
  await admin.refused('A macro needs a message or at least one action').waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  await page.getByRole('button', { name: 'Add action' }).click();
  await admin.save();
  await page.getByText('Choose what this action uses').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByLabel('Name').fill('Refund');
  await message.fill('Hello, it is on its way.');
  await choose('Action 1: assign to team', 'add tags');
  await page.getByRole('button', { name: 'Action 1: Tags' }).click();
  await page.getByRole('option', { name: 'refund' }).click();
  await page.getByRole('option', { name: 'vip' }).click();
  await page.keyboard.press('Escape');
  await admin.save();
  await admin.row('Refund').getByText('Everybody').waitFor();
  const stored = async () =>
    (await desk.pool.query('select name, message_content, actions, visibility, team_id from macros')).rows;
  await soon(() => stored()).toEqual([
    {
      name: 'Refund',
      message_content: '<p>Hello, it is on its way.</p>',
      actions: [{ type: 'add_tags', value: ['refund', 'vip'] }],
      visibility: 'all',
      team_id: null,
    },
  ]);

  await page.reload();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Refund' }).click();
  await message.getByText('it is on its way').waitFor();
  await page.getByLabel('Visibility').click();
  await page.getByRole('option', { name: 'One team' }).click();
  await admin.save();
  await admin.refused('This cannot be empty').waitFor();
  await page.getByLabel('Team', { exact: true }).click();
  await page.getByRole('option', { name: 'Billing' }).click();
  await admin.save();
  await admin.row('Refund').getByText('Billing').waitFor();
  await soon(() => stored()).toMatchObject([{ visibility: 'team', team_id: teamId }]);

  await admin.pick('Refund', 'Delete');
  await admin.dialog.getByText('Used 0 times').waitFor();
  await admin.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('heading', { name: 'No macros yet' }).waitFor();
  await soon(() => stored()).toEqual([]);
});
