import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const count = 120;
const desk = useDesk({}, async ({ pool }) => {
  for (let n = 1; n <= count; n += 1) {
    await openConversation(desk, {
      subject: `Order ${1000 + n}`,
      from: `customer${n}@mail.example`,
      name: `Customer ${n}`,
    });
  }
  // Every sort another order, some values missing.
  await pool.query(`
    update conversations set
      last_message_at = timestamptz '2025-05-01' + (id * 37 % 121) * interval '1 hour',
      created_at = timestamptz '2025-03-01' + (id * 53 % 127) * interval '1 hour',
      waiting_since = case when id % 3 > 0 then timestamptz '2025-05-01' + (id * 29 % 131) * interval '1 hour' end,
      next_sla_deadline_at = case when id % 4 > 0 then timestamptz '2025-06-01' + (id * 41 % 137) * interval '1 hour' end,
      priority_id = case when id % 4 > 0 then (select id from conversation_priorities where name = (array['Low', 'Medium', 'High'])[conversations.id % 4]) end`);
});

/** The subjects that a list must begin with. */
async function expected(order: string, n = 6): Promise<string[]> {
  const { rows } = await desk.pool.query<{ subject: string }>(
    `select subject from conversations where status_id = 1 order by ${order} limit ${n}`,
  );
  return rows.map((row) => row.subject);
}

test('shows the open conversations, the newest first, and loads all of them while scrolling', async () => {
  const { page, list } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  await soon(() => list.statusMenu.textContent()).toMatch(/^Open\s*120$/);
  await soon(async () => (await list.subjects()).slice(0, 6)).toEqual(await expected('last_message_at desc, id desc'));

  const end = page.getByText('That is all: every conversation is loaded');
  const seen = new Set(await list.subjects());
  while (seen.size < count) {
    await list.rows.last().scrollIntoViewIfNeeded();
    const before = seen.size;
    await soon(async () => {
      for (const subject of await list.subjects()) seen.add(subject);
      return seen.size;
    }).toBeGreaterThan(before);
  }
  await list.rows.last().scrollIntoViewIfNeeded();
  await end.waitFor();
  expect(seen.size).toBe(count);
});

test('sorts in seven ways and keeps the choice in the address', async () => {
  const { page, list } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  for (const [name, order] of [
    ['Oldest activity', 'last_message_at, id'],
    ['Started first', 'created_at, id'],
    ['Started last', 'created_at desc, id desc'],
    ['Waiting longest', 'waiting_since nulls last, id'],
    ['Next SLA target', 'next_sla_deadline_at nulls last, id'],
    ['Newest activity', 'last_message_at desc, id desc'],
    ['Priority first', 'priority_id desc nulls last, id desc'],
  ] as const) {
    await list.sortBy(name);
    await soon(async () => [name, ...(await list.subjects()).slice(0, 6)]).toEqual([name, ...(await expected(order))]);
    expect(await list.sortMenu.textContent()).toBe(name);
  }
  await page.reload();
  await soon(async () => (await list.subjects()).slice(0, 6)).toEqual(
    await expected('priority_id desc nulls last, id desc'),
  );
});

test('filters by status; an empty list says so and offers all', async () => {
  await desk.pool.query(
    "update conversations set status_id = (select id from conversation_statuses where name = 'Resolved') where subject in ('Order 1007', 'Order 1008')",
  );
  const { page, list } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  await list.showStatus('Resolved');
  await soon(() => list.subjects().then((subjects) => subjects.sort())).toEqual(['Order 1007', 'Order 1008']);
  expect(await list.statusMenu.textContent()).toMatch(/^Resolved\s*2$/);

  await list.showStatus('Snoozed');
  await page.getByRole('heading', { name: 'No conversations found' }).waitFor();
  await page.getByText('Try adjusting filters').waitFor();
  await page.getByRole('button', { name: 'Show all statuses' }).click();
  await soon(() => list.statusMenu.textContent()).toMatch(/^All statuses\s*120$/);
  await desk.pool.query('update conversations set status_id = 1');
});

test('j, k, o and u move, open and lead back', async () => {
  const { page, list } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all?sort=started_first');
  const [first, second, third] = await expected('created_at, id', 3);
  await list.row(first!).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('b')?.textContent);

  await page.keyboard.press('j');
  await soon(focused).toBe(first);
  await page.keyboard.press('j');
  await soon(focused).toBe(second);
  await page.keyboard.press('ArrowDown');
  await soon(focused).toBe(third);
  await page.keyboard.press('k');
  await soon(focused).toBe(second);
  await page.keyboard.press('o');
  await soon(() => list.row(second!).getAttribute('aria-current')).toBe('true');
  expect(page.url()).toMatch(/\/inboxes\/all\/conversation\/[0-9a-f-]{36}\?sort=started_first$/);
  await page.getByRole('region', { name: 'Conversation' }).getByText(second!).first().waitFor();

  // With a conversation open beside the list, moving opens the neighbour.
  await page.keyboard.press('j');
  await soon(() => list.row(third!).getAttribute('aria-current')).toBe('true');
  await page.keyboard.press('u');
  await page.waitForURL('**/inboxes/all?sort=started_first');
});

test('the unread mark goes 3 s after the conversation was opened, for good', async () => {
  const { page, list, api } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all?sort=started_last');
  const [subject] = await expected('created_at desc, id desc', 1);
  const row = list.row(subject!);
  await row.getByText('1 unread').waitFor({ state: 'attached' });
  await row.click();
  await soon(() => row.getAttribute('aria-current')).toBe('true');
  expect(await row.getByText('1 unread').count()).toBe(1);
  const seen = page.waitForResponse((response) => response.url().endsWith('/last-seen'));
  await soon(() => row.getByText('1 unread').count()).toBe(0);
  expect((await seen).status()).toBe(200);
  const { data } = await api!.call('conversations.all', {
    query: { order_by: 'conversations.created_at', order: 'desc' },
  });
  expect(data.results[0]).toMatchObject({ subject, unread_message_count: 0 });
  await page.reload();
  await row.waitFor();
  expect(await row.getByText('1 unread').count()).toBe(0);
});

test('a server that does not answer is an error panel, and Try again brings the list', async () => {
  const { page, list, shell, allow } = await desk.seat(adminEmail);
  allow(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|WebSocket connection/);
  allow(/No response from server/);
  await page.goto('/inboxes/assigned');
  await list.titled('My inbox').waitFor();
  await desk.gate.cut();
  await shell.inbox('All').click();
  const panel = page.getByRole('alert').filter({ hasText: 'Could not fetch conversations' });
  await panel.waitFor();
  expect(await panel.textContent()).toContain('No response from server. Check if you are still connected to internet.');
  await desk.gate.mend();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await soon(() => list.rows.count()).toBeGreaterThan(5);
});

test('below 1024 px list and conversation are two steps', async () => {
  const { page, list } = await desk.seat(adminEmail, { width: 390, height: 844 });
  await page.goto('/inboxes/all?sort=started_first');
  const [first] = await expected('created_at, id', 1);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await list.row(first!).waitFor();
  await soon(() => conversation.isVisible()).toBe(false);
  await list.row(first!).click();
  await conversation.getByText(first!).first().waitFor();
  await soon(() => list.rows.first().isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await list.row(first!).waitFor();
  await page.goBack();
  await conversation.getByText(first!).first().waitFor();
});

test('the theme and the folded sidebar are remembered', async () => {
  const { page, shell, list } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  await list.titled('All').waitFor();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await shell.rail.getByRole('button', { name: 'Dark or light' }).click();
  await soon(background).not.toBe(light);
  const dark = await background();
  await page.keyboard.press('Control+b');
  await shell.sidebar.waitFor({ state: 'hidden' });

  await page.reload();
  await list.titled('All').waitFor();
  expect(await background()).toBe(dark);
  expect(await shell.sidebar.isVisible()).toBe(false);
  const cookies = await page.context().cookies();
  const kept = cookies.find((cookie) => /sidebar/i.test(cookie.name));
  expect(Math.round((kept!.expires - Date.now() / 1000) / 86_400)).toBe(7);
  await page.keyboard.press('Control+b');
  await shell.sidebar.waitFor();
});
