import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const email = 'ana@desk.test';
let anaId: number;
const desk = useDesk({}, async () => {
  anaId = await desk.addAgent({ email, first_name: 'Ana', permissions: ['conversations:read', 'tags:manage'] });
});

const ask = (key: string) => desk.anonymous().call('agents.me', { headers: { authorization: `Bearer ${key}` } });
const addTag = (key: string, name: string) =>
  desk.anonymous().call('tags.create', { headers: { authorization: `Bearer ${key}` }, body: { name } });

test('a key is made with bad input beside its fields, shown once, used, changed and revoked', async () => {
  const { page, shell, allow } = await desk.seat(email);
  allow(/409 \(Conflict\)/);
  await page.goto('/inboxes/all');
  await shell.pick('Account');
  await page.getByRole('complementary', { name: 'Account' }).getByRole('link', { name: 'API keys' }).click();
  await page.getByText('There are no API keys').waitFor();
  await soon(() => page.title()).toMatch(/^API keys - /);

  await page.getByRole('button', { name: 'New API key' }).click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByRole('button', { name: 'Create key' }).click();
  await form.getByText('This cannot be empty').waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  await form.getByLabel('Name').fill('Shop');
  // What one may not do cannot be given.
  await soon(() => form.getByRole('checkbox').count()).toBe(2);
  await form.getByRole('checkbox', { name: 'Manage tags' }).check();
  await form.getByLabel('Expires').click();
  await page.getByRole('option', { name: 'at the end of a day of your choice' }).click();
  await form.getByLabel('Last day').fill('2020-01-31');
  await form.getByRole('button', { name: 'Create key' }).click();
  await form.getByText('Choose a day that is not over').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await form.getByLabel('Last day').fill('2099-12-31');
  await form.getByRole('button', { name: 'Create key' }).click();

  const shown = page.getByRole('dialog', { name: '“Shop” is ready' });
  const key = await shown.getByRole('region', { name: 'API key' }).locator('code').innerText();
  expect(key).toMatch(/^[A-Za-z0-9]{32}:[A-Za-z0-9]{64}$/);
  const command = await shown.getByRole('region', { name: 'Try it in a terminal' }).locator('code').innerText();
  expect(command).toBe(`curl -H 'Authorization: Bearer ${key}' ${desk.address}/api/v1/agents/me`);
  expect(await violationsInBothThemes(page)).toEqual([]);
  // Neither a key nor a click beside it loses what is shown once.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await shown.waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await shown.getByRole('button', { name: 'Copy key' }).click();
  await page.getByText('The key is on the clipboard').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await shown.waitFor({ state: 'hidden' });

  const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: 'Shop' }).first();
  await row.getByText('Never used').waitFor();
  await row.getByText(`${key.slice(0, 8)}…`).waitFor();
  await row.getByText('Expires: December 31, 2099', { exact: false }).waitFor();
  expect((await ask(key)).data.email).toBe(email);
  await page.reload();
  await row.getByText('Last used: Just now', { exact: false }).waitFor();
  expect(await page.content()).not.toContain(key.slice(10, 60));

  await row.getByRole('button', { name: 'Edit: Shop' }).press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit API key' });
  await edit.getByLabel('Name').fill('Shop orders');
  await edit.getByRole('checkbox', { name: 'Manage tags' }).press('Space');
  await page.keyboard.press('Enter');
  await edit.waitFor({ state: 'hidden' });
  await row.getByText('No permissions: only what every agent may do').waitFor();
  expect((await addTag(key, 'x')).status).toBe(403);

  await page.getByRole('button', { name: 'New API key' }).press('Enter');
  await form.getByLabel('Name').fill('shop ORDERS');
  await page.keyboard.press('Enter');
  await form.getByText('The name shop ORDERS is already in use').waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();

  await row.getByRole('button', { name: 'Revoke: Shop orders' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Revoke “Shop orders”?' });
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  await row.getByRole('button', { name: 'Revoke: Shop orders' }).press('Enter');
  await question.getByRole('button', { name: 'Revoke' }).press('Enter');
  await row.getByText('Revoked', { exact: true }).waitFor();
  expect((await ask(key)).body.code).toBe('api_key.revoked');
  expect(await row.getByRole('button').count()).toBe(0);
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('who manages agents sees the keys of others, revokes them, and reads in the log what was done by which', async () => {
  const ana = await desk.as(email);
  const made = await ana.call('api_keys.create', {
    body: { name: 'Warehouse', permissions: ['tags:manage'], expires_at: null },
  });
  expect(made.status).toBe(200);
  const key = `${made.data.key}:${made.data.secret}`;
  expect((await addTag(key, 'pallets')).status).toBe(200);
  const { page } = await desk.seat(adminEmail);
  await page.goto(`/admin/teams/agents/${anaId}/edit`);
  const part = page.getByRole('region', { name: 'API keys' });
  const row = part.getByRole('listitem').filter({ hasText: 'Warehouse' }).first();
  await row.getByText('Never expires').waitFor();
  expect(await row.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await row.getByRole('button', { name: 'Revoke: Warehouse' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('Revoked', { exact: true }).waitFor();
  expect((await ask(key)).status).toBe(401);

  await page.goto('/admin/teams/activity-log');
  await page.getByText('API key “Warehouse” of ana@desk.test', { exact: false }).waitFor();
  await page
    .getByRole('row')
    .filter({ hasText: 'Tag “pallets” created' })
    .getByText('by the API key “Warehouse”')
    .waitFor();
});
