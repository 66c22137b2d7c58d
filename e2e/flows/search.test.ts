import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async ({ pool }) => {
  await desk.addTeam('Shipping & returns');
  await desk.addAgent({
    email: 'assigned@bellhop.local',
    permissions: ['conversations:read', 'conversations:read_assigned', 'messages:read'],
  });
  await pool.query("insert into tags (name) values ('vip customer'), ('warranty')");
  const letters = [
    ['Mina Oak <mina@customer.example>', 'Lamp arrived broken', 'The brass lampshade has a crack from top to bottom.'],
    ['Kai Stone <kai@elsewhere.example>', 'Delivery address', 'Please send the lampshade to the new house.'],
    ['Ole Bull <ole@elsewhere.example>', 'Something else', 'A violin case, nothing to do with lighting.'],
  ] as const;
  for (const [from, subject, text] of letters) await desk.mail({ from, to: supportAddress, subject, text });
  await desk.until(async () => (await pool.query('select 1 from conversations')).rows.length === 3, 'the mails');
  const admin = await desk.as(adminEmail);
  const { data } = await admin.call('conversations.all');
  const { uuid } = data.results.find(({ subject }) => subject === 'Lamp arrived broken')!;
  await admin.call('conversations.set_tags', { params: { uuid }, body: { tags: JSON.stringify(['vip customer']) } });
});

const hits = '.hits > li';

test('finds words, shows where, and jumps to the message', async () => {
  await desk.pool.query(
    "update conversations set assigned_user_id = (select id from users where email = $1) where subject = 'Something else'",
    [adminEmail],
  );
  const { page, conversation, list } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  await page.getByRole('link', { name: 'Search' }).waitFor();
  await page.keyboard.press('/');
  await page.waitForURL('**/inboxes/search');
  await soon(() => page.title()).toMatch(/^Search - /);
  const box = page.getByRole('combobox', { name: 'Search' });
  await soon(() => box.evaluate((field) => field === document.activeElement)).toBe(true);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/search')) asked.push(new URL(request.url()).searchParams.get('q') ?? '');
  });
  await page.keyboard.type('la');
  await page.getByRole('heading', { name: 'Enter at least 3 characters' }).waitFor();
  await page.keyboard.type('mpsha', { delay: 20 });
  await soon(() => page.locator(hits).count()).toBe(2);
  // One call after the last key, not one per key.
  expect(asked.length).toBeLessThan(4);
  expect(asked).not.toContain('la');
  await page.locator('mark', { hasText: 'lampshade' }).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  const second = await page.locator(hits).nth(1).textContent();
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe(second);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/inboxes\/assigned\/conversation\/[\w-]+\?message=[\w-]+/);
  await conversation.thread.waitFor();
  // It is no row of the list beside it: the focus is on none, or Enter would open another one.
  await list.row('Something else').waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.className)).toMatch(/thread|main/);
  await desk.pool.query('update conversations set assigned_user_id = null');
  await page.goBack();
  await page.waitForURL('**/inboxes/search?q=*');
  await soon(() => box.inputValue()).toBe('lampsha');
  await soon(() => page.locator(hits).count()).toBe(2);
});

test('operators and their values complete themselves', async () => {
  const { page } = await desk.seat(adminEmail);
  await page.goto('/inboxes/search');
  const box = page.getByRole('combobox', { name: 'Search' });
  const list = page.getByRole('listbox', { name: 'Completions' });
  await box.pressSequentially('ta');
  await list.getByRole('option', { name: 'tag:' }).waitFor();
  await page.keyboard.press('Tab');
  await list.getByRole('option', { name: 'warranty' }).waitFor();
  await page.keyboard.type('cust');
  await soon(() => list.getByRole('option').count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await soon(() => box.inputValue()).toBe('tag:"vip customer" ');
  await soon(() => page.locator(hits).count()).toBe(1);
  await page.locator(hits).getByText('Lamp arrived broken').waitFor();
  await box.pressSequentially('assig');
  await list.waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await box.fill('from:kai@elsewhere.example lampshade');
  await soon(() => page.locator(hits).count()).toBe(1);
  await page.locator(hits).getByText('Delivery address').waitFor();
  // The contract's searches know no operators.
  expect(await page.getByRole('button', { name: 'Contacts' }).count()).toBe(0);
});

test('the searches of the contract: conversations, messages, contacts', async () => {
  const { page } = await desk.seat(adminEmail);
  await page.goto('/inboxes/search?q=elsewhere');
  await page.getByRole('button', { name: 'Conversations' }).click();
  await soon(() => page.locator(hits).count()).toBe(2);
  await page.goto('/inboxes/search?q=lampshade');
  await page.getByRole('button', { name: 'Messages' }).click();
  await soon(() => page.locator(hits).count()).toBe(2);
  await page.locator('mark', { hasText: 'lampshade' }).first().waitFor();
  await page.getByRole('combobox', { name: 'Search' }).fill('mina@cust');
  await page.getByRole('button', { name: 'Contacts' }).click();
  await page.getByRole('button', { name: /Mina Oak/ }).click();
  await soon(() => page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('from:mina@customer.example ');
  await page.locator(hits).getByText('Lamp arrived broken').waitFor();
});

test('nothing found, a failure with a way to try again, best and newest first', async () => {
  const seat = await desk.seat(adminEmail);
  seat.allow(/Failed to load resource|console warning/);
  const { page } = seat;
  await page.goto('/inboxes/search?q=xyzzyx');
  await page.getByRole('heading', { name: 'Nothing found for xyzzyx' }).waitFor();
  await desk.gate.cut();
  await page.getByRole('combobox', { name: 'Search' }).fill('lampshade');
  await page.getByRole('heading', { name: 'Could not search' }).waitFor();
  await desk.gate.mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await soon(() => page.locator(hits).count()).toBe(2);
  await page.getByRole('button', { name: 'Newest first' }).click();
  await page.getByRole('menuitemradio', { name: 'Best first' }).click();
  await page.waitForURL(/sort=best/);
  await soon(() => page.locator(hits).count()).toBe(2);
});

test('a search becomes a view where its terms allow; words keep it from that', async () => {
  const { page, shell, list } = await desk.seat(adminEmail);
  await page.goto('/inboxes/search?q=lampshade');
  await page.getByRole('button', { name: 'Save as view' }).click();
  await shell.toasts.getByText('lampshade').waitFor();
  await page.goto('/inboxes/search?q=status:Open assignee:none');
  await soon(() => page.locator(hits).count()).toBe(3);
  await page.getByRole('button', { name: 'Save as view' }).click();
  const dialog = page.getByRole('dialog', { name: 'New view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nobody has these');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/inboxes\/views\/\d+/);
  await list.titled('Nobody has these').waitFor();
  await list.row('Something else').waitFor();
});

test('shows only what the agent may see', async () => {
  const { page } = await desk.seat('assigned@bellhop.local');
  await page.goto('/inboxes/search?q=lampshade');
  await page.getByRole('heading', { name: 'Nothing found for lampshade' }).waitFor();
  expect(await page.getByRole('button', { name: 'Contacts' }).count()).toBe(0);
});

test('axe finds nothing wrong, in both themes', async () => {
  const { page } = await desk.seat(adminEmail);
  await page.goto('/inboxes/search');
  await page.getByRole('heading', { name: 'Start typing to search' }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially('t');
  await page.getByRole('listbox').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Search' }).fill('lampshade');
  await soon(() => page.locator(hits).count()).toBe(2);
  expect(await violationsInBothThemes(page)).toEqual([]);
});
