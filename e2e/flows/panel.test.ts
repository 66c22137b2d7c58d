import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const subject = 'A lamp with facts';
let uuid = '';
let returnsId = 0;
const desk = useDesk({}, async ({ pool }) => {
  await desk.addAgent({ email: 'ana@bellhop.local', first_name: 'Ana', last_name: 'Lima', roles: ['Admin'] });
  returnsId = await desk.addTeam('Returns');
  await pool.query(
    `insert into custom_attributes (name, key, description, applies_to, data_type, "values", regex, regex_hint) values
     ('Order', 'order_no', 'As on the invoice', 'conversation', 'text', '{}', '^A-\\d+$', 'A- and digits'),
     ('Pieces', 'pieces', '', 'conversation', 'number', '{}', '', ''),
     ('Paid', 'paid', '', 'conversation', 'checkbox', '{}', '', ''),
     ('Plan', 'plan', '', 'contact', 'list', '{Free,Studio}', '', ''),
     ('Since', 'since', '', 'contact', 'date', '{}', '', ''),
     ('Site', 'site', '', 'contact', 'link', '{}', '', '')`,
  );
  await pool.query("insert into tags (name) select 'tag-' || lpad(n::text, 4, '0') from generate_series(1, 5000) n");
  await pool.query("insert into teams (name) select 'Team ' || lpad(n::text, 3, '0') from generate_series(1, 500) n");
  await openConversation(desk, { subject: 'An earlier one' });
  const { conversation } = await openConversation(desk, { subject });
  uuid = conversation.uuid;
  await pool.query(
    `update conversations set first_response_deadline_at = now() + interval '40 minutes 30 seconds',
       resolution_deadline_at = now() - interval '3 hours', next_response_deadline_at = now() + interval '3 days' where uuid = $1`,
    [uuid],
  );
});

const address = () => `/inboxes/all/conversation/${uuid}`;
const factOf = (page: Page, label: string) =>
  page
    .getByRole('complementary', { name: 'Details' })
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]');

test('contact, deadlines, information, participants and earlier conversations', async () => {
  const { page, conversation } = await desk.seat(adminEmail);
  await page.goto(address());
  await conversation.shows(subject);
  const { details } = conversation;
  await details.getByText('mina@mail.example').waitFor();
  await soon(() => factOf(page, 'First reply').textContent()).toMatch(/FRD 40 mins/);
  await soon(() => factOf(page, 'Resolution').textContent()).toMatch(/RD .*3 hrs/);
  await soon(() => factOf(page, 'Next reply').textContent()).toMatch(/NRD (2|3) days/);
  await soon(() => factOf(page, 'First reply at').textContent()).toBe('Not available');
  await soon(() => factOf(page, 'Inbox').textContent()).toBe('Local mail');
  await details.getByRole('list').getByText('Mina Oak').waitFor();
  await details.getByRole('link', { name: 'An earlier one' }).click();
  await conversation.shows('An earlier one');
});

test('attributes of both kinds are changed in place, with their rules', async () => {
  const { page, conversation } = await desk.seat(adminEmail);
  await page.goto(address());
  await conversation.shows(subject);
  const { details } = conversation;
  await details.getByRole('button', { name: 'Order: None' }).click();
  const order = details.getByRole('textbox', { name: 'Order' });
  await order.fill('nonsense');
  await order.press('Enter');
  await details.getByRole('alert').getByText('A- and digits').waitFor();
  await order.fill('A-4711');
  await order.press('Enter');
  await details.getByRole('button', { name: 'Order: A-4711' }).waitFor();
  // The keyboard goes on where it was.
  await soon(() =>
    details.getByRole('button', { name: 'Order: A-4711' }).evaluate((one) => one === document.activeElement),
  ).toBe(true);

  await details.getByRole('button', { name: 'Pieces: None' }).click();
  const pieces = details.getByRole('textbox', { name: 'Pieces' });
  await pieces.fill('many');
  await pieces.press('Enter');
  await details.getByRole('alert').getByText('Must be a number').waitFor();
  await pieces.press('Escape');
  await details.getByRole('button', { name: 'Pieces: None' }).click();
  await details.getByRole('textbox', { name: 'Pieces' }).fill('2');
  await details.getByRole('textbox', { name: 'Pieces' }).press('Enter');
  await details.getByRole('switch', { name: 'Paid' }).click();
  await details.getByRole('button', { name: 'Plan: None' }).click();
  await conversation.option('Studio').click();
  await details.getByRole('button', { name: 'Site: None' }).click();
  const site = details.getByRole('textbox', { name: 'Site' });
  await site.fill('javascript:alert(1)');
  await site.press('Enter');
  await details
    .getByRole('alert')
    .getByText(/begins with http/)
    .waitFor();
  await site.fill('https://shop.example');
  await site.press('Enter');
  await soon(async () => {
    const { rows } = await desk.pool.query(
      `select c.custom_attributes as own, u.custom_attributes as contact from conversations c join users u on u.id = c.contact_id
       where c.uuid = $1`,
      [uuid],
    );
    return rows[0];
  }).toEqual({
    own: { order_no: 'A-4711', pieces: 2, paid: true },
    contact: { plan: 'Studio', site: 'https://shop.example' },
  });
  // Somebody else sees it at once.
  const ana = await desk.seat('ana@bellhop.local');
  await ana.page.goto(address());
  await ana.conversation.details.getByRole('button', { name: 'Order: A-4711' }).waitFor();
  await details.getByRole('button', { name: 'Pieces: 2' }).click();
  await details.getByRole('textbox', { name: 'Pieces' }).fill('3');
  await details.getByRole('textbox', { name: 'Pieces' }).press('Enter');
  await ana.conversation.details.getByRole('button', { name: 'Pieces: 3' }).waitFor();
});

test('of five thousand tags and five hundred teams only those in view are in the page', async () => {
  const { page, conversation } = await desk.seat(adminEmail);
  await page.goto(address());
  await conversation.shows(subject);
  await page.keyboard.press('l');
  const list = page.getByRole('listbox', { name: 'Tag' });
  await list.getByRole('option').first().waitFor();
  await soon(() => list.getByRole('option').count()).toBeLessThan(100);
  await page.keyboard.type('tag-4999');
  await list.getByRole('option', { name: 'tag-4999' }).waitFor();
  await page.keyboard.press('Enter');
  await conversation.details.getByText('tag-4999').waitFor();
  await page.keyboard.press('Escape');
  await soon(() => conversation.action('Tags').evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('t');
  const teams = page.getByRole('listbox', { name: 'Team' });
  await teams.getByRole('option').first().waitFor();
  await soon(() => teams.getByRole('option').count()).toBeLessThan(100);
  await page.keyboard.type('returns');
  await page.keyboard.press('Enter');
  await conversation.fact('Team: Returns').waitFor();
});

test('the details are as wide as they were made, also after a reload, and fold', async () => {
  const { page, conversation } = await desk.seat(adminEmail);
  await page.goto(address());
  await conversation.shows(subject);
  const width = () => conversation.details.evaluate((panel) => panel.getBoundingClientRect().width);
  const before = await width();
  const edge = page.getByRole('separator', { name: 'Width of the details' });
  const box = (await edge.boundingBox())!;
  await page.mouse.move(box.x + 4, 400);
  await page.mouse.down();
  await page.mouse.move(box.x - 76, 400, { steps: 4 });
  await page.mouse.up();
  expect(await width()).toBe(before + 80);
  // A drag that the system takes away changes nothing.
  await page.mouse.move(box.x - 76, 400);
  await page.mouse.down();
  await page.mouse.move(box.x - 96, 400, { steps: 2 });
  expect(await width()).toBe(before + 100);
  await edge.dispatchEvent('pointercancel');
  expect(await width()).toBe(before + 80);
  await page.mouse.up();
  await page.reload();
  await conversation.shows(subject);
  expect(await width()).toBe(before + 80);
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  expect(await width()).toBe(before + 64);
  await page.keyboard.press('Enter');
  expect(await width()).toBe(before);
  await conversation.details.getByRole('button', { name: 'Information' }).click();
  await page.reload();
  await conversation.shows(subject);
  await soon(() =>
    conversation.details.getByRole('button', { name: 'Information' }).getAttribute('aria-expanded'),
  ).toBe('false');
});

test('a conversation that is taken away while it is open says so and leaves', async () => {
  await desk.addAgent({
    email: 'narrow@bellhop.local',
    first_name: 'Nia',
    last_name: 'Row',
    permissions: [
      'conversations:read',
      'conversations:read_unassigned',
      'messages:read',
      'conversations:update_user_assignee',
    ],
  });
  const { conversation } = await openConversation(desk, { subject: 'Not for all' });
  const seat = await desk.seat('narrow@bellhop.local');
  seat.allow(/404|not found/i);
  await seat.page.goto(`/inboxes/unassigned/conversation/${conversation.uuid}`);
  await seat.conversation.shows('Not for all');
  const admin = await desk.as(adminEmail);
  await admin.call('conversations.assign_team', {
    params: { uuid: conversation.uuid },
    body: { assignee_id: returnsId },
  });
  await seat.page.getByText('You may not see this conversation any more').waitFor();
  await soon(() => new URL(seat.page.url()).pathname).toBe('/inboxes/unassigned');
  await seat.page.getByRole('heading', { name: 'No conversation is open' }).waitFor();
});

test('axe finds nothing wrong in the details, in both themes', async () => {
  const { page, conversation } = await desk.seat(adminEmail);
  await page.goto(address());
  await conversation.shows(subject);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await conversation.details.getByRole('button', { name: /^Order:/ }).click();
  await conversation.details.getByRole('textbox', { name: 'Order' }).fill('wrong');
  await page.keyboard.press('Enter');
  await conversation.details.getByRole('alert').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  await page.getByRole('listbox').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
});
