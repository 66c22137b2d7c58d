import { beforeEach, expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { customer } from '../letters.ts';
import { NewConversation } from '../page-models/new-conversation.ts';
import { Palette } from '../page-models/palette.ts';
import type { Seat } from '../seat.ts';
import { soon } from '../soon.ts';

const desk = useDesk({ env: { LOG_LEVEL: 'error' } }, async ({ pool }) => {
  await desk.addAgent({ email: 'ana@bellhop.local', first_name: 'Ana', last_name: 'Reed', roles: ['Agent'] });
  await desk.addAgent({
    email: 'kai@bellhop.local',
    permissions: ['conversations:read', 'conversations:read_all', 'messages:read', 'messages:write'],
  });
  await desk.addTeam('Billing');
  await pool.query("insert into tags (name) values ('refund')");
  const admin = await desk.as(adminEmail);
  const starting = {
    visibility: 'all',
    visible_when: ['starting_conversation'],
    team_id: null,
    user_id: null,
  } as const;
  for (const body of [
    {
      ...starting,
      name: 'Welcome',
      message_content: '<p>Welcome to our <b>shop</b>.</p>',
      actions: [{ type: 'add_tags', value: ['refund'] }],
    },
    {
      ...starting,
      name: 'Half broken',
      message_content: '',
      actions: [
        { type: 'add_tags', value: ['refund'] },
        { type: 'set_status', value: ['1'] },
      ],
    },
  ])
    await admin.call('macros.create', { body: body as never });
  // A status that has gone since.
  await pool.query(
    `update macros set actions = replace(actions::text, '"1"', '"99"')::jsonb where name = 'Half broken'`,
  );
  await desk.mail({ from: customer, to: supportAddress, subject: 'First', text: 'Hello.' });
  await desk.until(async () => (await pool.query('select 1 from conversations')).rows.length === 1, 'the mail');
});

/** A draft that a failed test has left is no other test's. */
beforeEach(async () => {
  await desk.pool.query('delete from drafts');
});

async function openDialog(email = adminEmail, options: Parameters<typeof desk.seat>[1] = {}) {
  const seat = await desk.seat(email, options);
  await seat.page.goto('/inboxes/all');
  await seat.list.row('First').waitFor();
  const dialog = new NewConversation(seat.page);
  await dialog.open();
  return { ...seat, dialog };
}

/** Its number stands behind the subject of a conversation that an agent starts. */
async function started(view: Seat['conversation'], subject: string) {
  await view.region.getByRole('heading', { name: new RegExp(`^${subject} - #\\d+$`) }).waitFor();
}

const countStarted = async () =>
  (await desk.pool.query("select count(*)::int as n from conversations where initiator = 'agent'")).rows[0].n;

test('says what is missing, and starts with everything: contact found, team, agent, file', async () => {
  const { page, dialog, conversation } = await openDialog();
  const known = await desk.outbox();
  expect(await violations(page)).toEqual([]);
  // As the composer writes it.
  await soon(() => dialog.send.textContent()).toBe('SendCtrl ↵');
  await dialog.send.click();
  await dialog.dialog.getByText('Enter a subject').waitFor();
  for (const problem of [
    'Enter an email address such as',
    'Enter a first name',
    'Write something or attach a file first',
  ]) {
    await dialog.dialog.getByText(problem).first().waitFor();
  }
  // The first field in which something is missing has the focus.
  await soon(() => dialog.email.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await violations(page)).toEqual([]);

  // Two characters ask for nothing, blanks do not count.
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/contacts/search')) asked.push(url.searchParams.get('query') ?? '');
  });
  await dialog.email.fill(' mi ');
  await dialog.email.fill('mina@');
  await dialog.suggestions.filter({ hasText: customer.address }).waitFor();
  expect(asked).toEqual(['mina@']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await soon(() => dialog.email.inputValue()).toBe(customer.address);
  expect([await dialog.firstName.inputValue(), await dialog.lastName.inputValue()]).toEqual(['Mina', 'Oak']);
  await soon(() => dialog.suggestions.count()).toBe(0);

  await dialog.subject.fill('Your order');
  await dialog.pick('Team', 'Billing');
  await dialog.pick('Agent', 'Ana Reed');
  await dialog.text.fill('The parcel has left.');
  await dialog.attach({ name: 'invoice.txt', mimeType: 'text/plain', buffer: Buffer.from('89.00') });
  await dialog.file('invoice.txt').waitFor();
  await dialog.send.click();

  await started(conversation, 'Your order');
  await dialog.dialog.waitFor({ state: 'detached' });
  await conversation.entry('Reply by Admin').getByText('The parcel has left.').waitFor();
  const { mail } = await desk.nextOut(known);
  expect([mail.subject, mail.text?.trim(), mail.attachments.map(({ filename }) => filename)]).toEqual([
    expect.stringMatching(/^Your order - #/),
    'The parcel has left.',
    ['invoice.txt'],
  ]);
  const { rows } = await desk.pool.query(
    `select u.email, t.name as team from conversations c left join users u on u.id = c.assigned_user_id
     left join teams t on t.id = c.assigned_team_id where c.subject like 'Your order%'`,
  );
  expect(rows).toEqual([{ email: 'ana@bellhop.local', team: 'Billing' }]);
});

test('what is written survives closing, a reload and another window, until it is discarded', async () => {
  const { page, dialog, api } = await openDialog();
  await dialog.fill({ email: 'lea@new.example', first: 'Lea', subject: 'Half written', text: 'Dear Lea' });
  await desk.until(async () => {
    const { data } = await api!.call('drafts.get_new');
    return data?.content.fields?.subject === 'Half written' && data.content.html.includes('Dear Lea');
  }, 'the draft on the server');
  await page.keyboard.press('Escape');
  await dialog.dialog.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'New conversation' }).click();
  await dialog.ready();
  await soon(() => dialog.subject.inputValue()).toBe('Half written');
  await dialog.text.getByText('Dear Lea').waitFor();

  const other = await desk.seat(adminEmail);
  await other.page.goto('/inboxes/all');
  await other.list.row('First').waitFor();
  const second = new NewConversation(other.page);
  await second.open();
  await soon(() => second.email.inputValue()).toBe('lea@new.example');
  await second.text.getByText('Dear Lea').waitFor();

  await dialog.dialog.getByRole('button', { name: 'Discard the draft' }).click();
  await dialog.dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Restore' }).click();
  await dialog.ready();
  await soon(() => dialog.subject.inputValue()).toBe('Half written');
});

test('a macro from the palette brings its text and acts once the conversation exists', async () => {
  const { page, dialog, conversation } = await openDialog();
  const palette = new Palette(page);
  await dialog.fill({ email: 'tom@new.example', first: 'Tom', subject: 'With a macro', text: 'Dear Tom. ' });
  await dialog.dialog.getByRole('button', { name: 'Apply macro' }).click();
  await palette.field.waitFor();
  await page.keyboard.type('Welcome');
  await palette.active.filter({ hasText: 'Welcome' }).waitFor();
  await page.keyboard.press('Enter');
  await palette.closed();
  await dialog.text.getByText('Welcome to our shop.').waitFor();
  await dialog.dialog.getByText('Add tags: refund').waitFor();
  await dialog.subject.press('Control+Enter');
  await started(conversation, 'With a macro');
  await conversation.details.getByText('refund').first().waitFor();
  await conversation.entry('Reply by Admin').getByText('Welcome to our').waitFor();

  // From the palette alone, without the dialog before it; what did not work of it is told.
  await palette.open();
  await page.keyboard.type('with a macro');
  await palette.active.filter({ hasText: 'New conversation with a macro' }).waitFor();
  await page.keyboard.press('Enter');
  await palette.option('Half broken').waitFor();
  await page.keyboard.type('Half');
  await palette.active.filter({ hasText: 'Half broken' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.ready();
  await dialog.fill({ email: 'tom@new.example', first: 'Tom', subject: 'Half of a macro', text: 'Dear Tom.' });
  await dialog.send.click();
  await started(conversation, 'Half of a macro');
  await page.getByText('Some actions of the macro failed').waitFor();
});

test('a refusal is told and nothing is lost; a lost answer does not start it twice', async () => {
  const seat = await openDialog('kai@bellhop.local');
  seat.allow(/403/);
  const { page, dialog } = seat;
  await dialog.fill({ email: 'eva@new.example', first: 'Eva', subject: 'Not allowed', text: 'Dear Eva' });
  await dialog.send.click();
  await page.getByText('You need the permission conversations:write for this').waitFor();
  await soon(() => dialog.subject.inputValue()).toBe('Not allowed');
  await soon(() => dialog.send.isEnabled()).toBe(true);
  await page.context().close();

  const admin: Seat & { dialog: NewConversation } = await openDialog();
  admin.allow(/ERR_|No response/);
  const before = await countStarted();
  await admin.dialog.fill({ email: 'eva@new.example', first: 'Eva', subject: 'Lost answer', text: 'Dear Eva' });
  await admin.page.route('**/api/v1/conversations', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await admin.dialog.send.click();
  await admin.page.getByText('No response from server').first().waitFor();
  await soon(() => admin.dialog.subject.inputValue()).toBe('Lost answer');
  await admin.page.unroute('**/api/v1/conversations');
  await soon(() => admin.dialog.send.isEnabled()).toBe(true);
  await admin.dialog.send.click();
  await started(admin.conversation, 'Lost answer');
  expect(await countStarted()).toBe(before + 1);
});

test('a contact search that fails shows a toast and no suggestions', async () => {
  const seat = await openDialog();
  seat.allow(/500/);
  const { page, dialog } = seat;
  await page.route('**/contacts/search*', (route) =>
    route.fulfill({
      status: 500,
      json: { status: 'error', error_type: 'GeneralException', message: 'The search is down' },
    }),
  );
  await dialog.email.fill('mina');
  await page.getByText('The search is down').waitFor();
  expect(await dialog.suggestions.count()).toBe(0);
});

test('on a phone it fills the screen, dark and with the keyboard alone', async () => {
  const { page, dialog, conversation } = await openDialog(adminEmail, {
    width: 390,
    height: 844,
    color_scheme: 'dark',
  });
  const box = await dialog.dialog.boundingBox();
  expect([box?.x, box?.width]).toEqual([0, 390]);
  expect(await violations(page)).toEqual([]);
  await soon(() => dialog.email.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('ida@new.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ida');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('From a phone');
  await dialog.text.focus();
  await page.keyboard.type('Dear Ida');
  await page.keyboard.press('Control+Enter');
  await started(conversation, 'From a phone');
});
