import { beforeEach, expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async ({ pool }) => {
  for (let n = 1; n <= 60; n += 1) {
    await openConversation(desk, {
      subject: `Order ${100 + n}`,
      from: `customer${n}@mail.example`,
      name: `Customer ${n}`,
    });
  }
  await pool.query("insert into tags (name) values ('refund'), ('vip')");
  await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Duarte', roles: ['Agent'] });
  await desk.addTeam('Returns');
});
const order = '/inboxes/all?sort=started_first';
const subjects = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Order ${100 + from + index}`);

beforeEach(async () => {
  await desk.pool.query(`
    update conversations set status_id = 1, assigned_user_id = null, assigned_team_id = null, priority_id = null,
      snoozed_until = null, created_at = timestamptz '2025-03-01' + id * interval '1 minute'`);
  await desk.pool.query('delete from conversation_tags');
});

/** What the database holds of the first conversations. */
async function stored(n: number) {
  const { rows } = await desk.pool.query<Record<string, string | null>>(
    `select c.subject, s.name as status, u.first_name as agent, t.name as team, p.name as priority,
       (select string_agg(g.name, ',' order by g.name) from conversation_tags ct join tags g on g.id = ct.tag_id
        where ct.conversation_id = c.id) as tags
     from conversations c join conversation_statuses s on s.id = c.status_id
       left join users u on u.id = c.assigned_user_id left join teams t on t.id = c.assigned_team_id
       left join conversation_priorities p on p.id = c.priority_id order by c.id limit ${n}`,
  );
  return rows;
}

test('x, Shift+x, the box and Escape select; all loaded can be selected', async () => {
  const { page, list } = await desk.seat(adminEmail);
  await page.goto(order);
  await list.row('Order 101').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await soon(() => list.ticked()).toEqual(['Order 101']);
  await list.bulkBar.getByText('1 selected').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await soon(() => list.ticked()).toEqual(subjects(1, 3));
  await page.keyboard.press('x');
  await soon(() => list.ticked()).toEqual(subjects(1, 2));

  // With the pointer the box stands over the picture; Shift extends.
  await list.row('Order 105').hover();
  await list.tick('Order 105').click();
  await list.tick('Order 107').click({ modifiers: ['Shift'] });
  await soon(() => list.ticked()).toEqual([...subjects(1, 2), ...subjects(5, 7)]);
  expect(page.url()).not.toContain('/conversation/');
  await page.keyboard.press('Escape');
  await soon(() => list.ticked()).toEqual([]);
  await list.titled('All').waitFor();

  await list.tick('Order 101').click();
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).click();
  // A page, or both where the second one has come meanwhile.
  await list.bulkBar.getByText(/^(50|60) selected$/).waitFor();
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).click();
  await list.titled('All').waitFor();
});

test('agent, team, priority and tags of the selected rows, by key and by button', async () => {
  const { page, list } = await desk.seat(adminEmail);
  await page.goto(order);
  for (const n of [1, 2, 3]) await list.tick(`Order ${100 + n}`).click();
  await page.keyboard.press('l');
  await page.getByRole('option', { name: 'refund' }).click();
  await page.getByRole('option', { name: 'vip' }).click();
  await soon(async () => (await stored(4)).map(({ tags }) => tags)).toEqual([
    'refund,vip',
    'refund,vip',
    'refund,vip',
    null,
  ]);
  await page.getByRole('option', { name: 'vip' }).click();
  await soon(async () => (await stored(4)).map(({ tags }) => tags)).toEqual(['refund', 'refund', 'refund', null]);
  await page.keyboard.press('Escape');
  // The rows stay selected for more; the other actions end it.
  await soon(() => list.ticked()).toEqual(subjects(1, 3));
  await list.bulkBar.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  await soon(async () => (await stored(4)).map(({ priority }) => priority)).toEqual(['High', 'High', 'High', null]);

  for (const n of [1, 2]) await list.tick(`Order ${100 + n}`).click();
  await page.keyboard.press('t');
  await page.getByRole('option', { name: 'Returns' }).click();
  await soon(async () => (await stored(3)).map(({ team }) => team)).toEqual(['Returns', 'Returns', null]);
  for (const n of [1, 2]) await list.tick(`Order ${100 + n}`).click();
  await page.keyboard.press('a');
  await page.getByRole('combobox').fill('duarte');
  await page.keyboard.press('Enter');
  await soon(async () => (await stored(3)).map(({ agent }) => agent)).toEqual(['Ana', 'Ana', null]);
});

test('what fails is told in one toast, comes back and stays selected', async () => {
  const { page, list, shell } = await desk.seat(adminEmail);
  await desk.pool.query("update conversations set assigned_user_id = 2 where subject in ('Order 101', 'Order 103')");
  await page.goto(order);
  for (const n of [1, 2, 3, 4]) await list.tick(`Order ${100 + n}`).click();
  await page.keyboard.press('e');
  await shell.toasts.getByText('2 of 4 could not be changed').waitFor();
  await soon(() => shell.toasts.count()).toBe(1);
  await soon(() => shell.toasts.first().textContent()).toContain('Assign the conversation to an agent');
  await soon(() => list.ticked()).toEqual(['Order 102', 'Order 104']);
  await soon(async () => (await list.subjects()).slice(0, 3)).toEqual(['Order 102', 'Order 104', 'Order 105']);
  await soon(async () => (await stored(4)).map(({ status }) => status)).toEqual([
    'Resolved',
    'Open',
    'Resolved',
    'Open',
  ]);
});

test('snoozing the selected rows takes them away and counts them off', async () => {
  const { page, list, shell } = await desk.seat(adminEmail);
  await page.goto(order);
  await soon(() => shell.inbox('All').textContent()).toBe('All60');
  for (const n of [1, 2]) await list.tick(`Order ${100 + n}`).click();
  await page.keyboard.press('h');
  await page.getByRole('menuitem', { name: '3 hours' }).click();
  await soon(async () => (await list.subjects())[0]).toBe('Order 103');
  await soon(() => shell.inbox('All').textContent()).toBe('All58');
  await soon(async () => (await stored(3)).map(({ status }) => status)).toEqual(['Snoozed', 'Snoozed', 'Open']);
});

test('without a connection nothing is changed, and all of it is still there and selected', async () => {
  const { page, list, shell, allow } = await desk.seat(adminEmail);
  allow(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|WebSocket connection|No response from server/);
  await page.goto(order);
  for (const n of [1, 2]) await list.tick(`Order ${100 + n}`).click();
  await desk.gate.cut();
  await page.keyboard.press('#');
  await shell.toasts.getByText('2 of 2 could not be changed').waitFor();
  await soon(() => list.ticked()).toEqual(subjects(1, 2));
  await desk.gate.mend();
});

test('after resolve, snooze and assign-away the next row comes, open or not', async () => {
  await desk.pool.query('update conversations set assigned_user_id = 2');
  const { page, list, conversation } = await desk.seat(adminEmail);
  await page.goto('/inboxes/assigned?sort=started_first');
  await list.row('Order 102').click();
  await conversation.shows('Order 102');
  await page.keyboard.press('e');
  await conversation.shows('Order 103');
  await soon(() => list.row('Order 102').count()).toBe(0);
  await page.keyboard.press('h');
  await page.getByRole('menuitem', { name: '1 hour' }).click();
  await conversation.shows('Order 104');
  await page.keyboard.press('a');
  await page.getByRole('combobox').fill('duarte');
  await page.keyboard.press('Enter');
  await conversation.shows('Order 105');
  // A tag moves nobody.
  await page.keyboard.press('l');
  await page.getByRole('option', { name: 'vip' }).click();
  await page.keyboard.press('Escape');
  await conversation.shows('Order 105');

  // Without an open conversation the same keys act on the row that they are at.
  await page.keyboard.press('u');
  await page.waitForURL('**/inboxes/assigned?sort=started_first');
  await page.keyboard.press('j');
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('b')?.textContent);
  await soon(focused).toBe('Order 106');
  await page.keyboard.press('e');
  await soon(focused).toBe('Order 107');
  await soon(async () => (await stored(7)).map(({ status }) => status).slice(4)).toEqual(['Open', 'Resolved', 'Open']);
});

test('the next three conversations are there before they are opened', async () => {
  const { page, list, conversation } = await desk.seat(adminEmail);
  await page.goto(order);
  const fetched = new Set<string>();
  page.on('response', (response) => {
    const asked = /conversations\/([0-9a-f-]{36})\/messages\?/.exec(response.url());
    if (asked) fetched.add(asked[1]!);
  });
  await list.row('Order 101').click();
  await conversation.shows('Order 101');
  await soon(() => fetched.size).toBeGreaterThanOrEqual(4);
  const { rows } = await desk.pool.query<{ uuid: string }>('select uuid from conversations order by id limit 4');
  for (const { uuid } of rows) expect(fetched).toContain(uuid);
});

test('axe finds nothing wrong with a selection, in both themes', async () => {
  const { page, list } = await desk.seat(adminEmail);
  await page.goto(order);
  await list.row('Order 101').hover();
  await list.tick('Order 101').click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('p');
  await page.getByRole('listbox').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
});
