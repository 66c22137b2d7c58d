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
    await soon(() => list.sortMenu.textContent()).toBe(name);
  }
  await page.reload();
  await soon(async () => (await list.subjects()).slice(0, 6)).toEqual(
    await expected('priority_id desc nulls last, id desc'),
  );
  // A sort that there is none of is the usual one.
  await page.goto('/inboxes/all?sort=toString');
  await soon(() => list.sortMenu.textContent()).toBe('Newest activity');
});

test('filters by status; an empty list says so and offers all', async () => {
  await desk.pool.query(
    "update conversations set status_id = (select id from conversation_statuses where name = 'Resolved') where subject in ('Order 1007', 'Order 1008')",
  );
  const { page, list } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  await list.showStatus('Resolved');
  await soon(() => list.subjects().then((subjects) => subjects.sort())).toEqual(['Order 1007', 'Order 1008']);
  await soon(() => list.statusMenu.textContent()).toMatch(/^Resolved\s*2$/);

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
  const seen = page.waitForResponse((response) => response.url().endsWith('/last-seen'));
  // A slow machine may look only after the mark has gone, but nothing makes it go earlier.
  const opened = Date.now();
  await row.click();
  await soon(() => row.getAttribute('aria-current')).toBe('true');
  await soon(() => row.getByText('1 unread').count()).toBe(0);
  expect(Date.now() - opened).toBeGreaterThanOrEqual(3_000);
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
  await soon(() => panel.textContent()).toContain(
    'No response from server. Check if you are still connected to internet.',
  );
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
  await soon(() => shell.sidebar.isVisible()).toBe(false);
  const cookies = await page.context().cookies();
  const kept = cookies.find((cookie) => /sidebar/i.test(cookie.name));
  expect(Math.round((kept!.expires - Date.now() / 1000) / 86_400)).toBe(7);
  await page.keyboard.press('Control+b');
  await shell.sidebar.waitFor();
});

test('the titles of all lists, the team and what an unknown address leads to', async () => {
  const teamId = await desk.addTeam('Returns', [2]);
  const { page, list, shell } = await desk.seat(adminEmail);
  for (const [path, title] of [
    ['/inboxes/assigned', 'My inbox'],
    ['/inboxes/unassigned', 'Unassigned'],
    ['/inboxes/all', 'All'],
    [`/inboxes/teams/${teamId}`, 'Returns'],
  ] as const) {
    await page.goto(path);
    await list.titled(title).waitFor();
    await soon(() => page.title()).toBe(`${title} - Bellhop`);
  }
  for (const path of ['/inboxes', '/nowhere', '/inboxes/mine', '/inboxes/teams/0']) {
    await page.goto(path);
    await page.waitForURL('**/inboxes/assigned');
  }
  // Folded groups stay folded.
  await shell.sidebar.getByRole('button', { name: 'Team inboxes' }).click();
  await page.reload();
  await list.titled('My inbox').waitFor();
  expect(await shell.inbox('Returns').count()).toBe(0);
});

test('the sidebar counts in one call, and follows', async () => {
  const { page, shell } = await desk.seat(adminEmail);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/inboxes/assigned');
  await soon(() => shell.inbox('All').textContent()).toBe('All120');
  expect(asked.filter((path) => path === '/api/v1/conversations/counts')).toHaveLength(1);
  expect(asked).not.toContain('/api/v1/conversations/all');
  await openConversation(desk, { subject: 'One more' });
  await soon(() => shell.inbox('All').textContent()).toBe('All121');
  await desk.pool.query("delete from conversations where subject = 'One more'");
});

test('SLA badges say what is left, met or overdue, in minutes, hours and days', async () => {
  await desk.pool.query(`
    update conversations set
      first_response_deadline_at = now() - interval '3 hours 5 minutes',
      next_response_deadline_at = now() + interval '24 minutes 30 seconds',
      resolution_deadline_at = now() + interval '50 hours', created_at = '2025-01-01'
    where subject = 'Order 1001'`);
  await desk.pool.query(`
    update conversations set first_response_deadline_at = now() + interval '1 hour', first_reply_at = now(), created_at = '2025-01-02'
    where subject = 'Order 1002'`);
  const { page, list } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all?sort=started_first');
  const row = list.row('Order 1001');
  for (const text of ['FRD overdue 3 hrs', 'NRD 24 mins', 'RD 2 days'])
    await row.getByText(text, { exact: true }).waitFor();
  await list.row('Order 1002').getByText('FRD met', { exact: true }).waitFor();
});

test('going to another list and back keeps the place', async () => {
  const { page, list, shell } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  await list.rows.first().waitFor();
  const frame = page.locator('.vlist');
  await frame.evaluate((element) => element.scrollTo(0, 1_500));
  await soon(() => frame.evaluate((element) => element.scrollTop)).toBe(1_500);
  await shell.inbox('Unassigned').click();
  await list.titled('Unassigned').waitFor();
  await page.goBack();
  await list.titled('All').waitFor();
  await soon(() => frame.evaluate((element) => element.scrollTop)).toBe(1_500);
});

test('permissions taken away while the page is open take effect, and the list says so', async () => {
  await desk.addAgent({
    email: 'losing@desk.test',
    first_name: 'Losing',
    permissions: ['conversations:read', 'conversations:read_all', 'conversations:read_assigned', 'messages:read'],
  });
  const { page, list, shell, allow } = await desk.seat('losing@desk.test');
  allow(/403|permission/i);
  await page.goto('/inboxes/all');
  await list.rows.first().waitFor();
  await desk.pool.query(
    "update roles set permissions = array_remove(permissions, 'conversations:read_all') where name like 'role of losing@desk.test%'",
  );
  await list.showStatus('Snoozed');
  await page.getByText('You may not see this list').waitFor();
  await shell.inbox('My inbox').waitFor();
  await soon(() => shell.inbox('All').count()).toBe(0);
});

test('after an upgrade a page that is still open loads the new build once', async () => {
  const { page, list, conversation, allow } = await desk.seat(adminEmail);
  allow(/404|dynamically imported module|Unknown error|preload/i);
  let loads = 0;
  // The conversation's file is gone, and the server's page names another build; loading the page anew brings both together.
  await page.route('**/assets/ConversationPage-*.js', (route) =>
    loads > 1 ? route.continue() : route.fulfill({ status: 404, body: '' }),
  );
  await page.route(/\/inboxes\//, async (route) => {
    if (route.request().resourceType() === 'document') {
      loads += 1;
      await route.continue();
      return;
    }
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replace(/(src="\/assets\/index-)/, '$1new') });
  });
  await page.goto('/inboxes/all?sort=started_first');
  const [first] = await expected('created_at, id', 1);
  await list.row(first!).click();
  await conversation.shows(first!);
  expect(loads).toBe(2);
  expect(page.url()).toContain('/conversation/');
});
