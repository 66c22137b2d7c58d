import sharp from 'sharp';
import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations, violationsInBothThemes } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { firstLetter } from '../letters.ts';
import { ContactPages } from '../page-models/contact-page.ts';
import type { Seat } from '../seat.ts';

const subject = 'A lamp with everything';
const looks = { reduced_motion: true };
let uuid = '';
let contactId = 0;
const desk = useDesk({}, async ({ pool }) => {
  const returns = await desk.addTeam('Returns');
  await desk.addAgent({ email: 'ana@bellhop.local', first_name: 'Ana', last_name: 'Lima', team_ids: [returns] });
  await pool.query("insert into tags (name) values ('lamp')");
  await desk.mail(firstLetter(supportAddress, subject));
  await desk.mail({
    from: 'Kai Stone <kai@customer.example>',
    to: supportAddress,
    subject: 'Plain',
    text: 'Plain text.',
  });
  await desk.until(async () => {
    const { rows } = await pool.query('select uuid from conversations order by id');
    return rows.length === 2;
  }, 'both conversations');
  const admin = await desk.as(adminEmail);
  const { data } = await admin.call('conversations.all');
  uuid = data.results.find((row) => row.subject === subject)!.uuid;
  const params = { uuid };
  await admin.call('messages.send', {
    params,
    body: { message: '<p>A reply with a <a href="https://shop.example">link</a></p>' },
  });
  await admin.call('messages.send', { params, body: { message: '<p>A note</p>', private: true } });
  await admin.call('conversations.set_tags', { params, body: { tags: JSON.stringify(['lamp']) } });
  const { rows } = await pool.query("select id from users where email = 'mina@customer.example'");
  contactId = rows[0].id;
});

async function openConversation({ page, conversation }: Seat): Promise<void> {
  await page.goto(`/inboxes/all/conversation/${uuid}`);
  await conversation.shows(subject);
  await conversation.mail(conversation.entry('Message from Mina Oak')).getByText('What now?').waitFor();
}

/** Every route, reached by its address, with what says that it is there. */
const routes: readonly { path: () => string; shows: (seat: Seat) => Promise<void> }[] = [
  { path: () => '/inboxes/assigned', shows: ({ list }) => list.titled('My inbox').waitFor() },
  { path: () => '/inboxes/unassigned', shows: ({ list }) => list.row('Plain').waitFor() },
  { path: () => '/inboxes/all', shows: ({ list }) => list.row(subject).waitFor() },
  {
    path: () => '/inboxes/all?status=Snoozed',
    shows: ({ page }) => page.getByRole('heading', { name: 'No conversations found' }).waitFor(),
  },
  { path: () => `/inboxes/all/conversation/${uuid}`, shows: openConversation },
  {
    path: () => '/inboxes/search?q=lamp',
    shows: ({ page }) => page.getByRole('searchbox').or(page.getByRole('combobox')).first().waitFor(),
  },
  { path: () => '/contacts', shows: ({ page }) => new ContactPages(page).rows.first().waitFor() },
  {
    path: () => `/contacts/${contactId}`,
    shows: ({ page }) => new ContactPages(page).conversations.getByRole('link').first().waitFor(),
  },
  ...['profile', 'password', 'notifications', 'appearance', 'keyboard'].map((name) => ({
    path: () => `/account/${name}`,
    shows: ({ page }: Seat) => page.getByRole('heading', { level: 1 }).waitFor(),
  })),
];

test('axe finds nothing wrong at the door, in both themes', async () => {
  const { page, login } = await desk.seat(null, looks);
  await page.goto('/');
  await login.signIn('nobody', '');
  await page.getByText('Enter your password').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('axe finds nothing wrong on any route, in both themes', async () => {
  const seat = await desk.seat(adminEmail, looks);
  for (const { path, shows } of routes) {
    await seat.page.goto(path());
    await shows(seat);
    expect(await violationsInBothThemes(seat.page), path()).toEqual([]);
  }
});

test('axe finds nothing wrong with what opens over them, in both themes', async () => {
  const seat = await desk.seat(adminEmail, looks);
  const { page, list, conversation, composer, shell } = seat;
  const isClean = async (what: string) => expect(await violationsInBothThemes(page), what).toEqual([]);
  const closed = async (role: 'menu' | 'listbox' | 'dialog') => {
    await page.keyboard.press('Escape');
    await page.getByRole(role).waitFor({ state: 'detached' });
  };
  await page.goto('/inboxes/all');
  await list.row(subject).waitFor();
  await list.statusMenu.click();
  await page.getByRole('menuitemradio', { name: 'Snoozed' }).waitFor();
  await isClean('the menu of the statuses');
  await closed('menu');
  await shell.userMenu.click();
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
  await isClean('the menu of the agent');
  await closed('menu');

  await openConversation(seat);
  await conversation.details.getByRole('button', { name: /^Agent:/ }).click();
  await page.getByRole('listbox').waitFor();
  await isClean('the picker of agents');
  await closed('listbox');
  await conversation.snooze('Pick date and time');
  await page.getByRole('dialog', { name: 'Snooze until' }).waitFor();
  await isClean('the date of a snooze');
  await closed('dialog');

  const contacts = new ContactPages(page);
  await page.goto('/contacts');
  await contacts.rows.first().waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('group', { name: 'Filter 1' }).waitFor();
  await isClean('the filters of the contacts');
  await page.goto(`/contacts/${contactId}`);
  await contacts.conversations.getByRole('link').first().waitFor();
  await contacts.notes.getByRole('button', { name: 'Add note' }).click();
  await contacts.notes.getByRole('textbox', { name: 'Note' }).waitFor();
  await isClean('a note on a contact');
  await contacts.notes.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('dialog').waitFor();
  await isClean('the question before a contact is blocked');
  await closed('dialog');
  await page
    .getByRole('button', { name: /^Calling code/ })
    .or(contacts.field('Calling code'))
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Calling code' }).getByRole('option').first().waitFor();
  await isClean('the calling codes');
  await closed('dialog');
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#3366aa' } })
    .png()
    .toBuffer();
  await page.locator('input[type="file"]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('dialog', { name: 'Crop picture' }).getByRole('img', { name: 'The chosen picture' }).waitFor();
  await isClean('the crop of a picture');
  await closed('dialog');

  await openConversation(seat);
  await composer.startReply();
  await composer.text().fill('An answer');
  await isClean('a reply');
  await composer.switchTo('Private note');
  await composer.note.getByText('Visible to agents only').waitFor();
  await composer.text('Private note').pressSequentially('Look, @');
  await page.getByRole('listbox', { name: 'Mention somebody' }).getByRole('option').first().waitFor();
  await isClean('a mention in a note');
});

test('axe finds nothing wrong on a phone', async () => {
  const seat = await desk.seat(adminEmail, { ...looks, width: 390, height: 844 });
  for (const { path, shows } of routes.filter(({ path }) => !path().startsWith('/account'))) {
    await seat.page.goto(path());
    await shows(seat);
    expect(await violations(seat.page), path()).toEqual([]);
  }
});
