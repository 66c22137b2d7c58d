import { afterAll, beforeEach, expect, test } from 'vitest';
import { type FakeAiProvider, refuses, says, startAiProvider } from '../../apps/server/test/fakes/ai-provider.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

let provider: FakeAiProvider;
const desk = useDesk({}, async () => {
  provider = await startAiProvider();
});
afterAll(() => provider?.close());
// As on a new desk, for another try, too.
beforeEach(async () => {
  await desk.pool.query('delete from ai_settings');
  await desk.pool.query('insert into ai_settings default values');
  await desk.pool.query("delete from ai_prompts where key = 'make_rhyme'");
});

test('the provider: tried before it is saved, its key never shown again, with budgets and what leaves the desk', async () => {
  const { page, shell, allow } = await desk.seat(adminEmail);
  allow(/status of 400/);
  const admin = new Admin(page);
  await page.goto('/admin');
  await shell.rail.getByRole('link', { name: 'Admin' }).waitFor();
  await admin.menu.getByRole('link', { name: 'AI', exact: true }).click();
  await page.getByText('AI is off: nothing leaves this desk.').waitFor();
  await page.getByLabel('Use AI on this desk').check();
  await page.getByText('Sent to api.openai.com').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  const address = page.getByLabel('Address of the API');
  await address.fill('somewhere');
  await page.getByLabel('Requests of each agent per minute').fill('0');
  await admin.save();
  await admin.refused('Enter a full address that begins with https://').waitFor();
  await admin.refused('At least 1').waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('base_url');
  await page.getByLabel('Requests of each agent per minute').fill('20');
  await address.fill(provider.base_url);
  await page.getByLabel('Model').fill('llama3.2');
  await page.getByLabel('API key').fill('sk-wrong');
  provider.behave(refuses(401));
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await admin.refused('The AI provider refuses the key').waitFor();
  provider.behave(says('Yes'));
  await page.getByLabel('API key').fill('sk-right');
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await page.getByText('The provider answered in').waitFor();
  expect(provider.calls.at(-1)?.headers.authorization).toBe('Bearer sk-right');
  await page.getByLabel('Each agent, per day').fill('50');
  await admin.save();
  await page.getByText('Saved AI', { exact: true }).first().waitFor();
  await page.reload();
  await soon(() => page.getByLabel('Model').inputValue()).toBe('llama3.2');
  await soon(() => page.getByLabel('Each agent, per day').inputValue()).toBe('50');
  await soon(() => page.getByLabel('API key').inputValue()).toMatch(/^•+$/);
  expect(await page.content()).not.toContain('sk-right');
  const { rows } = await desk.pool.query<{ text: string }>('select row_to_json(s)::text as text from ai_settings s');
  expect(rows[0]?.text).not.toContain('sk-right');

  // A key goes to no other server than the one that it was entered for.
  await page.getByLabel('Address of the API').fill('https://other.example/v1');
  await admin.save();
  await soon(() => page.locator('.admin-form .error').first().textContent()).toBeTruthy();
});

test('prompts: created, refused, changed, deleted; usage is counted by agent', async () => {
  const { page, allow } = await desk.seat(adminEmail);
  allow(/status of (400|409)/);
  const admin = new Admin(page);
  await admin.open('ai/prompts', 'Prompts');
  await admin.row('Make Friendly').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'New AI prompt' }).click();
  await page.getByLabel('Title').fill('Make rhyme');
  await page.getByLabel('Key').fill('Make Rhyme');
  await admin.save();
  await admin.refused('This cannot be empty').waitFor();
  await page.getByLabel('Instruction').fill('Make it rhyme.');
  await page.getByLabel('Key').fill('make_friendly');
  await admin.save();
  await soon(() => page.locator('.field .error').count()).toBe(1);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByLabel('Key').fill('make_rhyme');
  await admin.save();
  await admin.row('Make rhyme').waitFor();
  await admin.pick('Make rhyme', 'Edit');
  await soon(() => page.getByLabel('Instruction').inputValue()).toBe('Make it rhyme.');
  await page.getByLabel('Title').fill('Make verse');
  await admin.save();
  await admin.row('Make verse').waitFor();
  await page.reload();
  await admin.row('Make verse').waitFor();
  await admin.remove('Make verse');
  await admin.row('Make verse').waitFor({ state: 'detached' });

  const api = await desk.as(adminEmail);
  await api.call('ai.update_settings', { body: { enabled: true, base_url: provider.base_url, api_key: 'sk-x' } });
  provider.behave(says('Hello'));
  const { status } = await api.call('ai.complete', { body: { prompt_key: 'make_friendly', content: 'Hi' } });
  expect(status).toBe(200);
  await admin.open('ai/usage', 'Usage');
  await page.getByRole('table', { name: 'By agent' }).getByRole('row').nth(1).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
});
