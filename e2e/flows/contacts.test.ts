import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { useDesk } from '../desk.ts';
import { ContactPages } from '../page-models/contact-page.ts';
import { soon } from '../soon.ts';

const subject = 'Where is my lamp?';
let contactId = 0;
let png: Buffer;
const desk = useDesk({}, async ({ pool }) => {
  png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#3366aa' } })
    .png()
    .toBuffer();
  await pool.query(`insert into custom_attributes (applies_to, name, key, data_type, "values") values
    ('contact', 'Plan', 'plan', 'list', '{free,pro}'), ('contact', 'Seats', 'seats', 'number', '{}')`);
  await pool.query(`insert into users (type, email, first_name, last_name, created_at)
    select 'contact', 'guest' || lpad(n::text, 2, '0') || '@hotel.example', 'Guest', 'No ' || n, timestamptz '2025-01-01' + n * interval '1 hour'
    from generate_series(1, 40) n`);
  await openConversation(desk, { subject });
  const { rows } = await pool.query<{ id: number }>("select id from users where email = 'mina@mail.example'");
  contactId = rows[0]!.id;
});

const stored = async () => (await desk.pool.query('select * from users where id = $1', [contactId])).rows[0];

test('the list: pages, sort, search, filters, kept in the address', async () => {
  const { page, shell } = await desk.seat(adminEmail);
  const contacts = new ContactPages(page);
  await page.goto('/inboxes/all');
  await shell.rail.getByRole('link', { name: 'Contacts' }).click();
  await contacts.showsRows('1 to 15 of 41');
  await soon(() => page.title()).toMatch(/^All contacts - /);
  await soon(() => contacts.rows.first().textContent()).toContain('Mina Oak');

  await page.getByRole('button', { name: 'Next page' }).click();
  await contacts.showsRows('16 to 30 of 41');
  await page.getByRole('button', { name: 'Last page' }).click();
  await contacts.showsRows('31 to 41 of 41');
  await page.getByRole('button', { name: '15 on a page' }).click();
  await page.getByRole('menuitemradio', { name: '30' }).click();
  await contacts.showsRows('1 to 30 of 41');

  await page.getByRole('button', { name: 'Newest first' }).click();
  await page.getByRole('menuitemradio', { name: 'Email, A to Z' }).click();
  await contacts.rows.first().getByText('guest01@hotel.example').waitFor();

  await contacts.searchField.fill('no');
  await page.getByText('Enter at least 3 characters').waitFor();
  await contacts.searchField.fill('No 7');
  await contacts.showsRows('1 to 1 of 1');
  await page.reload();
  await contacts.showsRows('1 to 1 of 1');
  await soon(() => contacts.searchField.inputValue()).toBe('No 7');
  await contacts.rows.first().click();
  await page.getByRole('heading', { name: 'Guest No 7', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Back to the contacts' }).click();
  await contacts.showsRows('1 to 1 of 1');

  await contacts.searchField.fill('');
  await contacts.showsRows('1 to 30 of 41');
  await page.getByRole('button', { name: 'Filters' }).click();
  const line = page.getByRole('group', { name: 'Filter 1' });
  await line.getByRole('button', { name: 'Select Field' }).click();
  await page.getByRole('option', { name: 'Email' }).click();
  await line.getByRole('button', { name: 'Select Operator' }).click();
  await page.getByRole('option', { name: 'contains', exact: true }).click();
  await line.getByRole('textbox').fill('mail.example');
  await page.getByRole('button', { name: 'Apply' }).click();
  await contacts.showsRows('1 to 1 of 1');
  await contacts.rows.first().getByText('Mina Oak').waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await contacts.showsRows('1 to 30 of 41');
  await contacts.searchField.fill('nobody at all');
  await page.getByRole('heading', { name: 'No contacts found' }).waitFor();
});

test('a contact is changed: form, picture, attributes; leaving asks', async () => {
  const { page, conversation, allow } = await desk.seat(adminEmail);
  allow(/status of 400|Another contact has the address/);
  const contacts = new ContactPages(page);
  await page.goto('/inboxes/all');
  await page.getByRole('link', { name: new RegExp(subject.replace('?', '\\?')) }).click();
  await conversation.details.getByRole('link', { name: 'Mina Oak' }).click();
  await page.getByRole('heading', { name: 'Mina Oak', level: 1 }).waitFor();

  await contacts.field('First name').fill('');
  await contacts.field('Email').fill('mina');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Enter a first name').waitFor();
  await soon(() => contacts.field('First name').evaluate((field) => field === document.activeElement)).toBe(true);
  await contacts.field('First name').fill('Mína "M." <b>');
  await contacts.field('Email').fill('guest01@hotel.example');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Another contact has the address guest01@hotel.example').waitFor();

  await page.getByRole('link', { name: 'Back to the contacts' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Go on editing' }).click();
  await question.waitFor({ state: 'hidden' });

  await contacts.field('Email').fill('Mina@New.example');
  await contacts.choose('Calling code', 'Portugal', '+351 Portugal');
  await contacts.field('Phone number').fill('912 345 678');
  await contacts.choose('Country', 'Portu', 'Portugal');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { name: 'Mína "M." <b> Oak', level: 1 }).waitFor();
  await soon(() => stored()).toMatchObject({
    first_name: 'Mína "M." <b>',
    email: 'mina@new.example',
    phone_number_calling_code: '+351',
    phone_number: '912 345 678',
    country: 'PT',
  });

  await contacts.changeAvatar(png);
  const picture = page.locator('.contact-head .avatar img');
  await picture.waitFor();
  expect(await picture.getAttribute('src')).toBe((await stored()).avatar_url);
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await picture.waitFor({ state: 'detached' });
  await soon(async () => (await stored()).avatar_url).toBe(null);

  await page.getByRole('button', { name: 'Plan: None' }).click();
  await page.getByRole('option', { name: 'pro' }).click();
  await page.getByRole('button', { name: 'Plan: pro' }).waitFor();
  await page.getByRole('button', { name: 'Seats: None' }).click();
  await page.getByRole('textbox', { name: 'Seats' }).fill('12');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Seats: 12' }).waitFor();
  await soon(async () => expect((await stored()).custom_attributes).toEqual({ plan: 'pro', seats: 12 }));
});

test('blocking says what it means; the list and the conversation show it', async () => {
  const { page, shell } = await desk.seat(adminEmail);
  const contacts = new ContactPages(page);
  await page.goto(`/contacts/${contactId}`);
  await page.getByRole('button', { name: 'Block' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Mail from this contact is no longer accepted. You can undo this later.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await soon(async () => (await stored()).enabled).toBe(true);
  await page.getByRole('button', { name: 'Block' }).click();
  await dialog.getByRole('button', { name: 'Block' }).click();
  await page.getByText('Blocked: mail from this contact is dropped.').waitFor();
  await soon(async () => (await stored()).enabled).toBe(false);
  await page.getByRole('link', { name: 'Back to the contacts' }).click();
  await contacts.rows.first().getByText('Blocked').waitFor();
  await contacts.rows.first().click();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await dialog.getByRole('button', { name: 'Unblock' }).click();
  await page.getByText('Blocked: mail from this contact is dropped.').waitFor({ state: 'detached' });
  await soon(async () => (await stored()).enabled).toBe(true);
  await shell.toasts.first().waitFor();
});

test('notes are written, read and deleted; the conversations lead to their threads', async () => {
  const { page, conversation } = await desk.seat(adminEmail);
  const contacts = new ContactPages(page);
  await page.goto(`/contacts/${contactId}`);
  await contacts.notes.getByText('No notes yet').waitFor();
  await contacts.notes.getByRole('button', { name: 'Add note' }).click();
  const editor = contacts.notes.getByRole('textbox', { name: 'Note' });
  await editor.click();
  await editor.pressSequentially('Prefers **mail** to calls');
  await contacts.notes.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Go on editing' }).click();
  await question.waitFor({ state: 'hidden' });
  await editor.press('Control+Enter');
  await editor.waitFor({ state: 'detached' });
  await contacts.notes.locator('strong', { hasText: /^mail$/ }).waitFor();
  const { rows } = await desk.pool.query('select note from contact_notes');
  expect(rows).toEqual([{ note: '<p>Prefers <strong>mail</strong> to calls</p>' }]);
  await contacts.notes.getByRole('button', { name: /^Delete the note/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await contacts.notes.getByText('No notes yet').waitFor();
  await contacts.conversations.getByRole('link', { name: new RegExp(subject.replace('?', '\\?')) }).click();
  await conversation.shows(subject);
});

test('what is not there, and what is not allowed', async () => {
  await desk.addAgent({ email: 'reader@bellhop.local', permissions: ['contacts:read', 'contact_notes:read'] });
  await desk.addAgent({ email: 'none@bellhop.local', permissions: ['conversations:read'] });
  const admin = await desk.seat(adminEmail);
  admin.allow(/status of 404|Contact not found/);
  for (const id of ['999999', 'abc']) {
    await admin.page.goto(`/contacts/${id}`);
    await admin.page.getByRole('heading', { name: 'There is no such contact' }).waitFor();
  }
  const reader = await desk.seat('reader@bellhop.local');
  await reader.page.goto(`/contacts/${contactId}`);
  await reader.page.getByRole('definition').getByText('Oak').waitFor();
  expect(await reader.page.getByRole('textbox').count()).toBe(0);
  for (const name of ['Block', 'Add note', 'Change picture']) {
    expect(await reader.page.getByRole('button', { name }).count()).toBe(0);
  }
  expect(await reader.shell.rail.getByRole('link', { name: 'Contacts' }).count()).toBe(0);
  await reader.page.goto('/contacts');
  await reader.page.getByRole('heading', { name: 'You may not see the contacts' }).waitFor();
  const none = await desk.seat('none@bellhop.local');
  await none.page.goto(`/contacts/${contactId}`);
  await none.page.getByRole('heading', { name: 'You may not see this contact' }).waitFor();
});

test('fits a phone', async () => {
  const { page } = await desk.seat(adminEmail, { width: 390, height: 844 });
  const contacts = new ContactPages(page);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.goto('/contacts');
  await contacts.showsRows('1 to 15 of 41');
  expect(await overflow()).toBeLessThanOrEqual(0);
  await contacts.rows.first().click();
  await contacts.conversations.getByRole('link').first().waitFor();
  expect(await overflow()).toBeLessThanOrEqual(0);
});
