import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail, testPassword } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { setUndo, supportAddress, useDesk } from '../desk.ts';
import { customer } from '../letters.ts';
import { soon } from '../soon.ts';

const desk = useDesk();

test('the main job without a mouse: from the login to the resolved conversation', async () => {
  const { page, list, conversation, composer, shell } = await desk.seat(null);
  const { keyboard } = page;
  await page.goto('/inboxes/unassigned');
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
  await keyboard.type(adminEmail);
  await keyboard.press('Tab');
  await keyboard.type(testPassword);
  await keyboard.press('Enter');
  await list.titled('Unassigned').waitFor();

  await desk.mail({ from: customer, to: supportAddress, subject: 'First', text: 'Where is it?' });
  await list.row('First').waitFor();
  await desk.mail({ from: customer, to: supportAddress, subject: 'Second', text: 'And this?' });
  await list.row('Second').waitFor();
  await keyboard.press('j');
  await keyboard.press('j');
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toContain('First');
  await keyboard.press('Enter');
  await conversation.shows('First');
  await keyboard.press('i');
  await conversation.fact('Agent: Admin').waitFor();

  const known = await desk.outbox();
  await keyboard.press('r');
  await composer.text().waitFor();
  await soon(() => composer.text().evaluate((text) => text === document.activeElement)).toBe(true);
  await keyboard.type('It is ');
  await keyboard.press('Control+b');
  await keyboard.type('on its way');
  await keyboard.press('Control+b');
  await keyboard.type('.');
  // In an editor the key means bold alone.
  await soon(() => shell.sidebar.isVisible()).toBe(true);
  await keyboard.press('Control+Shift+Enter');
  // Done with: the next one's turn comes.
  await conversation.shows('Second');
  const { mail } = await desk.nextOut(known);
  expect(mail.html).toContain('<strong>on its way</strong>');

  await keyboard.press('u');
  await page.waitForURL('**/inboxes/unassigned');
  await keyboard.press('g');
  await keyboard.press('a');
  await list.titled('My inbox').waitFor();
  await keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await sheet.getByText('Show these keys').waitFor();
  await keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
});

test('Tab reaches what can be done, with a visible focus', async () => {
  const { page, list, conversation } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  await list.row('Second').click();
  await conversation.shows('Second');
  await page.reload();
  await conversation.shows('Second');
  const reached = new Set<string>();
  const invisible: string[] = [];
  for (let n = 0; n < 80; n += 1) {
    await page.keyboard.press('Tab');
    const { name, ring } = await page.evaluate(async () => {
      const element = document.activeElement!;
      await Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
      const style = getComputedStyle(element);
      // A thin edge shows it by its line.
      const line = getComputedStyle(element, '::after');
      const hasLine = line.content !== 'none' && line.backgroundColor !== 'rgba(0, 0, 0, 0)';
      const hasOutline = style.outlineStyle !== 'none' && style.outlineWidth !== '0px';
      const parts = [hasOutline, style.boxShadow !== 'none', hasLine];
      return {
        name: element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '',
        ring: parts.some(Boolean) || element.tagName === 'BODY' || element.tagName === 'IFRAME',
      };
    });
    if (!ring) invisible.push(name);
    reached.add(name);
    if (name === 'Hide details') break;
  }
  for (const name of ['Hide the sidebar', 'Snooze', 'More', 'Resolve', 'Messages', 'Tags'])
    expect(reached).toContain(name);
  expect(invisible).toEqual([]);
});

test('a key right after opening is not lost, nor what is typed after it', async () => {
  const { page, list, composer } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all?status=');
  await list.row('Second').waitFor();
  // A desk that answers once everything is typed.
  const answer = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/conversations\/[\w-]+$/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Second');
  await page.keyboard.press('Enter');
  await page.keyboard.press('n');
  await page.keyboard.type('Look, here I am');
  await page.waitForURL(/conversation/);
  answer.resolve();
  await composer.text('Private note').getByText('Look, here I am').waitFor();
  await composer.region.getByRole('button', { name: 'Discard the draft' }).click();
});

test('a menu opened by a key gives the focus back to the row, so that Enter opens the conversation', async () => {
  const { page, list, conversation } = await desk.seat(adminEmail);
  // Without a focus the body is the active element, and contains every row.
  const focused = async () => (await page.locator('a:focus').allTextContents()).join();
  await page.goto('/inboxes/all?status=');
  await list.row('Second').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await soon(focused).toContain('Second');
  for (const [key, role] of [
    ['h', 'menu'],
    ['p', 'listbox'],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole(role).waitFor();
    await page.keyboard.press('Escape');
    await soon(focused).toContain('Second');
  }
  await page.keyboard.press('h');
  await page.getByRole('menuitem', { name: 'Pick date and time' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Snooze until' });
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('date');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await soon(focused).toContain('Second');
  await page.keyboard.press('Enter');
  await conversation.shows('Second');
});

test('the sheet shows the keys by group and finds them', async () => {
  const { page, list } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  await list.titled('All').waitFor();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await sheet.getByRole('heading', { name: 'Go to' }).waitFor();
  // No conversation is open: its keys are there, but said to be elsewhere.
  await sheet.getByText('Private note (not on this screen)').waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
  await page.keyboard.type('sidebar');
  await soon(() => sheet.getByRole('term').count()).toBe(1);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
});

test('keys are changed and switched off in the account, with a word about conflicts', async () => {
  const { page, list, conversation, composer, shell } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  await shell.pick('Account');
  await page.waitForURL('**/account/profile');
  await page
    .getByRole('complementary', { name: 'Account' })
    .getByRole('link', { name: /Keyboard/ })
    .click();
  await page.waitForURL('**/account/keyboard');
  await soon(() => page.title()).toMatch(/^Keyboard - /);
  const change = (name: string) => page.getByRole('button', { name: `Change the key: ${name}`, exact: true });
  await change('Reply').click();
  await page.keyboard.press('n');
  await page.getByText('N is taken by: Private note.').waitFor();
  await change('Reply').click();
  await page.keyboard.press('Control+r');
  await page.getByText('Only letters, digits and signs').waitFor();
  await page.keyboard.press('y');
  await soon(() => change('Reply').textContent()).toBe('Y');
  await change('Go to All').click();
  await page.keyboard.press('q');
  await page.keyboard.press('l');
  await soon(() => change('Go to All').textContent()).toBe('QL');
  await page.getByRole('button', { name: 'Switch off: Private note' }).click();
  await soon(() => change('Private note').textContent()).toBe('Off');

  await page.goto('/inboxes/assigned');
  await list.titled('My inbox').waitFor();
  await page.keyboard.press('q');
  await page.keyboard.press('l');
  await list.titled('All').waitFor();
  await list.showStatus('All statuses');
  await list.row('Second').click();
  await conversation.shows('Second');
  await page.keyboard.press('r');
  await page.keyboard.press('n');
  expect(await composer.reply.count()).toBe(0);
  // The line below the thread shows the key that works.
  await conversation.region
    .getByRole('button', { name: /^Reply to / })
    .getByText('Y', { exact: true })
    .waitFor();
  await page.keyboard.press('y');
  await composer.text().waitFor();

  await page.goto('/account/keyboard');
  await page.getByRole('switch', { name: /Single keys/ }).click();
  await page.goto('/inboxes/assigned');
  await list.titled('My inbox').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await page.keyboard.press('?');
  await page.keyboard.press('Control+b');
  await shell.sidebar.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+b');
  await shell.sidebar.waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.goto('/account/keyboard');
  await page.getByRole('button', { name: 'Reset all' }).click();
  await soon(() => change('Reply').textContent()).toBe('R');
});

test('axe finds nothing wrong with the keys, in both themes', async () => {
  const { page } = await desk.seat(adminEmail);
  await page.goto('/account/keyboard');
  await page.getByRole('heading', { name: 'Keyboard', level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('a whole triage without a mouse: sorted, answered, taken back, sent, resolved, the next one snoozed', async () => {
  const { pool } = desk;
  await setUndo(desk, 60);
  await pool.query("insert into tags (name) values ('lamp'), ('refund')");
  await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Duarte', roles: ['Agent'] });
  const opened = [];
  for (const subject of ['Third', 'Fourth', 'Fifth'])
    opened.push(
      (await openConversation(desk, { subject, from: `${subject.toLowerCase()}@mail.example` })).conversation,
    );
  const { page, list, conversation, composer } = await desk.seat(adminEmail);
  const { keyboard } = page;
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('b')?.textContent);
  await page.goto('/inboxes/all?sort=started_first');
  await list.row('Third').waitFor();
  await keyboard.press('j');
  await soon(focused).toBe('Second');
  await keyboard.press('j');
  await soon(focused).toBe('Third');
  await keyboard.press('Enter');
  await conversation.shows('Third');

  await keyboard.press('l');
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await keyboard.type('refu');
  await page.getByRole('option', { name: 'refund' }).waitFor();
  await keyboard.press('Enter');
  await list.row('Third').getByText('refund').waitFor();
  await keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await keyboard.press('p');
  await page.getByRole('listbox').waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await conversation.fact('Priority: Medium').waitFor();
  await keyboard.press('a');
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await keyboard.type('duarte');
  await page.getByRole('option', { name: 'Ana Duarte' }).waitFor();
  await keyboard.press('Enter');
  await conversation.fact('Agent: Ana Duarte').waitFor();
  await keyboard.press('i');
  await conversation.fact('Agent: Admin').waitFor();

  await keyboard.press('n');
  await composer.text('Private note').and(page.locator(':focus')).waitFor();
  await keyboard.type('The bank has it');
  await keyboard.press('Control+Enter');
  await conversation.entry('Private note by Admin').getByText('The bank has it').waitFor();
  await keyboard.press('r');
  await composer.text().and(page.locator(':focus')).waitFor();
  await keyboard.type('It is on its wya.');
  await keyboard.press('Control+Enter');
  const reply = conversation.entry('Reply by Admin');
  await reply.getByText(/^Leaves in/).waitFor();
  await composer.text().waitFor({ state: 'detached' });
  // A slip was seen: back to the text, which has the focus.
  await keyboard.press('z');
  await reply.waitFor({ state: 'detached' });
  await composer.text().and(page.locator(':focus')).waitFor();
  await soon(() => composer.text().textContent()).toBe('It is on its wya.');
  await keyboard.press('Control+End');
  for (let n = 0; n < 4; n += 1) await keyboard.press('Backspace');
  await keyboard.type('way.');
  await keyboard.press('Control+Enter');
  await reply.getByText(/^Leaves in/).waitFor();
  await composer.text().waitFor({ state: 'detached' });

  await keyboard.press('e');
  await conversation.shows('Fourth');
  await keyboard.press('h');
  await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor();
  await keyboard.press('Enter');
  await conversation.shows('Fifth');
  await list.row('Fourth').waitFor({ state: 'detached' });
  await keyboard.press('k');
  await conversation.shows('Second');

  const known = await desk.outbox();
  await pool.query('update outgoing_mails set due_at = now() where due_at > now()');
  await pool.query('notify bellhop_outgoing');
  const { mail } = await desk.nextOut(known);
  expect(mail.text).toContain('It is on its way.');
  const { rows } = await pool.query(
    `select c.subject, s.name as status from conversations c join conversation_statuses s on s.id = c.status_id
     where c.id = any($1) order by c.id`,
    [opened.map(({ id }) => id)],
  );
  expect(rows.map(({ subject, status }) => `${subject}: ${status}`)).toEqual([
    'Third: Resolved',
    'Fourth: Snoozed',
    'Fifth: Open',
  ]);
  await setUndo(desk, 0);
});
