import { beforeEach, expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations, violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { ViewForm } from '../page-models/view-form.ts';
import { soon } from '../soon.ts';

const uuids = new Map<string, string>();
const desk = useDesk({}, async ({ pool }) => {
  for (let n = 1; n <= 12; n += 1) {
    const subject = `Order ${100 + n}`;
    const letter = { subject, from: `customer${n}@mail.example`, name: `Customer ${n}` };
    uuids.set(subject, (await openConversation(desk, letter)).conversation.uuid);
  }
  await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Duarte', roles: ['Agent'] });
  await desk.addAgent({
    email: 'narrow@desk.test',
    first_name: 'Narrow',
    permissions: ['conversations:read', 'conversations:read_assigned'],
  });
  await pool.query("insert into tags (name) select 'tag ' || lpad(n::text, 4, '0') from generate_series(1, 5000) n");
  await pool.query(`insert into teams (name, conversation_assignment_type, timezone)
    select 'Team ' || lpad(n::text, 3, '0'), 'Manual', 'UTC' from generate_series(1, 500) n`);
});
beforeEach(async () => {
  await desk.pool.query('delete from views');
  await desk.pool.query('update conversations set priority_id = null, status_id = 1, assigned_team_id = null');
  await desk.pool.query(
    "update conversations set priority_id = (select id from conversation_priorities where name = 'High') where subject in ('Order 101', 'Order 102')",
  );
});

const highId = async () =>
  (await desk.pool.query<{ id: number }>("select id from conversation_priorities where name = 'High'")).rows[0]!.id;

/** A view of the conversations with priority High; answers its id. */
async function addHighView(name = 'Urgent', email = adminEmail): Promise<number> {
  const agent = await desk.as(email);
  const filters = [{ model: 'conversations', field: 'priority_id', operator: 'equals', value: String(await highId()) }];
  expect((await agent.call('views.create', { body: { name, filters } })).status).toBe(200);
  const { data } = await agent.call('views.list_mine');
  return data.find((view) => view.name === name)!.id;
}

test('a view is made, changed and deleted', async () => {
  const { page, list, shell } = await desk.seat(adminEmail);
  const form = new ViewForm(page);
  await page.goto('/inboxes/all');
  await shell.sidebar.getByRole('button', { name: 'New view' }).click();
  await soon(() => form.name.evaluate((input) => input === document.activeElement)).toBe(true);
  await form.name.fill('Urgent');
  await form.choose(1, 'Field', 'Priority');
  await form.choose(1, 'Operator', 'is');
  await form.choose(1, 'Priority', 'High');
  await form.button('Apply').click();
  await form.dialog.getByText('2 conversations match now').waitFor();
  await form.button('Save').click();
  await page.waitForURL(/\/inboxes\/views\/\d+$/);
  await list.titled('Urgent').waitFor();
  await soon(() => page.title()).toBe('Urgent - Bellhop');
  await soon(async () => (await list.subjects()).sort()).toEqual(['Order 101', 'Order 102']);
  // Its own filters stand in place of the status menu; the sort menu is there.
  expect(await list.statusMenu.count()).toBe(0);
  await list.sortBy('Started last');
  await soon(() => shell.inbox('Urgent').textContent()).toBe('Urgent2');

  await list.row('Order 101').click();
  await page.waitForURL(/\/inboxes\/views\/\d+\/conversation\/[0-9a-f-]{36}\?sort=started_last$/);

  await shell.viewMenu('Urgent', 'Edit');
  await soon(() => form.name.inputValue()).toBe('Urgent');
  await form.name.fill('Not urgent');
  await form.choose(1, 'Operator', 'is not');
  await form.button('Save').click();
  await list.titled('Not urgent').waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Edit or delete Not urgent',
  );
  await soon(async () => (await list.subjects()).sort()).toEqual(
    Array.from({ length: 10 }, (_, index) => `Order ${103 + index}`),
  );

  await shell.viewMenu('Not urgent', 'Delete');
  await page
    .getByRole('dialog', { name: 'Delete the view Not urgent?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await shell.toasts.getByText('View deleted successfully').waitFor();
  await page.waitForURL('**/inboxes/assigned');
  expect(await shell.sidebar.getByRole('link', { name: 'Not urgent' }).count()).toBe(0);
  expect((await desk.pool.query('select 1 from views')).rowCount).toBe(0);
});

test('the form says what is missing, drops empty rows and begins a row anew with another field', async () => {
  const { page, shell } = await desk.seat(adminEmail);
  const form = new ViewForm(page);
  await page.goto('/inboxes/all');
  await shell.sidebar.getByRole('button', { name: 'New view' }).click();
  await form.name.fill('A');
  await form.button('Save').click();
  await form.dialog.getByText('The name must be between 2 and 30 characters').waitFor();
  await form.dialog.getByText('Add at least one filter').waitFor();
  expect(await form.rows.count()).toBe(0);

  await form.name.fill('x'.repeat(31));
  await form.button('Add filter').click();
  await form.button('Add filter').click();
  await form.choose(2, 'Field', 'Status');
  await form.button('Save').click();
  await form.dialog.getByText('The name must be between 2 and 30 characters').waitFor();
  await form.dialog.getByText('Fill in field, operator and value of every filter').waitFor();
  await soon(() => form.rows.count()).toBe(1);

  await form.choose(1, 'Operator', 'is');
  await form.choose(1, 'Status', 'Open');
  await form.choose(1, 'Field', 'Created at');
  await soon(() => form.part(1, 'Operator').textContent()).toContain('Select');
  await form.part(1, 'Operator').click();
  await soon(() => page.getByRole('option').allTextContents()).toEqual([
    'is',
    'is not',
    'is set',
    'is not set',
    'is after',
    'is before',
  ]);
  await page.getByRole('option', { name: 'is set', exact: true }).click();
  await form.button('Reset').click();
  await soon(() => form.rows.count()).toBe(1);
  await soon(() => form.part(1, 'Field').textContent()).toContain('Select');
});

test('tags, subject, customer, dates, SLA policy and custom attributes can be asked for', async () => {
  await desk.pool.query(
    "insert into sla_policies (name) select 'Same day' where not exists (select 1 from sla_policies where name = 'Same day')",
  );
  await desk.pool.query(
    "update conversations set sla_policy_id = (select id from sla_policies where name = 'Same day') where subject = 'Order 103'",
  );
  await desk.pool.query(
    `insert into custom_attributes (applies_to, name, description, key, data_type, values)
     values ('conversation', 'Tier', '', 'tier', 'list', '{gold,silver}') on conflict do nothing`,
  );
  await desk.pool.query(`update conversations set custom_attributes = '{"tier": "gold"}' where subject = 'Order 103'`);
  const admin = await desk.as(adminEmail);
  const tagged = await admin.call('conversations.bulk', {
    body: { uuids: [uuids.get('Order 103')!], action: { type: 'add_tags', tags: ['tag 0001'] } },
  });
  expect(tagged.data).toMatchObject({ failed: [] });
  const { page, list, shell } = await desk.seat(adminEmail);
  const form = new ViewForm(page);
  await page.goto('/inboxes/all');
  await shell.sidebar.getByRole('button', { name: 'New view' }).click();
  await form.name.fill('Everything');
  const rows = [
    ['Tag', 'is', 'tag 0001'],
    ['Subject', 'contains', '103'],
    ["Customer's email", 'contains', 'customer3@'],
    ['Created at', 'is after', '2020-01-31'],
    ['SLA policy', 'is', 'Same day'],
    ['Tier', 'is', 'gold'],
  ] as const;
  for (const [index, [field, operator, value]] of rows.entries()) {
    const row = index + 1;
    if (index > 0) await form.button('Add filter').click();
    await form.choose(row, 'Field', field);
    await form.choose(row, 'Operator', operator);
    if (['Tag', 'Tier', 'SLA policy'].includes(field)) await form.choose(row, field, value);
    else await form.part(row, field).fill(value);
  }
  await form.button('Save').click();
  await list.titled('Everything').waitFor();
  await soon(() => list.subjects()).toEqual(['Order 103']);
});

test('conversations enter and leave a view as they change, and only if they match', async () => {
  const id = await addHighView();
  const { page, list, shell } = await desk.seat(adminEmail);
  await page.goto(`/inboxes/views/${id}`);
  await soon(async () => (await list.subjects()).sort()).toEqual(['Order 101', 'Order 102']);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/matching?') && asked.push(request.url()));

  const ana = await desk.as('ana@desk.test');
  const set = (subject: string, priority: string) =>
    ana.call('conversations.set_priority', { params: { uuid: uuids.get(subject)! }, body: { priority } });
  await set('Order 109', 'High');
  await list.row('Order 109').waitFor();
  await soon(() => shell.inbox('Urgent').textContent()).toBe('Urgent3');
  await set('Order 101', 'Low');
  await soon(() => list.row('Order 101').count()).toBe(0);
  // One that does not match is asked about and stays away.
  const before = asked.length;
  await set('Order 105', 'Low');
  await soon(() => asked.length).toBeGreaterThan(before);
  await openConversation(desk, { subject: 'Brand new' });
  await soon(() => asked.length).toBeGreaterThan(before + 1);
  expect(await list.row(/Order 105|Brand new/).count()).toBe(0);
  await desk.pool.query("delete from conversations where subject = 'Brand new'");
});

test('a view that somebody else owns, or nobody, is not found', async () => {
  const id = await addHighView('Hers', 'ana@desk.test');
  const { page, allow } = await desk.seat(adminEmail);
  allow(/404|not found/i);
  await page.goto(`/inboxes/views/${id}`);
  await page.getByRole('alert').getByRole('heading', { name: 'Could not fetch conversations' }).waitFor();
  await page.goto('/inboxes/views/nonsense');
  await page.waitForURL('**/inboxes/assigned');
});

test('who may not keep views sees no group of them, and none of the lists that are not allowed', async () => {
  const { page, shell, list } = await desk.seat('narrow@desk.test');
  await page.goto('/inboxes/assigned');
  await list.titled('My inbox').waitFor();
  expect(await shell.sidebar.getByRole('link', { name: /Unassigned|^All/ }).count()).toBe(0);
  expect(await shell.sidebar.getByRole('button', { name: /Views|Team inboxes|New view/ }).count()).toBe(0);
});

test('the group folds and stays folded; three hundred views scroll; another tab hears of a new one', async () => {
  const { page, shell } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all');
  await shell.sidebar.getByRole('button', { name: 'Views', exact: true }).waitFor();
  await desk.pool.query(`insert into views (name, filters, user_id)
    select 'View ' || lpad(n::text, 3, '0'), '[{"model":"conversations","field":"priority_id","operator":"set","value":""}]', 2
    from generate_series(1, 299) n`);
  await addHighView('The last');
  const last = shell.inbox('View 299');
  await last.waitFor({ state: 'attached' });
  await last.scrollIntoViewIfNeeded();
  await last.click();
  await page.waitForURL(/\/inboxes\/views\/\d+$/);
  await shell.sidebar.getByRole('button', { name: 'Views', exact: true }).click();
  expect(await shell.inbox('View 001').count()).toBe(0);
  await page.reload();
  await shell.sidebar.getByRole('button', { name: 'Views', exact: true }).waitFor();
  expect(await shell.inbox('View 001').count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('viewInboxOpen'))).toBe('false');
});

test('five hundred teams and five thousand tags are searched, and few of them are in the page', async () => {
  const { page, shell, list } = await desk.seat(adminEmail);
  const form = new ViewForm(page);
  await page.goto('/inboxes/all');
  await shell.sidebar.getByRole('button', { name: 'New view' }).click();
  await form.name.fill('Team 437');
  await form.choose(1, 'Field', 'Assigned team');
  await form.choose(1, 'Operator', 'is');
  await form.part(1, 'Assigned team').click();
  await soon(() => page.getByRole('option').count()).toBeLessThan(60);
  await page.keyboard.press('End');
  await page.getByRole('option', { name: 'Team 500' }).waitFor();
  await page.getByRole('combobox').fill('437');
  await page.keyboard.press('Enter');
  await form.button('Save').click();
  await list.titled('Team 437').waitFor();

  await page.goto('/inboxes/all');
  await list.tick('Order 101').click();
  await page.keyboard.press('l');
  await page.getByRole('option', { name: 'tag 0001' }).waitFor();
  await soon(() => page.getByRole('option').count()).toBeLessThan(60);
  await page.getByRole('combobox').fill('4999');
  await page.keyboard.press('Enter');
  await list.row('Order 101').getByText('tag 4999').waitFor();
});

test('axe finds nothing wrong, in both themes', async () => {
  const id = await addHighView();
  const { page, shell, list } = await desk.seat(adminEmail);
  const form = new ViewForm(page);
  await page.goto(`/inboxes/views/${id}`);
  await list.row('Order 101').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await shell.viewMenu('Urgent', 'Edit');
  await form.part(1, 'Priority').waitFor();
  await form.button('Add filter').click();
  await form.choose(2, 'Field', 'Created at');
  await form.button('Save').click();
  await form.dialog.getByText('Fill in field, operator and value of every filter').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await form.dialog.waitFor({ state: 'detached' });
  await shell.viewMenu('Urgent', 'Delete');
  await page.getByRole('dialog', { name: 'Delete the view Urgent?' }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('on a phone a view is made and changed from the drawer', async () => {
  const id = await addHighView();
  const { page, list, shell } = await desk.seat(adminEmail, { width: 390, height: 844 });
  const form = new ViewForm(page);
  await page.goto(`/inboxes/views/${id}`);
  await list.row('Order 101').waitFor();
  await page.getByRole('button', { name: 'Sections' }).click();
  await page.getByRole('button', { name: 'Edit or delete Urgent' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await form.name.fill('Most urgent');
  expect(await violations(page)).toEqual([]);
  await form.button('Save').click();
  await list.titled('Most urgent').waitFor();
  expect(await shell.toasts.count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
