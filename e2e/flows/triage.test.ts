import { beforeEach, expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Palette } from '../page-models/palette.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async ({ pool }) => {
  for (let n = 1; n <= 12; n += 1) {
    await openConversation(desk, { subject: `Order ${100 + n}`, from: `c${n}@mail.example`, name: `Customer ${n}` });
  }
  await pool.query("insert into tags (name) values ('refund'), ('vip')");
  await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Duarte', roles: ['Agent'] });
});
const inOrder = '?sort=started_first';

beforeEach(async () => {
  await desk.pool.query(`
    update conversations set status_id = 1, assigned_user_id = null, assigned_team_id = null, priority_id = null,
      snoozed_until = null, created_at = timestamptz '2025-03-01' + id * interval '1 minute'`);
  await desk.pool.query('delete from conversation_tags');
  await desk.pool.query(`
    insert into conversation_seen (conversation_id, user_id, seen_at)
    select conversations.id, users.id, now() from conversations, users where users.type = 'agent'
    on conflict (conversation_id, user_id) do update set seen_at = excluded.seen_at`);
});

/** How many entries of a conversation the administrator has not read. */
async function unread(subject: string): Promise<number> {
  const api = await desk.as(adminEmail);
  const { data } = await api.call('conversations.all', { query: {} });
  return data.results.find((row) => row.subject === subject)!.unread_message_count;
}

/** What the list shows at once is on the server a little later; a change still on its way would be met by the next test. */
async function untilClosed(...subjects: string[]): Promise<void> {
  for (const subject of subjects) await soon(async () => (await statusOf(subject)).status).toBe('Closed');
}

async function statusOf(subject: string): Promise<Record<string, unknown>> {
  const { rows } = await desk.pool.query(
    `select s.name as status, u.first_name as agent, c.snoozed_until from conversations c
     join conversation_statuses s on s.id = c.status_id left join users u on u.id = c.assigned_user_id where subject = $1`,
    [subject],
  );
  return rows[0];
}

test('marked unread by key, menu and command, for the tabs of the same agent alone', async () => {
  const { page, list, conversation, shell } = await desk.seat(adminEmail);
  const other = await desk.seat(adminEmail);
  const ana = await desk.seat('ana@desk.test');
  for (const seat of [other, ana]) {
    await seat.page.goto(`/inboxes/all${inOrder}`);
    await seat.list.row('Order 101').waitFor();
    await seat.shell.live.getByText('Live').waitFor();
  }
  const marked = (subject: string) => list.row(subject).and(page.locator('.is-unread'));
  const markedThere = (subject: string) => other.list.row(subject).and(other.page.locator('.is-unread'));
  await page.goto(`/inboxes/all${inOrder}`);
  await list.row('Order 101').click();
  await conversation.shows('Order 101');
  await shell.live.getByText('Live').waitFor();
  await page.keyboard.press('Shift+U');
  // Back in the list, where the keys go on: before the eyes it would be read again.
  await page.waitForURL(`**/inboxes/all${inOrder}`);
  await marked('Order 101').waitFor();
  await markedThere('Order 101').waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.querySelector('b')?.textContent)).toBe('Order 101');
  expect(await unread('Order 101')).toBe(1);

  await list.row('Order 102').click();
  await conversation.shows('Order 102');
  await conversation.more('Mark unread');
  await marked('Order 102').waitFor();
  await markedThere('Order 102').waitFor();
  await list.row('Order 103').click();
  await conversation.shows('Order 103');
  await new Palette(page).run('mark unread', 'Mark unread');
  await marked('Order 103').waitFor();
  await markedThere('Order 103').waitFor();

  // In the list without opening, and many at once.
  await page.keyboard.press('j');
  await soon(() => page.evaluate(() => document.activeElement?.querySelector('b')?.textContent)).toBe('Order 104');
  await page.keyboard.press('Shift+U');
  await markedThere('Order 104').waitFor();
  for (const subject of ['Order 106', 'Order 107']) await list.tick(subject).click();
  await page.keyboard.press('Shift+U');
  for (const subject of ['Order 106', 'Order 107']) await markedThere(subject).waitFor();
  expect(await unread('Order 107')).toBe(1);
  expect(await ana.page.locator('.is-unread').count()).toBe(0);
});

test('a row that leaves hands the focus and the keys to the next one', async () => {
  const { page, list } = await desk.seat(adminEmail);
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('b')?.textContent);
  await page.goto(`/inboxes/unassigned${inOrder}`);
  await list.row('Order 101').waitFor();
  await page.keyboard.press('j');
  await soon(focused).toBe('Order 101');
  // Three in a row are taken by three keys.
  for (const [taken, next] of [
    ['Order 101', 'Order 102'],
    ['Order 102', 'Order 103'],
    ['Order 103', 'Order 104'],
  ] as const) {
    await page.keyboard.press('i');
    await list.row(taken).waitFor({ state: 'detached' });
    await soon(focused).toBe(next);
  }
  await soon(async () => (await statusOf('Order 103')).agent).toBe('Admin');
  // By a picker: the row that had opened it is gone when it closes.
  await page.keyboard.press('a');
  await page.getByRole('combobox').fill('duarte');
  await page.keyboard.press('Enter');
  await list.row('Order 104').waitFor({ state: 'detached' });
  await soon(focused).toBe('Order 105');
  // Somebody else takes it: the focus moves to what stands there now, the keys do nothing to it unasked.
  const api = await desk.as('ana@desk.test');
  const { rows } = await desk.pool.query("select uuid from conversations where subject = 'Order 105'");
  const me = (await api.call('agents.me')).data.id;
  await api.call('conversations.assign_user', { params: { uuid: rows[0].uuid }, body: { assignee_id: me } });
  await list.row('Order 105').waitFor({ state: 'detached' });
  await soon(focused).toBe('Order 106');
  // The last ones ticked and gone: the focus stays in the page's middle, not on nothing.
  await page.getByRole('main').getByText('Order 106').waitFor();
  const last = [106, 107, 108, 109, 110, 111, 112].map((n) => `Order ${n}`);
  for (const subject of last) await list.tick(subject).click();
  await page.keyboard.press('#');
  await page.getByText('No conversations found').waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await untilClosed(...last);
});

test('what comes next is a choice of the agent', async () => {
  const { page, list, conversation } = await desk.seat(adminEmail);
  await page.goto('/account/keyboard');
  await page.getByRole('radio', { name: 'Open the previous conversation' }).check();
  expect(await violations(page)).toEqual([]);
  await page.goto(`/inboxes/all${inOrder}`);
  await list.row('Order 105').click();
  await conversation.shows('Order 105');
  await page.keyboard.press('#');
  await conversation.shows('Order 104');
  await untilClosed('Order 105');

  await page.goto('/account/keyboard');
  await page.getByRole('radio', { name: 'Go back to the list' }).check();
  await page.goto(`/inboxes/all${inOrder}`);
  await list.row('Order 106').click();
  await conversation.shows('Order 106');
  await page.keyboard.press('#');
  await page.waitForURL(`**/inboxes/all${inOrder}`);
  await soon(() => page.evaluate(() => document.activeElement?.querySelector('b')?.textContent)).toBe('Order 107');
  await untilClosed('Order 106');
});

test('what the palette does to the open conversation stays with it, though the next one opens at once', async () => {
  await desk.pool.query('update conversations set assigned_user_id = 2');
  const { page, list, conversation } = await desk.seat(adminEmail);
  await page.goto(`/inboxes/all${inOrder}`);
  await list.row('Order 103').click();
  await conversation.shows('Order 103');
  await new Palette(page).run('resolve', 'Resolve');
  await conversation.shows('Order 104');
  await soon(async () => (await statusOf('Order 103')).status).toBe('Resolved');
  expect((await statusOf('Order 104')).status).toBe('Open');
});

test('the palette acts on the ticked rows while there are any', async () => {
  const { page, list, shell } = await desk.seat(adminEmail);
  const palette = new Palette(page);
  await page.goto(`/inboxes/all${inOrder}`);
  for (const n of [1, 2]) await list.tick(`Order ${100 + n}`).click();
  await palette.open();
  await palette.dialog.getByText('2 selected').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('assign to me');
  await palette.active.filter({ hasText: 'Assign to me' }).waitFor();
  await page.keyboard.press('Enter');
  await soon(async () => [(await statusOf('Order 101')).agent, (await statusOf('Order 102')).agent]).toEqual([
    'Admin',
    'Admin',
  ]);

  // A time of one's own is kept to the minute, for all of them.
  for (const n of [1, 2]) await list.tick(`Order ${100 + n}`).click();
  await palette.run('snooze');
  await palette.option('Pick date and time').click();
  const dialog = page.getByRole('dialog');
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Date').fill(day);
  await dialog.getByLabel('Time').fill('07:43');
  await dialog.getByRole('button', { name: 'Snooze' }).click();
  for (const subject of ['Order 101', 'Order 102']) await list.row(subject).waitFor({ state: 'detached' });
  await soon(async () => (await statusOf('Order 102')).snoozed_until).toEqual(new Date(`${day}T07:43:00Z`));
  expect(await statusOf('Order 101')).toMatchObject({
    status: 'Snoozed',
    snoozed_until: new Date(`${day}T07:43:00Z`),
  });

  await list.tick('Order 103').click();
  await palette.run('tags', 'Tags');
  await palette.option('vip').click();
  await page.keyboard.press('Escape');
  await palette.closed();
  await list.row('Order 103').getByText('vip', { exact: true }).waitFor();
  expect(await list.ticked()).toEqual(['Order 103']);
  await page.keyboard.press('Escape');
  await shell.toasts.waitFor({ state: 'detached' });
});

/** So many conversations more than the desk has otherwise, whatever a test before this one left. */
async function fill(count: number): Promise<void> {
  await desk.pool.query("delete from conversations where subject like 'Many %'");
  await desk.pool.query(
    `insert into conversations (inbox_id, contact_id, subject, status_id, created_at, last_message_at, reference_number, assigned_user_id)
     select inbox_id, contact_id, 'Many ' || n, 1, timestamptz '2025-02-01' + n * interval '1 second', now(), 'M' || n, 2
     from (select * from conversations order by id limit 1) as one, generate_series(1, $1::int) as n`,
    [count],
  );
}

test('with the server away a bulk change stops at the first call and says so', async () => {
  const { page, list, shell, allow } = await desk.seat(adminEmail);
  allow(/status of 503|No response/);
  await fill(240);
  await page.goto(`/inboxes/all${inOrder}`);
  const [rows, box] = [page.locator('.vlist'), page.getByRole('checkbox', { name: 'Select all that are loaded' })];
  await list.tick('Many 1').first().click();
  await soon(async () => {
    await rows.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    return page.getByText('That is all: every conversation is loaded').count();
  }).toBe(1);
  await box.click();
  await list.bulkBar.getByText('252 selected').waitFor();
  let calls = 0;
  await page.route('**/api/v1/conversations/bulk', (route) => {
    calls += 1;
    return route.fulfill({
      status: 503,
      json: { status: 'error', error_type: 'GeneralException', message: 'The database is away.', data: null },
    });
  });
  await page.keyboard.press('#');
  await shell.toasts.getByText('252 of 252 could not be changed').waitFor();
  expect(await shell.toasts.first().textContent()).toContain('The database is away.');
  expect(calls).toBe(1);
  await list.bulkBar.getByText('252 selected').waitFor();
  await page.unroute('**/api/v1/conversations/bulk');
});

test('more than five hundred at once are refused in words before anything happens', async () => {
  await fill(500);
  const { page, list, shell } = await desk.seat(adminEmail);
  await page.goto(`/inboxes/all${inOrder}`);
  await list.tick('Many 1').first().click();
  const rows = page.locator('.vlist');
  await soon(async () => {
    await rows.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    return page.getByText('That is all: every conversation is loaded').count();
  }).toBe(1);
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).click();
  await list.bulkBar.getByText('512 selected').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.keyboard.press('#');
  await shell.toasts.getByText('Select at most 500 conversations at once').waitFor();
  expect(asked.filter((path) => path.endsWith('/bulk'))).toEqual([]);
  await list.bulkBar.getByText('512 selected').waitFor();
});
