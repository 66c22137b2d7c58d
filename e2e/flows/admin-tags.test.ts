import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async ({ pool }) => {
  await openConversation(desk, { subject: 'A lamp' });
  await pool.query(`insert into tags (name) values ('billing')`);
  await pool.query(
    `insert into conversation_tags (conversation_id, tag_id) select c.id, t.id from conversations c, tags t`,
  );
  await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana' });
});

test('tags: listed, created, refused, renamed under another hand, deleted with what uses them', async () => {
  const { page, shell, allow } = await desk.seat(adminEmail);
  allow(/409 \(Conflict\)/);
  const admin = new Admin(page);
  await page.goto('/admin');
  await shell.rail.getByRole('link', { name: 'Admin' }).waitFor();
  await admin.menu.getByRole('link', { name: 'Tags' }).click();
  await admin.row('billing').waitFor();
  await soon(() => page.title()).toMatch(/^Tags - /);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole('button', { name: 'New Tag' }).click();
  await admin.save();
  await admin.refused('This cannot be empty').waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  await page.getByLabel('Name').fill('Billing');
  await admin.save();
  await admin.refused('The name Billing is already in use').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByLabel('Name').fill('returns');
  await admin.save();
  await admin.row('returns').waitFor();
  await page.reload();
  await admin.row('returns').waitFor();

  await page.getByRole('searchbox').fill('BILL');
  await page.getByText('1 of 2').waitFor();
  await soon(() => admin.rows.count()).toBe(1);
  await page.getByRole('searchbox').fill('');

  await page.getByRole('button', { name: 'returns', exact: true }).click();
  await page.getByLabel('Name').fill('refunds');
  await desk.pool.query(`update tags set name = 'goods back', updated_at = now() where name = 'returns'`);
  await admin.save();
  await page.getByText('Somebody else has saved this since you opened it.').waitFor();
  await page.getByRole('button', { name: 'Save mine all the same' }).click();
  await admin.row('refunds').waitFor();

  await admin.remove('refunds');
  await admin.row('refunds').waitFor({ state: 'detached' });
  await admin.pick('billing', 'Delete');
  await admin.dialog.getByText('1 conversation').waitFor();
  await page.keyboard.press('Escape');
  expect((await desk.pool.query('select name from tags')).rows).toEqual([{ name: 'billing' }]);
});

test('whoever may administer nothing finds no way in, and the address leads to a page that says so', async () => {
  const { page, shell } = await desk.seat('ana@desk.test');
  await page.goto('/admin/conversations/tags');
  await page.getByRole('heading', { name: 'Nothing to administer' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin');
  expect(await shell.rail.getByRole('link', { name: 'Admin' }).count()).toBe(0);
  expect(await violationsInBothThemes(page)).toEqual([]);
});
