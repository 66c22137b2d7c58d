import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async ({ pool }) => {
  const ana = await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Reis' });
  await pool.query(
    `insert into activity_logs (activity_type, created_at, actor_id, target_model_type, target_model_id, ip, params)
     select 'agent_away', '2025-03-01'::timestamptz + n * interval '1 hour', $1, 'user', $1, '203.0.113.' || n,
       '{"actor_email": "ana@desk.test", "target_email": "ana@desk.test"}' from generate_series(1, 40) n`,
    [ana],
  );
  const admin = await desk.as();
  await admin.call('tags.create', { body: { name: 'Lamp' } });
  const tag = (await admin.call('tags.list')).data[0]!;
  await admin.call('tags.update', { params: { id: tag.id }, body: { name: 'Light' } });
  const role = (await admin.call('roles.list')).data.find(({ name }) => name === 'Agent')!;
  const permissions = [...role.permissions.filter((one) => one !== 'view:manage'), 'reports:manage'] as const;
  await admin.call('roles.update', { params: { id: role.id }, body: { ...role, permissions } });
});

test('the log: who did what from where, narrowed, opened, leafed through and taken along', async () => {
  const { page, allow } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  await admin.open('teams/activity-log', 'Activity log');
  await admin.row('Tag “Lamp” created').waitFor();
  await soon(() => admin.row('Tag “Lamp” created').textContent()).toMatch(/admin@bellhop\.local[\s\S]*127\.0\.0\.1/);
  await soon(() => admin.rows.count()).toBe(15);

  // A change opens by the keyboard alone, and says what was there before.
  const change = page.getByRole('button', { name: 'Tag “Light” changed' });
  await change.focus();
  await page.keyboard.press('Enter');
  const told = page.getByRole('table', { name: 'What changed: Tag “Light” changed' });
  await told.getByRole('row', { name: 'Name Lamp Light' }).waitFor();
  await soon(() => change.getAttribute('aria-expanded')).toBe('true');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await told.waitFor({ state: 'detached' });

  // What a role may do is told in the words of its form.
  await page.getByRole('button', { name: 'Permissions of the role “Agent” changed' }).click();
  const rights = page.getByRole('table', { name: 'What changed: Permissions of the role “Agent” changed' });
  await rights.getByRole('listitem').first().waitFor();
  const items = await rights.getByRole('listitem').allTextContents();
  expect(items.map((text) => text.split(':')[0])).toEqual(['Removed', 'Added']);
  expect(items.join()).not.toMatch(/:manage/);

  // Narrowed to an agent and a kind of deed; the address keeps it.
  await page.getByRole('button', { name: 'All agents' }).click();
  await page.getByRole('option', { name: /^Ana Reis/ }).click();
  await page.getByText('1 to 15 of 40').waitFor();
  await page.getByRole('button', { name: 'Everything' }).click();
  await page.getByRole('combobox').fill('Tag:');
  await page.getByRole('option', { name: 'Tag: everything' }).click();
  await page.getByRole('heading', { name: 'Nothing matches.' }).waitFor();
  await page.getByRole('button', { name: 'Tag: everything' }).click();
  await page.getByRole('combobox').fill('Availability: ev');
  await page.getByRole('option', { name: 'Availability: everything' }).click();
  await page.getByText('1 to 15 of 40').waitFor();
  await page.getByRole('button', { name: '15 on a page' }).click();
  await page.getByRole('menuitemradio', { name: '30' }).click();
  await page.getByText('1 to 30 of 40').waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('31 to 40 of 40').waitFor();
  await page.reload();
  await page.getByText('31 to 40 of 40').waitFor();
  await soon(() => admin.rows.first().textContent()).toMatch(/Ana Reis[\s\S]*Availability: away[\s\S]*203\.0\.113\.10/);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^activity-log-[\d-]{10}\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(41);
  expect(new Set(lines.slice(1).map((line) => line.split(',')[2]))).toEqual(new Set(['agent_away']));
  await page.getByRole('button', { name: 'Remove the filters' }).click();
  await admin.row('Exported: activity log').waitFor();

  // Days of the desk, both included; a page that is not there; a call that fails.
  await page.getByLabel('From', { exact: true }).fill('2025-03-01');
  await page.getByLabel('To', { exact: true }).fill('2025-03-01');
  await page.getByText('1 to 23 of 23').waitFor();
  await page.goto('/admin/teams/activity-log?page=99&agent=x&type=y&size=7');
  await page.getByRole('heading', { name: 'There is nothing on this page' }).waitFor();
  await page.getByRole('button', { name: 'First page' }).first().click();
  await admin.row('Tag “Lamp” created').waitFor();
  allow(/500|Broken/);
  await page.route('**/api/v1/activity-logs?*', (route) =>
    route.fulfill({
      status: 500,
      json: { status: 'error', message: 'Broken', error_type: 'GeneralException', data: null },
    }),
  );
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'Could not fetch: Activity log' }).waitFor();
  await page.unroute('**/api/v1/activity-logs?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await admin.row('Tag “Lamp” created').waitFor();
});
